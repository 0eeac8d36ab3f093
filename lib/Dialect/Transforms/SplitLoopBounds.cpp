//===- SplitLoopBounds.cpp - Split loops at bounds of accesses ------------===//

#include "LaneSum.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "ScalarSlices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

namespace pirch {
#define GEN_PASS_DEF_SPLITLOOPBOUNDS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// A comparison `position predicate bound`, where the lanes of `position` hold
/// the sum of the scalars `terms` and constants from `first` to `last`, and
/// `bound` is a scalar.
struct BoundsCheck {
  arith::CmpIOp mask;
  arith::CmpIPredicate predicate;
  SmallVector<Value> terms;
  APInt first, last;
  Value bound;

  Type type() const { return bound.getType(); }
};

} // namespace

static bool isUpperBound(arith::CmpIPredicate predicate) {
  using P = arith::CmpIPredicate;
  return llvm::is_contained({P::ult, P::ule, P::slt, P::sle}, predicate);
}

static bool isSigned(arith::CmpIPredicate predicate) {
  using P = arith::CmpIPredicate;
  return llvm::is_contained({P::slt, P::sle}, predicate);
}

static arith::CmpIPredicate swapSides(arith::CmpIPredicate predicate) {
  using P = arith::CmpIPredicate;
  switch (predicate) {
  case P::ugt:
    return P::ult;
  case P::uge:
    return P::ule;
  case P::sgt:
    return P::slt;
  case P::sge:
    return P::sle;
  default:
    return P::eq; // which is no upper bound
  }
}

/// Fill in the position of `check`. Returns false if `value` is not the sum of
/// scalars and of a constant for each lane.
static bool addPosition(Value value, BoundsCheck &check) {
  std::optional<LaneSum> sum = matchLaneSum(value);
  if (!sum)
    return false;
  check.terms = std::move(sum->scalars);
  if (sum->offsets.empty())
    return true;
  bool sign = isSigned(check.predicate);
  auto less = [&](const APInt &a, const APInt &b) {
    return sign ? a.slt(b) : a.ult(b);
  };
  check.first = *llvm::min_element(sum->offsets, less);
  check.last = *llvm::max_element(sum->offsets, less);
  return true;
}

static std::optional<BoundsCheck> describe(Value mask) {
  auto compare = mask.getDefiningOp<arith::CmpIOp>();
  if (!compare || !isa<InfRegType>(compare.getLhs().getType()))
    return std::nullopt;
  for (bool swapped : {false, true}) {
    arith::CmpIPredicate predicate =
        swapped ? swapSides(compare.getPredicate()) : compare.getPredicate();
    Value position = swapped ? compare.getRhs() : compare.getLhs();
    auto bound = (swapped ? compare.getLhs() : compare.getRhs())
                     .getDefiningOp<SplatOp>();
    if (!isUpperBound(predicate) || !bound)
      continue;
    APInt zero(getElementTypeOrSelf(position).getIntOrFloatBitWidth(), 0);
    BoundsCheck check{compare, predicate, {}, zero, zero, bound.getScalar()};
    if (addPosition(position, check))
      return check;
  }
  return std::nullopt;
}

/// The mask of the memory access `op`; null if it has none.
static Value accessMask(Operation *op) {
  auto access = dyn_cast<AccessOpInterface>(op);
  return access ? access.getMask() : Value();
}

/// Simplify the users of `mask` to what they do if all of its lanes are set.
static void assumeAll(Value mask) {
  llvm::SmallSetVector<Operation *, 4> users(mask.user_begin(),
                                             mask.user_end());
  for (Operation *user : users) {
    auto select = dyn_cast<SelectOp>(user);
    if (auto reduce = dyn_cast<ReduceOp>(user);
        reduce && reduce.getMask() == mask)
      reduce.getMaskMutable().clear();
    if (auto scan = dyn_cast<ScanOp>(user); scan && scan.getMask() == mask)
      scan.getMaskMutable().clear();
    if (accessMask(user) == mask) {
      cast<AccessOpInterface>(user).getMaskMutable().clear();
    } else if (select && select.getMask() == mask) {
      select.getResult().replaceAllUsesWith(select.getTrueValue());
      select.erase();
    } else if (auto both = dyn_cast<arith::AndIOp>(user)) {
      both.getResult().replaceAllUsesWith(
          both.getLhs() == mask ? both.getRhs() : both.getLhs());
      both.erase();
    } else if (auto map = dyn_cast<LaneMapOpInterface>(user)) {
      assumeAll(map->getResult(0));
    }
  }
}

namespace {

/// Splits one loop into a loop of the iterations in which all lanes are within
/// the bounds of accesses, and the remaining iterations.
class LoopSplitter {
public:
  explicit LoopSplitter(scf::WhileOp loop) : loop(loop) {}

