//===- FormGuards.cpp - Conditions that most groups meet ------------------===//
//
// Kernels begin with `if (get_global_id(0) < n)`, since a launch has whole
// groups, and most groups are within the bound as a whole. Where a condition
// compares a place that grows from group to group with a number that all work
// items have, the groups that meet it follow one another: they are the first
// groups of the launch where the number is an upper bound, and all but the
// first ones where it is a lower bound. The kernel is formed as if all groups
// met the condition, and says for which groups that holds
// (`pirch.main_groups`); another kernel computes the others.
//
//===----------------------------------------------------------------------===//

#include "Former.h"
#include "ScalarSlices.h"
#include "mlir/Analysis/SliceAnalysis.h"

using namespace mlir;
using namespace pirch;

/// Numbers beyond these are none of groups and bounds that a launch can have.
/// Between them, sums of a few numbers do not overflow.
static constexpr int64_t kLeast = -Former::kMostGroups;
static constexpr int64_t kGreatest = Former::kMostGroups;

/// `value`, a scalar, as an i64.
static Value extend(OpBuilder &builder, Location loc, Value value,
                    bool isSigned) {
  Type i64 = builder.getI64Type();
  if (value.getType() == i64)
    return value;
  if (value.getType().isIndex())
    return arith::IndexCastOp::create(builder, loc, i64, value);
  return isSigned
             ? arith::ExtSIOp::create(builder, loc, i64, value).getResult()
             : arith::ExtUIOp::create(builder, loc, i64, value).getResult();
}

Value Former::boundAsNumber(Value bound, bool isSigned, Location loc) {
  auto number = [&](int64_t value) { return i64Constant(value, loc); };
  bool hasAllBits = bound.getType().isIndex() || bound.getType().isInteger(64);
  bound = extend(builder, loc, bound, isSigned);
  if (!hasAllBits)
    return bound;
  if (!isSigned) {
    // What has no sign may be more than an i64 holds.
    Value fits = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge,
                                       bound, number(0));
    bound =
        arith::SelectOp::create(builder, loc, fits, bound, number(kGreatest));
  }
  bound = arith::MaxSIOp::create(builder, loc, bound, number(kLeast));
  return arith::MinSIOp::create(builder, loc, bound, number(kGreatest));
}

/// The number of groups, from the first of the batch on, in which `place` of
/// some work item is less than `bound`; of all work items if `ofAll`.
Value Former::countGroupsBelow(const LinearForm &place, Value bound, bool ofAll,
                               Location loc) {
  auto number = [&](int64_t value) { return i64Constant(value, loc); };
  int64_t offset = ofAll ? *llvm::max_element(place.offsets)
                         : *llvm::min_element(place.offsets);
  Value left = arith::SubIOp::create(builder, loc, bound, number(offset));
  if (place.base)
    left = arith::SubIOp::create(builder, loc, left, place.base);
  if (place.stride == 0) { // of all groups or of none
    Value holds = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sgt,
                                        left, number(0));
    return arith::SelectOp::create(builder, loc, holds, number(kGreatest),
                                   number(0));
  }
  // Every stride-th number from 0 on that is less than what is left.
  left = arith::AddIOp::create(builder, loc, left, number(place.stride - 1));
  left = arith::MaxSIOp::create(builder, loc, left, number(0));
  return arith::DivUIOp::create(builder, loc, left, number(place.stride));
}

LaneComparison LaneComparison::asLess() const {
  using P = arith::CmpIPredicate;
  switch (predicate) {
  case P::sgt:
    return {P::slt, right, left};
  case P::sge:
    return {P::sle, right, left};
  case P::ugt:
    return {P::ult, right, left};
  case P::uge:
    return {P::ule, right, left};
  default:
    return *this;
  }
}

/// Whether groups can be counted by what `place` holds in them.
bool Former::isCountable(const LinearForm &place, bool isSigned) {
  auto isNear = [](int64_t value) {
    return value > -kMaxOffset && value < kMaxOffset;
  };
  // Where the place is the same in all groups, it is one of a row of a grid.
  return (!place.base || isOfParameters(place.base)) && !place.scaledStride &&
         place.rows.empty() && place.stride >= (place.base ? 0 : 1) &&
         isNear(place.stride) && llvm::all_of(place.offsets, isNear) &&
         (isSigned || place.cannotBeNegative());
}

