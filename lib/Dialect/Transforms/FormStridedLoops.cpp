//===- FormStridedLoops.cpp - Work items that count side by side ----------===//
//
// In `for (i = get_local_id(0); i < n; i += WG_SIZE)` and its kin each work
// item counts from a number of its own. In round k all of them are at distances
// from one scalar, `first + k * step`, that are known at compile time: the loop
// is a plain one over rounds, in which addresses are contiguous, and the work
// items whose counter has passed the bound are masked out. All but the last
// rounds need no mask, which pirch-split-loop-bounds finds.
//
//===----------------------------------------------------------------------===//

#include "Former.h"
#include "LaneSum.h"
#include "mlir/Analysis/SliceAnalysis.h"

using namespace mlir;
using namespace pirch;

/// Whether what the variable holds after the loop may be read: by an operation
/// outside of the loop, or by the loop itself when an enclosing loop enters it
/// again without a store that sets the variable anew.
static bool isReadAfter(LoopOp loop, Value variable) {
  bool isSetBefore = false;
  for (Operation *user : variable.getUsers()) {
    if (isa<memref::LoadOp>(user) && !loop->isAncestor(user))
      return true;
    isSetBefore |= isa<memref::StoreOp>(user) &&
                   user->getBlock() == loop->getBlock() &&
                   user->isBeforeInBlock(loop);
  }
  return !isSetBefore;
}

/// The linear form of `counter` where it is the sum of scalars and of a
/// constant for each work item that may wrap around: in 32 bits, the form is
/// right modulo 2^32 alone.
std::optional<LinearForm> Former::getSum(const LaneValue &counter,
                                         Location loc) {
  std::optional<LaneSum> sum;
  if (counter.value && isa<InfRegType>(counter.value.getType()))
    sum = matchLaneSum(counter.value);
  if (!sum || static_cast<int64_t>(sum->offsets.size()) != items)
    return std::nullopt;
  LinearForm form;
  for (const APInt &offset : sum->offsets)
    form.offsets.push_back(offset.getSExtValue());
  Type i64 = builder.getI64Type();
  for (Value scalar : sum->scalars) {
    if (scalar.getType() != i64)
      scalar = arith::ExtUIOp::create(builder, loc, i64, scalar);
    form.base = addScalars(form.base, scalar, loc);
  }
  return form;
}

std::optional<StridedCounter> Former::describeStrided(LoopOp loop) {
  if (space.extent != 1)
    return std::nullopt;
  std::optional<StridedLoop> form = matchStridedLoop(loop);
  if (!form)
    return std::nullopt;
  auto variable = variables.find(form->counter);
  if (variable == variables.end() || variable->second.isLocal ||
      variable->second.scalar.isUnknown() ||
      variable->second.scalar.isUniform() ||
      variable->second.scalar.extent != 1)
    return std::nullopt;
  const LaneValue &counter = variable->second.scalar;
  std::optional<LinearForm> linear = getLinear(counter);
  if (!linear && !form->isSigned() && !form->isSignExtended)
    linear = getSum(counter, loop.getLoc());
  if (!linear || !linear->rows.empty())
    return std::nullopt;

  StridedCounter strided;
  strided.form = *form;
  strided.groupPart = *linear;
  strided.groupPart.offsets = {0};
  strided.groupPart.base = {};
  if (linear->offsets.size() == 1)
    linear->offsets.assign(items, linear->offsets.front());
  auto [least, greatest] =
      std::minmax_element(linear->offsets.begin(), linear->offsets.end());
  strided.greatestOffset = *greatest - *least;
  // Where the step is shorter, the last work item may be done several rounds
  // before the first one, and where work items leave by a `break`, any of them
  // may: their counters are not those of the last round.
  bool isShort = form->stepOperand || form->step <= strided.greatestOffset;
  if ((isShort || !form->flags.empty()) && isReadAfter(loop, form->counter))
    return std::nullopt;
  strided.isNonNegative = linear->cannotBeNegative();
  for (int64_t offset : linear->offsets)
    strided.offsets.push_back(offset - *least);
  Location loc = loop.getLoc();
  strided.first = addScalars(linear->base, i64Constant(*least, loc), loc);
  strided.step = emitStep(loop, *form);
  if (!strided.step)
    return std::nullopt;
  if (!form->isSigned() && !strided.isNonNegative) {
    if (!canLeaveOut(loop, strided))
      return std::nullopt;
    leaveOutWrapped(strided, loc);
  }
  return strided;
}