  bool run() {
    if (loop->hasAttr(kRemainderLoopAttrName) || !forwardsArguments() ||
        isLarge())
      return false;
    collect();
    if (checks.empty())
      return false;
    OpBuilder builder(loop);
    IRMapping mapping;
    auto first = cast<scf::WhileOp>(builder.clone(*loop, mapping));
    for (BoundsCheck &check : checks)
      assumeAll(mapping.lookup(check.mask.getResult()));
    loop->setOperands(first.getResults());
    loop->setAttr(kRemainderLoopAttrName, builder.getUnitAttr());

    scf::ConditionOp condition = first.getConditionOp();
    builder.setInsertionPoint(condition);
    Value again;
    bool isImplied = false;
    for (BoundsCheck &check : checks) {
      Value isWithin = emitNearer(check, builder, first);
      isImplied |= !!isWithin;
      if (!isWithin)
        isWithin = emit(check, builder, first);
      again = again ? Value(arith::AndIOp::create(builder, loop.getLoc(), again,
                                                  isWithin))
                    : isWithin;
    }
    if (!isImplied)
      again = arith::AndIOp::create(builder, loop.getLoc(),
                                    condition.getCondition(), again);
    condition.getConditionMutable().assign(again);
    return true;
  }

private:
  /// Whether the loop is too large to be there twice, with each loop in it,
  /// which without a limit would double the code for every nested loop. One
  /// mask costs little beside a body of this size.
  bool isLarge() {
    constexpr int64_t kMaxOperations = 512;
    int64_t operations = 0;
    loop->walk([&](Operation *) { ++operations; });
    return operations > kMaxOperations;
  }

  /// Whether the first loop may be left before any iteration, for the second to
  /// go on: the condition passes the values on as they are, and has no effects,
  /// since the second loop computes it again.
  bool forwardsArguments() {
    return loop.getConditionOp().getArgs() == loop.getBeforeArguments() &&
           llvm::all_of(loop.getBeforeBody()->without_terminator(),
                        [](Operation &op) { return isMemoryEffectFree(&op); });
  }

  /// Find the bounds of all masked accesses.
  void collect() {
    for (Operation &op : loop.getAfterBody()->without_terminator())
      if (Value mask = accessMask(&op))
        collect(mask);
  }

  /// Add the comparisons that `mask` is made of to `checks`.
  void collect(Value mask) {
    if (!seen.insert(mask).second)
      return;
    if (auto map = mask.getDefiningOp<LaneMapOpInterface>())
      return collect(map.getLaneSource());
    if (auto both = mask.getDefiningOp<arith::AndIOp>()) {
      collect(both.getLhs());
      return collect(both.getRhs());
    }
    std::optional<BoundsCheck> check = describe(mask);
    if (check && isKnownBefore(*check))
      checks.push_back(*check);
  }

  /// Whether the loop's condition can compute the check.
  bool isKnownBefore(BoundsCheck &check) {
    return check.mask->getBlock() == loop.getAfterBody() &&
           isKnownBefore(check.bound) &&
           llvm::all_of(check.terms,
                        [&](Value term) { return isKnownBefore(term); });
  }

