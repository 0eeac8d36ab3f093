//===- ScalarizeInductions.cpp - Count iterations once for all items ------===//

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

/// One carried value of a loop that is the same for all items left in it.
struct Induction {
  unsigned index;
  /// What the first iteration begins with.
  Value initial;
  SelectOp select;
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
    if (!initial || !isOfScalars(select.getTrueValue(), isOld))
      continue;
    Induction induction{index, initial, select};
    if (isReadByItemsLeft(induction))
      inductions.push_back(induction);
  }
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
    return SplatOp::create(builder, loop.getLoc(), type, scalar);
  };
  Value ofCondition = splat(before, loop.getBeforeBody());
  Value ofBody = splat(after, loop.getAfterBody());
  SelectOp select = induction.select;
  Value next = select.getTrueValue();
  for (OpOperand *use : findReads(induction)) {
    auto argument = dyn_cast<BlockArgument>(use->get());
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