/// The step as an i64, before the loop; null where it differs between work
/// items. A counter that goes down leaves its loop if it has no sign, and work
/// items may leave it by a `break`: there, a step that only run time knows must
/// be a number of work items.
Value Former::emitStep(LoopOp loop, const StridedLoop &form) {
  Location loc = loop.getLoc();
  if (!form.stepOperand)
    return i64Constant(form.step, loc);
  SetVector<Operation *> slice;
  if (Operation *def = form.stepOperand.getDefiningOp();
      def && loop->isAncestor(def)) {
    BackwardSliceOptions options;
    options.inclusive = true;
    options.filter = [&](Operation *op) { return loop->isAncestor(op); };
    if (failed(getBackwardSlice(def, &slice, options)))
      return {};
  }
  for (Operation *op : slice) {
    // Without any round a buffer need not have what the step loads from it.
    auto load = dyn_cast<memref::LoadOp>(op);
    if ((load && !load.getMemRef().getDefiningOp<memref::AllocaOp>()) ||
        failed(emitOp(op)))
      return {};
  }
  const LaneValue &step = lookup(form.stepOperand);
  if (!step.isUniform())
    return {};
  Value scalar = materializeScalar(step, loc);
  bool mayGoDown = !form.isSigned() || !form.flags.empty();
  if (mayGoDown && !isCountOfLaunch(scalar))
    return {};
  Type i64 = builder.getI64Type();
  if (scalar.getType() == i64)
    return scalar;
  return form.isSigned()
             ? arith::ExtSIOp::create(builder, loc, i64, scalar).getResult()
             : arith::ExtUIOp::create(builder, loc, i64, scalar).getResult();
}

/// Whether work items whose first counter is one of the largest numbers without
/// a sign can be left out of all rounds: they leave the loop before the first
/// one, unless they never leave it.
bool Former::canLeaveOut(LoopOp loop, const StridedCounter &strided) {
  if (strided.groupPart.dependsOnGroup() || !strided.form.flags.empty() ||
      isReadAfter(loop, strided.form.counter))
    return false;
  if (strided.form.isSignExtended || getCounterType(strided).isInteger(64))
    return true;
  // A counter of 32 bits that reaches its greatest number comes back to where
  // it began if the step divides 2^32, and is beyond the bound nowhere between.
  return llvm::isPowerOf2_64(strided.form.step) &&
         strided.form.step > strided.greatestOffset;
}

/// Make `first` a number with a sign, so that `first + offset` is the first
/// counter of each work item for which that sum is not negative, and leave the
/// other work items out of all rounds.
///
/// A negative number is, read without a sign, more than any bound. Of a counter
/// of 32 bits that is a sum with a scalar, only that sum modulo 2^32 is known:
/// where it wraps around between two work items, `first` is negative, so that
/// the later ones count from 0 on.
void Former::leaveOutWrapped(StridedCounter &strided, Location loc) {
  auto select = [&](arith::CmpIPredicate predicate, Value limit, Value chosen,
                    Value otherwise) -> Value {
    Value isChosen =
        arith::CmpIOp::create(builder, loc, predicate, strided.first, limit);
    return arith::SelectOp::create(builder, loc, isChosen, chosen, otherwise);
  };
  int64_t greatest = strided.greatestOffset;
  Type type = getCounterType(strided);
  if (type.isInteger(64) || strided.form.isSignExtended) {
    // Without a counter from 0 on there is no round.
    strided.first =
        select(arith::CmpIPredicate::slt, i64Constant(-greatest, loc),
               i64Constant(INT64_MAX, loc), strided.first);
  } else {
    constexpr int64_t kNumbers = int64_t(1) << 32;
    strided.first = arith::AndIOp::create(builder, loc, strided.first,
                                          i64Constant(kNumbers - 1, loc));
    strided.first =
        select(arith::CmpIPredicate::sge, i64Constant(kNumbers - greatest, loc),
               addScalars(strided.first, i64Constant(-kNumbers, loc), loc),
               strided.first);
  }
  Value most =
      select(arith::CmpIPredicate::slt, i64Constant(0, loc),
             addScalars(strided.first, i64Constant(greatest, loc), loc),
             i64Constant(greatest, loc));
  if (!type.isInteger(64))
    most = arith::TruncIOp::create(builder, loc, type, most);
  strided.mostBelowGreatest = most;
  strided.isNonNegative = true;
}