  /// Whether the loop's condition can compute a scalar of its body.
  bool isKnownBefore(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value);
        argument && argument.getOwner() == loop.getAfterBody())
      return true;
    if (!loop.getAfter().isAncestor(value.getParentRegion()))
      return true;
    Operation *op = value.getDefiningOp();
    return op && value.getType().isIntOrIndex() && op->getNumRegions() == 0 &&
           isMemoryEffectFree(op) &&
           llvm::all_of(op->getOperands(),
                        [&](Value operand) { return isKnownBefore(operand); });
  }

  /// Whether `inBody`, a scalar of the loop's body, is what `inTest`, one of
  /// its condition, was before that iteration.
  bool areEqual(Value inBody, Value inTest) {
    if (auto argument = dyn_cast<BlockArgument>(inBody);
        argument && argument.getOwner() == loop.getAfterBody())
      return inTest ==
             loop.getBeforeBody()->getArgument(argument.getArgNumber());
    if (inBody == inTest)
      return true;
    Operation *a = inBody.getDefiningOp(), *b = inTest.getDefiningOp();
    return a && b && a->getName() == b->getName() && isMemoryEffectFree(a) &&
           a->getNumRegions() == 0 && a->getNumResults() == 1 &&
           a->getAttrDictionary() == b->getAttrDictionary() &&
           a->getResultTypes() == b->getResultTypes() &&
           llvm::equal(a->getOperands(), b->getOperands(),
                       [&](Value x, Value y) { return areEqual(x, y); });
  }

  /// Where the loop counts to a bound, `i < n`, and the lanes of `check` are
  /// those of a whole round before it, `lane < min(n - i, lanes)`: emit whether
  /// the round is whole, `i < n - last`, in a form that code generators know as
  /// that of loops with a count. It implies the loop's own condition. Null for
  /// other checks.
  Value emitNearer(BoundsCheck &check, OpBuilder &builder, scf::WhileOp first) {
    auto count =
        loop.getConditionOp().getCondition().getDefiningOp<arith::CmpIOp>();
    auto narrowed = check.bound.getDefiningOp<arith::TruncIOp>();
    auto least = (narrowed ? narrowed.getIn() : check.bound)
                     .getDefiningOp<arith::MinUIOp>();
    auto left = least ? least.getLhs().getDefiningOp<arith::SubIOp>() : nullptr;
    APInt lanes;
    if (!count || !left || !check.terms.empty() ||
        check.predicate != arith::CmpIPredicate::ult ||
        !matchPattern(least.getRhs(), m_ConstantInt(&lanes)) ||
        !lanes.ugt(check.last.zext(lanes.getBitWidth())) ||
        !llvm::is_contained(
            {arith::CmpIPredicate::slt, arith::CmpIPredicate::ult},
            count.getPredicate()) ||
        !areEqual(left.getRhs(), count.getLhs()) ||
        !areEqual(left.getLhs(), count.getRhs()))
      return {};
    Location loc = check.mask.getLoc();
    auto copy =
        first.getConditionOp().getCondition().getDefiningOp<arith::CmpIOp>();
    unsigned bits = lanes.getBitWidth();
    APInt last = check.last.zext(bits);
    auto constant = [&](const APInt &value) -> Value {
      return arith::ConstantOp::create(
          builder, loc, builder.getIntegerAttr(copy.getRhs().getType(), value));
    };
    // A bound so small that the difference would wrap around is raised.
    bool sign = isSigned(count.getPredicate());
    Value floor = constant(sign ? APInt::getSignedMinValue(bits) + last : last);
    Value bound =
        sign ? Value(arith::MaxSIOp::create(builder, loc, copy.getRhs(), floor))
             : arith::MaxUIOp::create(builder, loc, copy.getRhs(), floor);
    bound = arith::SubIOp::create(builder, loc, bound, constant(last));
    return arith::CmpIOp::create(builder, loc, copy.getPredicate(),
                                 copy.getLhs(), bound);
  }

  /// Emit whether all lanes of `check` are within the bound: the lane with the
  /// largest constant is, and it is not less than that with the smallest one,
  /// as it would be if a sum wrapped around.
  Value emit(BoundsCheck &check, OpBuilder &builder, scf::WhileOp first) {
    Location loc = check.mask.getLoc();
    IRMapping mapping;
    mapping.map(loop.getAfterArguments(), first.getBeforeArguments());
    auto before = [&](Value value) {
      return computeAgain(value, builder, mapping, [&](Value input) {
        return !loop.getAfter().isAncestor(input.getParentRegion());
      });
    };
    Value sum;
    for (Value term : check.terms) {
      Value next = before(term);
      sum = sum ? Value(arith::AddIOp::create(builder, loc, sum, next)) : next;
    }
    auto at = [&](const APInt &distance) -> Value {
      Value constant = arith::ConstantOp::create(
          builder, loc, builder.getIntegerAttr(check.type(), distance));
      return sum ? Value(arith::AddIOp::create(builder, loc, sum, constant))
                 : constant;
    };
    Value low = at(check.first), high = at(check.last);
    auto ordered = isSigned(check.predicate) ? arith::CmpIPredicate::sle
                                             : arith::CmpIPredicate::ule;
    return arith::AndIOp::create(
        builder, loc, arith::CmpIOp::create(builder, loc, ordered, low, high),
        arith::CmpIOp::create(builder, loc, check.predicate, high,
                              before(check.bound)));
  }

  scf::WhileOp loop;
  SmallVector<BoundsCheck> checks;
  llvm::SmallDenseSet<Value> seen;
};

struct SplitLoopBoundsPass
    : public pirch::impl::SplitLoopBoundsBase<SplitLoopBoundsPass> {
  using SplitLoopBoundsBase::SplitLoopBoundsBase;

  void runOnOperation() override {
    SmallVector<scf::WhileOp> loops;
    for (KernelOp kernel : getOperation().getOps<KernelOp>())
      kernel.walk([&](scf::WhileOp loop) { loops.push_back(loop); });
    for (scf::WhileOp loop : loops)
      if (LoopSplitter(loop).run()) {
        ++numSplit;
        if (emitRemarks)
          emitRemark(loop.getLoc(),
                     "the last iterations, which bounds may cut short, are a "
                     "loop of their own");
      }
  }
};

} // namespace
