//===- ScalarizeInductions.cpp - Count iterations once for all items ------===//

#include "ExactArithmetic.h"
#include "MaskedLoop.h"
#include "Pirch/Analysis/OpCosts.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace pirch {
#define GEN_PASS_DEF_SCALARIZEINDUCTIONS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

/// Whether `value` is computed, lane by lane, from scalars and from values for
/// which `isScalar` holds.
static bool isOfScalars(Value value, llvm::function_ref<bool(Value)> isScalar) {
  if (isScalar(value))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op || isa<SplatOp>(op))
    return op != nullptr;
  return op->getNumResults() == 1 && op->getNumRegions() == 0 && isPure(op) &&
         isa_and_nonnull<arith::ArithDialect>(op->getDialect()) &&
         isLaneWise(op) && llvm::all_of(op->getOperands(), [&](Value operand) {
           return isOfScalars(operand, isScalar);
         });
}

/// What every lane of `value` is, for which `isOfScalars` holds: `scalars` has
/// the scalars of values that are no splats.
static Value computeScalar(Value value, OpBuilder &builder,
                           IRMapping &scalars) {
  if (Value known = scalars.lookupOrNull(value))
    return known;
  Operation *op = value.getDefiningOp();
  if (auto splat = dyn_cast<SplatOp>(op))
    return splat.getScalar();
  for (Value operand : op->getOperands())
    scalars.map(operand, computeScalar(operand, builder, scalars));
  Operation *copy = builder.clone(*op, scalars);
  copy->getResult(0).setType(
      cast<InfRegType>(value.getType()).getElementType());
  scalars.map(value, copy->getResult(0));
  return copy->getResult(0);
}

/// The scalar with which all items begin that the loop's mask has at first:
/// items outside of `mask` may have another value.
static Value getInitialScalar(Value value, Value mask) {
  if (auto select = value.getDefiningOp<SelectOp>();
      select && select.getMask() == mask)
    value = select.getTrueValue();
  auto splat = value.getDefiningOp<SplatOp>();
  return splat ? splat.getScalar() : Value();
}

namespace {

/// One carried value of a loop that is the same for all items left in it, or
/// that each iteration changes by the same scalar for all of them.
struct Induction {
  unsigned index;
  /// The scalar that the first iteration begins with.
  Value initial;
  SelectOp select;
  /// What is added to the scalar to have the value: what each item began with.
  /// Null where the scalar is the value.
  Value start;
};

class InductionScalarizer {
public:
  explicit InductionScalarizer(scf::WhileOp loop) : loop(loop), masks(loop) {}

  /// Returns the number of values that scalars count now.
  int64_t run() {
    if (!masks.isMasked())
      return 0;
    findInductions();
    if (inductions.empty())
      return 0;
    addScalars();
    for (auto [number, induction] : llvm::enumerate(inductions))
      readScalar(induction, scalarsBefore()[number], scalarsAfter()[number]);
    return inductions.size();
  }

  /// Take the parts of the condition that depend on scalars out of the mask.
  /// Returns their number.
  int64_t splitCondition();

private:
  void findInductions();
  std::optional<Induction> findMoving(unsigned index, SelectOp select);
  bool isReadByItemsLeft(Induction induction);
  SmallVector<OpOperand *> findReads(const Induction &induction);
  void addScalars();
  void readScalar(const Induction &induction, Value before, Value after);

  /// The scalars are the last ones that the loop carries.
  ValueRange scalarsBefore() {
    return ValueRange(loop.getBeforeArguments()).take_back(inductions.size());
  }
  ValueRange scalarsAfter() {
    return ValueRange(loop.getAfterArguments()).take_back(inductions.size());
  }

  scf::WhileOp loop;
  MaskedLoop masks;
  SmallVector<Induction, 2> inductions;
};

} // namespace