Type Former::getCounterType(const StridedCounter &strided) {
  return cast<MemRefType>(strided.form.counter.getType()).getElementType();
}

LaneValue Former::valueInRound(const StridedCounter &strided) const {
  LaneValue value;
  value.type = getCounterType(strided);
  value.linear = strided.groupPart;
  value.linear->offsets = strided.offsets;
  value.linear->base = strided.round;
  value.linear->isNonNegative = strided.isNonNegative;
  return value;
}

/// The i64 by which `bound` is more than the part of the counter that depends
/// on the group; null if it is not the same for all work items and groups.
Value Former::boundInGroup(const StridedCounter &strided,
                           const LaneValue &bound, Location loc) {
  const LinearForm &part = strided.groupPart;
  if (!bound.linear || !bound.linear->rows.empty() ||
      bound.linear->stride != part.stride ||
      bound.linear->scaledStride != part.scaledStride ||
      !llvm::all_equal(bound.linear->offsets) ||
      (!strided.form.isSigned() && !bound.linear->cannotBeNegative()))
    return {};
  return addScalars(bound.linear->base,
                    i64Constant(bound.linear->offsets.front(), loc), loc);
}

/// Whether the first of the work items is within the bound; null where the
/// bound differs between work items.
FailureOr<Value> Former::emitStridedCondition(LoopOp loop,
                                              StridedCounter &strided) {
  Location loc = loop.getLoc();
  if (failed(emitBlock(loop.getCond().front())))
    return failure();
  LaneValue bound = lookup(strided.form.bound);
  arith::CmpIPredicate predicate = strided.form.predicate;
  if (strided.groupPart.dependsOnGroup()) {
    // Counter and bound move alike from group to group, so that the rounds are
    // those of the difference. Both are exact.
    strided.bound = boundInGroup(strided, bound, loc);
    if (!strided.bound)
      return Value();
    predicate = strided.form.isInclusive() ? arith::CmpIPredicate::sle
                                           : arith::CmpIPredicate::slt;
  } else if (!bound.isUniform()) {
    return Value();
  } else {
    strided.bound = materializeScalar(bound, loc);
    if (strided.mostBelowGreatest)
      predicate = strided.form.isInclusive() ? arith::CmpIPredicate::sle
                                             : arith::CmpIPredicate::slt;
  }
  Type i64 = builder.getI64Type();
  if (strided.bound.getType() != i64)
    strided.bound =
        strided.form.isSigned()
            ? arith::ExtSIOp::create(builder, loc, i64, strided.bound)
                  .getResult()
            : arith::ExtUIOp::create(builder, loc, i64, strided.bound)
                  .getResult();
  Value again = arith::CmpIOp::create(builder, loc, predicate, strided.round,
                                      strided.bound);
  if (Value staying = stayingLanes(strided, loc))
    again = arith::AndIOp::create(builder, loc, again,
                                  ActiveOp::create(builder, loc, staying));
  return again;
}

