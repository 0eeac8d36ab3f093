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
  if ((strided.form.step <= strided.greatestOffset ||
       !strided.form.flags.empty()) &&
      isReadAfter(loop, form->counter))
    return std::nullopt;
  strided.isNonNegative = linear->cannotBeNegative();
  // Extended with its sign and compared without, a negative counter is large.
  if (form->isSignExtended && !form->isSigned() && !strided.isNonNegative)
    return std::nullopt;
  // The bits of an unsigned counter of 32 bits that a scalar was added to are
  // known only modulo 2^32.
  if (!form->isSigned() && !strided.isNonNegative)
    return std::nullopt;
  for (int64_t offset : linear->offsets)
    strided.offsets.push_back(offset - *least);
  strided.first = addScalars(linear->base, i64Constant(*least, loop.getLoc()),
                             loop.getLoc());
  return strided;
}

LaneValue Former::valueInRound(const StridedCounter &strided) const {
  LaneValue value;
  value.type =
      cast<MemRefType>(strided.form.counter.getType()).getElementType();
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
  Type type = cast<MemRefType>(strided.form.counter.getType()).getElementType();
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
  return arith::CmpIOp::create(builder, loc, predicate,
                               materialize(offsets, 1, loc),
                               materialize(fromValue(left, 1), 1, loc));
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
  strided.round =
      addScalars(strided.round, i64Constant(strided.form.step, loc), loc);
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
      addScalars(strided.round, i64Constant(-strided.form.step, loc), loc);
  // Without any round, all work items hold what they held before.
  Value tookPart = arith::OrIOp::create(
      builder, loc, materialize(fromValue(isEmpty, 1), 1, loc),
      withinBound(strided, loc));
  Value last = materialize(valueInRound(strided), 1, loc);
  Value held = SelectOp::create(builder, loc, tookPart, end, last);
  variable.scalar = blend(mask, fromValue(held, 1), before, loc);
  return success();
}