void InductionScalarizer::findInductions() {
  for (BlockArgument argument : loop.getBeforeArguments()) {
    unsigned index = argument.getArgNumber();
    SelectOp select = masks.getKeepingSelect(index);
    if (!select)
      continue;
    Value initial;
    for (auto [mask, init] :
         llvm::zip(loop.getBeforeArguments(), loop.getInits()))
      if ((masks.isFinished(mask) || masks.isRequired(mask)) && !initial)
        initial = getInitialScalar(loop.getInits()[index], init);
    auto isOld = [&](Value value) {
      return masks.getBeforeBody(value) == argument;
    };
    Induction induction{index, initial, select, {}};
    if (initial && isOfScalars(select.getTrueValue(), isOld)) {
      if (isReadByItemsLeft(induction))
        inductions.push_back(induction);
    } else if (std::optional<Induction> moving = findMoving(index, select)) {
      inductions.push_back(*moving);
    }
  }
}

/// Whether `value` is linear in the indices of the group and of the work item,
/// also in 32 bits, or a constant for each work item, which is not negative in
/// less than 64 bits.
static bool isOfIndices(Value value, int depth = 0) {
  constexpr int kMostDepth = 8;
  Operation *op = value.getDefiningOp();
  if (!op || depth > kMostDepth)
    return false;
  if (auto table = dyn_cast<ConstantOp>(op)) {
    auto lanes = dyn_cast<DenseIntElementsAttr>(table.getValue());
    return lanes &&
           llvm::none_of(lanes.getValues<APInt>(),
                         [](const APInt &lane) { return lane.isNegative(); });
  }
  auto type = cast<InfRegType>(value.getType());
  // Indices are assumed to fit in 32 bits where a kernel counts with so many.
  if (auto convert = dyn_cast<ConvertOp>(op))
    return convert.getKind() == ConversionKind::trunci &&
           type.getElementType().isInteger(32) &&
           isOfIndices(convert.getSource(), depth + 1);
  if (!type.getElementType().isInteger(64))
    return false;
  return isa<WgIndexOp>(op) ||
         (isa<SplatOp>(op) &&
          matchPattern(cast<SplatOp>(op).getScalar(), m_Constant())) ||
         (isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op) &&
          llvm::all_of(op->getOperands(), [&](Value operand) {
            return isOfIndices(operand, depth + 1);
          }));
}

/// Whether a subscript depends on `value` by arithmetic that keeps lanes apart.
static bool isSubscript(Value value, int depth = 0) {
  constexpr int kMostDepth = 6;
  return depth <= kMostDepth &&
         llvm::any_of(value.getUses(), [&](OpOperand &use) {
           Operation *op = use.getOwner();
           if (isa<GatherOp, ScatterOp>(op))
             return cast<InfRegType>(value.getType())
                        .getElementType()
                        .isInteger(64) &&
                    use.getOperandNumber() == 1;
           return isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, ConvertOp>(
                      op) &&
                  isSubscript(op->getResult(0), depth + 1);
         });
}

/// The carried value `index` as what items begin with and a scalar that counts
/// from 0, if each iteration adds one scalar constant to it and subscripts
/// depend on it: they are loads then, where they would be gathers.
std::optional<Induction> InductionScalarizer::findMoving(unsigned index,
                                                         SelectOp select) {
  auto sum = select.getTrueValue().getDefiningOp<arith::AddIOp>();
  if (!sum || !isExact(sum) ||
      masks.getBeforeBody(sum.getLhs()) != loop.getBeforeArguments()[index])
    return std::nullopt;
  auto step = sum.getRhs().getDefiningOp<SplatOp>();
  APInt by;
  Value start = loop.getInits()[index];
  if (!step || !matchPattern(step.getScalar(), m_ConstantInt(&by)) ||
      (by.getBitWidth() < 64 && by.isNegative()) || !isOfIndices(start) ||
      llvm::none_of(findReads({index, {}, select, {}}),
                    [](OpOperand *use) { return isSubscript(use->get()); }))
    return std::nullopt;
  OpBuilder builder(loop);
  Value zero = arith::ConstantOp::create(
      builder, loop.getLoc(),
      builder.getIntegerAttr(step.getScalar().getType(), 0));
  return Induction{index, zero, select, start};
}