/// The groups in which the comparison holds for all work items; nothing if they
/// are not known, or do not follow one another.
std::optional<GroupRange> Former::findGroupsWhere(LaneComparison compare,
                                                  Location loc) {
  using P = arith::CmpIPredicate;
  compare = compare.asLess();
  bool isSigned = llvm::is_contained({P::slt, P::sle}, compare.predicate);
  if (!isSigned && compare.predicate != P::ult && compare.predicate != P::ule)
    return std::nullopt;
  bool orEqual = compare.predicate == P::sle || compare.predicate == P::ule;
  bool isUpper = compare.right->isUniform();
  const LaneValue &place = isUpper ? *compare.left : *compare.right;
  const LaneValue &bound = isUpper ? *compare.right : *compare.left;
  if (!place.linear || !bound.isUniform() ||
      !isCountable(*place.linear, isSigned))
    return std::nullopt;
  Value scalar = materializeScalar(bound, loc);
  if (!isOfParameters(scalar))
    return std::nullopt;
  Value number = boundAsNumber(scalar, isSigned, loc);
  // `place <= b` is `place < b + 1`; `b < place` is not `place < b + 1`.
  if (isUpper == orEqual)
    number = arith::AddIOp::create(builder, loc, number, i64Constant(1, loc));
  GroupRange range;
  (isUpper ? range.to : range.from) =
      countGroupsBelow(*place.linear, number, isUpper, loc);
  return range;
}

/// The groups in which the comparison `op` is `wanted` for all work items.
std::optional<GroupRange> Former::findGroupsWhere(arith::CmpIOp op,
                                                  bool wanted) {
  LaneValue left = lookup(op.getLhs()), right = lookup(op.getRhs());
  arith::CmpIPredicate predicate =
      wanted ? op.getPredicate() : arith::invertPredicate(op.getPredicate());
  return findGroupsWhere({predicate, &left, &right}, op.getLoc());
}

/// The groups of both ranges.
GroupRange Former::intersect(const GroupRange &a, const GroupRange &b,
                             Location loc) {
  GroupRange both = a;
  if (b.from)
    both.from =
        a.from
            ? arith::MaxSIOp::create(builder, loc, a.from, b.from).getResult()
            : b.from;
  if (b.to)
    both.to = a.to
                  ? arith::MinSIOp::create(builder, loc, a.to, b.to).getResult()
                  : b.to;
  return both;
}

/// The groups in which `condition` is `wanted` for all work items; nothing if
/// they are not known, or do not follow one another.
std::optional<GroupRange> Former::findGroupsWhere(Value condition,
                                                  bool wanted) {
  Operation *op = condition.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return findGroupsWhere(compare, wanted);
  auto isConstant = [&](Value value, bool what) {
    return matchPattern(value, what ? m_One() : m_Zero());
  };
  if (auto flip = dyn_cast<arith::XOrIOp>(op))
    return isConstant(flip.getRhs(), true)
               ? findGroupsWhere(flip.getLhs(), !wanted)
               : std::nullopt;
  // `a && b` is written `select a, b, false`, and `a || b` `select a, true, b`;
  // or as a branch, if b does more than compare.
  Value left, right, shortCut;
  if (auto choice = dyn_cast<arith::SelectOp>(op)) {
    left = choice.getCondition();
    right = wanted ? choice.getTrueValue() : choice.getFalseValue();
    shortCut = wanted ? choice.getFalseValue() : choice.getTrueValue();
  } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
    unsigned index = cast<OpResult>(condition).getResultNumber();
    left = branch.getCondition();
    right = branch.thenYield().getOperand(index);
    shortCut = branch.elseYield().getOperand(index);
    if (!wanted)
      std::swap(right, shortCut);
  }
  if (!left || !isConstant(shortCut, !wanted))
    return std::nullopt;
  std::optional<GroupRange> first = findGroupsWhere(left, wanted);
  std::optional<GroupRange> second =
      first ? findGroupsWhere(right, wanted) : std::nullopt;
  return second ? std::optional(intersect(*first, *second, op->getLoc()))
                : std::nullopt;
}