/// The active work items that have not left the loop; null where none can.
Value Former::stayingLanes(const StridedCounter &strided, Location loc) {
  if (strided.form.flags.empty())
    return {};
  Value staying = dynamicMask(1, loc);
  for (Value flag : strided.form.flags) {
    Value lanes = materialize(lookup(flag), 1, loc);
    staying =
        staying ? arith::AndIOp::create(builder, loc, staying, lanes) : lanes;
  }
  return staying;
}

/// Which work items' counters are within the bound, in the present round; those
/// of the first work item must be.
Value Former::withinBound(const StridedCounter &strided, Location loc) {
  // No less than 0, and exact without a sign. Beyond the greatest distance of a
  // counter from the first one the number does not matter, so that it fits into
  // the counter's own type.
  Value left =
      arith::SubIOp::create(builder, loc, strided.bound, strided.round);
  Type type = getCounterType(strided);
  if (!type.isInteger(64)) {
    left = arith::MinUIOp::create(builder, loc, left,
                                  i64Constant(strided.greatestOffset + 1, loc));
    left = arith::TruncIOp::create(builder, loc, type, left);
  }
  LaneValue offsets;
  offsets.type = type;
  for (int64_t offset : strided.offsets)
    offsets.table.push_back(builder.getIntegerAttr(type, offset));
  auto predicate = strided.form.isInclusive() ? arith::CmpIPredicate::ule
                                              : arith::CmpIPredicate::ult;
  Value within = arith::CmpIOp::create(builder, loc, predicate,
                                       materialize(offsets, 1, loc),
                                       materialize(fromValue(left, 1), 1, loc));
  if (!strided.mostBelowGreatest)
    return within;
  LaneValue belowGreatest;
  belowGreatest.type = type;
  for (int64_t offset : strided.offsets)
    belowGreatest.table.push_back(
        builder.getIntegerAttr(type, strided.greatestOffset - offset));
  Value takesPart = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ule,
      materialize(belowGreatest, 1, loc),
      materialize(fromValue(strided.mostBelowGreatest, 1), 1, loc));
  return arith::AndIOp::create(builder, loc, within, takesPart);
}

/// The body for the work items whose counter is within the bound.
LogicalResult Former::emitStridedRound(LoopOp loop, StridedCounter &strided) {
  Location loc = loop.getLoc();
  // The bound of the condition is not visible here.
  if (failed(emitStridedCondition(loop, strided)))
    return failure();
  Value within = withinBound(strided, loc);
  Mask outer = mask;
  Value staying = stayingLanes(strided, loc);
  if (Value takingPart = staying ? staying : outer.dynamic)
    within = arith::AndIOp::create(builder, loc, takingPart, within);
  mask.dynamic = within;
  if (failed(emitBlock(loop.getBody().front())))
    return failure();
  mask = outer;
  strided.round = addScalars(strided.round, strided.step, loc);
  return success();
}

/// Set the counter to what it holds after the loop, with `round` the first that
/// no work item takes part in.
LogicalResult Former::setFinalCounter(LoopOp loop, StridedCounter &strided,
                                      const LaneValue &before) {
  Location loc = loop.getLoc();
  Variable &variable = variables[strided.form.counter];
  if (!isReadAfter(loop, strided.form.counter)) {
    variable.scalar = LaneValue();
    variable.scalar.type = variable.type;
    return success();
  }
  if (failed(emitStridedCondition(loop, strided)))
    return failure();
  Value end = materialize(valueInRound(strided), 1, loc);
  Value isEmpty = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        strided.round, strided.first);
  strided.round =
      arith::SubIOp::create(builder, loc, strided.round, strided.step);
  // Without any round, all work items hold what they held before.
  Value tookPart = arith::OrIOp::create(
      builder, loc, materialize(fromValue(isEmpty, 1), 1, loc),
      withinBound(strided, loc));
  Value last = materialize(valueInRound(strided), 1, loc);
  Value held = SelectOp::create(builder, loc, tookPart, end, last);
  variable.scalar = blend(mask, fromValue(held, 1), before, loc);
  return success();
}