/// The uses of an induction and of its next value within the loop that can read
/// a scalar instead: those that do not matter for finished items.
SmallVector<OpOperand *>
InductionScalarizer::findReads(const Induction &induction) {
  SmallVector<OpOperand *> reads;
  auto none = [](unsigned) { return false; };
  Value argument = loop.getBeforeArguments()[induction.index];
  auto collect = [&](Value value) {
    for (OpOperand &use : value.getUses())
      if (use.getOwner() != loop.getConditionOp() &&
          !masks.isObserved(use, none))
        reads.push_back(&use);
  };
  collect(argument);
  Value next = loop.getYieldOp().getResults()[induction.index];
  collect(next);
  for (BlockArgument after : loop.getAfterArguments())
    if (masks.getBeforeBody(after) == argument)
      collect(after);
  return reads;
}

/// Whether anything but the next value of the induction depends on it, for the
/// items that are left: otherwise a scalar is one more operation.
bool InductionScalarizer::isReadByItemsLeft(Induction induction) {
  return llvm::any_of(findReads(induction), [&](OpOperand *use) {
    Operation *op = use->getOwner();
    return op->getNumResults() != 1 ||
           !(op->getResult(0) == induction.select.getTrueValue() &&
             op->getResult(0).hasOneUse());
  });
}

/// Replace the loop by one that carries the scalars as well.
void InductionScalarizer::addScalars() {
  OpBuilder builder(loop);
  SmallVector<Value> inits(loop.getInits());
  SmallVector<Type> types(loop.getResultTypes()), scalarTypes;
  SmallVector<Location> locations;
  for (const Induction &induction : inductions) {
    inits.push_back(induction.initial);
    scalarTypes.push_back(induction.initial.getType());
    locations.push_back(loop.getLoc());
  }
  llvm::append_range(types, scalarTypes);
  auto wider = scf::WhileOp::create(builder, loop.getLoc(), types, inits);
  wider->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  wider.getBefore().takeBody(loop.getBefore());
  wider.getAfter().takeBody(loop.getAfter());
  auto before = wider.getBeforeBody()->addArguments(scalarTypes, locations);
  auto after = wider.getAfterBody()->addArguments(scalarTypes, locations);
  SmallVector<Value> forwarded(before.begin(), before.end());
  wider.getConditionOp().getArgsMutable().append(forwarded);
  SmallVector<Value> next;
  for (auto [induction, scalar] : llvm::zip(inductions, after)) {
    IRMapping scalars;
    Value argument = wider.getBeforeArguments()[induction.index];
    for (auto [body, handed] :
         llvm::zip(wider.getAfterArguments(), wider.getConditionOp().getArgs()))
      if (handed == argument)
        scalars.map(body, scalar);
    SelectOp select = induction.select;
    builder.setInsertionPoint(select);
    if (induction.start) {
      auto sum = select.getTrueValue().getDefiningOp<arith::AddIOp>();
      next.push_back(arith::AddIOp::create(
          builder, select.getLoc(), scalar,
          sum.getRhs().getDefiningOp<SplatOp>().getScalar(),
          sum.getOverflowFlags()));
      continue;
    }
    next.push_back(computeScalar(select.getTrueValue(), builder, scalars));
    select.getTrueValueMutable().assign(SplatOp::create(
        builder, select.getLoc(), select.getType(), next.back()));
  }
  wider.getYieldOp().getResultsMutable().append(next);
  loop.replaceAllUsesWith(wider.getResults().drop_back(inductions.size()));
  loop.erase();
  loop = wider;
  masks = MaskedLoop(loop);
}