/// The groups of a call in which `divisor`, a scalar, is a positive multiple of
/// `number`: all of them or none.
GroupRange Former::findGroupsOfMultiple(Value divisor, int64_t number,
                                        Location loc) {
  auto constantLike = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(divisor.getType(), value));
  };
  using P = arith::CmpIPredicate;
  Value rest =
      arith::RemUIOp::create(builder, loc, divisor, constantLike(number));
  Value isMultiple =
      arith::CmpIOp::create(builder, loc, P::eq, rest, constantLike(0));
  Value isPositive =
      arith::CmpIOp::create(builder, loc, P::sgt, divisor, constantLike(0));
  Value both = arith::AndIOp::create(builder, loc, isMultiple, isPositive);
  GroupRange range;
  range.to = arith::SelectOp::create(
      builder, loc, both, i64Constant(kGreatest, loc), i64Constant(0, loc));
  return range;
}

/// Whether `region` only sets variables of the work item, as leaving a kernel
/// or a loop early does.
static bool isExit(Region &region) {
  return llvm::all_of(region.getOps(), [](Operation &op) {
    auto store = dyn_cast<memref::StoreOp>(op);
    return isPure(&op) || isa<scf::YieldOp>(op) ||
           (store && store.getMemRef().getDefiningOp<memref::AllocaOp>());
  });
}

std::optional<bool> Former::assumeCondition(scf::IfOp op) {
  if (!options.assumed.empty()) {
    auto found = options.assumed.find(conditions.lookup(op));
    return found == options.assumed.end() ? std::nullopt
                                          : std::optional(found->second);
  }
  if (lookup(op.getCondition()).isStatic())
    return std::nullopt;
  bool isTopLevel = mask.all() && !mask.dynamic && space.extent == 1 &&
                    !recorder && !op->getParentOfType<LoopOp>();
  if (!options.assumesGuards || !isTopLevel || op.getNumResults())
    return std::nullopt;
  // Where there is something to do in both cases, groups of both kinds may be
  // many.
  bool wanted;
  if (op.getElseRegion().empty() && !isExit(op.getThenRegion()))
    wanted = true;
  else if (op.getElseRegion().empty())
    wanted = false;
  else
    return std::nullopt;
  std::optional<GroupRange> range = findGroupsWhere(op.getCondition(), wanted);
  // A branch that the first groups do not take may be the one that most take;
  // what is near a border is assumed of comparisons (FormBorders.cpp). In rows
  // of work items, of which the first ones may belong to another call, only the
  // branch that the others take is worth it.
  if (!range ||
      (range->from && !(kernel.computesItemRows() && mayAssume(*range))))
    return std::nullopt;
  mainGroups = intersect(mainGroups, *range, op.getLoc());
  assumed[conditions.lookup(op)] = wanted;
  return wanted;
}

llvm::DenseMap<unsigned, bool> Former::getAssumed() const {
  llvm::DenseMap<unsigned, bool> everywhere = assumed;
  for (unsigned number : undecided)
    everywhere.erase(number);
  return everywhere;
}

bool Former::mayAssume(const GroupRange &range) {
  return !range.from || mayLeaveFirstGroups();
}

bool Former::mayLeaveFirstGroups() {
  // The first groups are computed by a call of the remainder kernel that ends
  // before the others. `pirch.num_groups` gives the end of the call, which
  // would not be the end of the launch.
  if (!hasNumGroups)
    hasNumGroups =
        kernel.walk([](NumGroupsOp) { return WalkResult::interrupt(); })
            .wasInterrupted();
  return !*hasNumGroups;
}

void Former::emitMainGroups() {
  Location loc = kernel.getLoc();
  GroupRange groups = mainGroups;
  if (assumedIndicesFit())
    groups =
        intersect(groups, fittingGroups.emit(builder, loc, kGreatest), loc);
  if (!groups)
    return;
  Value to = groups.to ? groups.to : i64Constant(kGreatest, loc);
  auto say = MainGroupsOp::create(builder, loc, to, groups.from);
  // What the numbers of groups are computed from comes first, before memory is
  // accessed.
  llvm::SetVector<Operation *> slice;
  BackwardSliceOptions sliceOptions;
  sliceOptions.inclusive = true;
  if (failed(getBackwardSlice(say.getOperation(), &slice, sliceOptions)))
    return;
  SmallVector<Operation *> ordered;
  for (Operation &op : *entry)
    if (slice.contains(&op))
      ordered.push_back(&op);
  for (Operation *op : llvm::reverse(ordered))
    op->moveBefore(entry, entry->begin());
}