/// Let the uses of an induction that only items left matter for read `before`
/// and `after`, the scalars in the loop's condition and in its body.
void InductionScalarizer::readScalar(const Induction &induction, Value before,
                                     Value after) {
  auto splat = [&](Value scalar, Block *block) -> Value {
    OpBuilder builder = OpBuilder::atBlockBegin(block);
    Type type = loop.getBeforeArguments()[induction.index].getType();
    Value lanes = SplatOp::create(builder, loop.getLoc(), type, scalar);
    if (!induction.start)
      return lanes;
    SelectOp select = induction.select;
    auto sum = select.getTrueValue().getDefiningOp<arith::AddIOp>();
    return arith::AddIOp::create(builder, loop.getLoc(), induction.start, lanes,
                                 sum.getOverflowFlags());
  };
  Value ofCondition = splat(before, loop.getBeforeBody());
  Value ofBody = splat(after, loop.getAfterBody());
  SelectOp select = induction.select;
  Value next = select.getTrueValue();
  for (OpOperand *use : findReads(induction)) {
    auto argument = dyn_cast<BlockArgument>(use->get());
    if (induction.start &&
        (!argument || use->getOwner() == next.getDefiningOp()))
      continue; // the value that each item keeps is counted as before
    if (!argument)
      use->set(next);
    else
      use->set(argument.getOwner() == loop.getBeforeBody() ? ofCondition
                                                           : ofBody);
  }
}

/// Whether nothing reads `mask` but the vote on another iteration and the body
/// of `loop`: when a scalar ends the loop, `mask` still has work items, and
/// nobody may see that they are in it.
static bool isReadInLoopOnly(scf::WhileOp loop, Value mask) {
  for (OpOperand &use : mask.getUses()) {
    if (use.getOwner() == loop.getConditionOp()) {
      if (!loop.getResult(use.getOperandNumber() - 1).use_empty())
        return false;
    } else if (!isa<ActiveOp>(use.getOwner()) || !use.getOwner()->hasOneUse()) {
      return false;
    }
  }
  return true;
}

int64_t InductionScalarizer::splitCondition() {
  scf::ConditionOp condition = loop.getConditionOp();
  auto active = condition.getCondition().getDefiningOp<ActiveOp>();
  if (!active)
    return 0;
  Value mask = active.getMask();
  auto both = mask.getDefiningOp<arith::AndIOp>();
  if (!both || both->getBlock() != loop.getBeforeBody() ||
      !masks.isFinished(mask) || !isReadInLoopOnly(loop, mask))
    return 0;
  SmallVector<Value> parts, lanes, scalars;
  findMaskParts(both.getLhs(), parts);
  findMaskParts(both.getRhs(), parts);
  for (Value part : parts) {
    bool isScalar =
        part.hasOneUse() && isOfScalars(part, [](Value) { return false; });
    (isScalar ? scalars : lanes).push_back(part);
  }
  if (scalars.empty() || lanes.empty())
    return 0;
  OpBuilder builder(condition);
  Value left = lanes.front();
  for (Value part : llvm::drop_begin(lanes))
    left = arith::AndIOp::create(builder, both.getLoc(), left, part);
  Value again = ActiveOp::create(builder, active.getLoc(), left);
  for (Value part : scalars) {
    IRMapping mapping;
    again = arith::AndIOp::create(builder, both.getLoc(), again,
                                  computeScalar(part, builder, mapping));
  }
  condition.getConditionMutable().assign(again);
  active.erase();
  mask.replaceAllUsesWith(left);
  both.erase();
  return scalars.size();
}

namespace {
struct ScalarizeInductionsPass
    : public pirch::impl::ScalarizeInductionsBase<ScalarizeInductionsPass> {
  using ScalarizeInductionsBase::ScalarizeInductionsBase;

  void runOnOperation() override {
    SmallVector<scf::WhileOp> loops;
    for (KernelOp kernel : getOperation().getOps<KernelOp>())
      kernel.walk([&](scf::WhileOp loop) { loops.push_back(loop); });
    for (scf::WhileOp loop : loops) {
      InductionScalarizer scalarizer(loop);
      numInductions += scalarizer.run();
      numConditions += scalarizer.splitCondition();
    }
  }
};
} // namespace
