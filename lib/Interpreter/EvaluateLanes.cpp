//===- EvaluateLanes.cpp - Indices, constants, lanes that move ------------===//

#include "Evaluate.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace pirch;

//===----------------------------------------------------------------------===//
// Which lane is which
//===----------------------------------------------------------------------===//

/// Set the result to an integer of each lane, in the width of the result.
static void setIndices(Operation *op, Frame &frame,
                       llvm::function_ref<int64_t(Lanes::Place)> indexOf) {
  Lanes result = frame.makeLanes(op->getResult(0).getType());
  unsigned width = LaneFormat(result.getElementType()).width;
  for (int64_t at = 0; at < result.size(); ++at)
    result[at] = toLane(APInt(width, indexOf(result.placeOf(at)),
                              /*isSigned=*/true, /*implicitTrunc=*/true));
  frame.set(op->getResult(0), std::move(result));
}

static LogicalResult evaluateGroupIndex(WgIndexOp op, Frame &frame) {
  if (!isa<InfRegType>(op.getType()) && frame.getNumGroups() != 1)
    return op.emitOpError("is one scalar for ")
           << frame.getNumGroups() << " work groups of a pack";
  setIndices(op, frame, [&](Lanes::Place place) {
    return frame.getFirstGroup() + place.group;
  });
  return success();
}

/// Scalars of the work-item form, of which each work item has its own.
static LogicalResult refuseScalar(Operation *op) {
  if (isa<InfRegType>(op->getResult(0).getType()))
    return success();
  return op->emitOpError("belongs to the work-item form; form infregs first "
                         "(pirch-vectorize-work-items)");
}

static LogicalResult evaluateItemIndex(WiIndexOp op, Frame &frame) {
  if (failed(refuseScalar(op)))
    return failure();
  setIndices(op, frame, [](Lanes::Place place) { return place.item; });
  return success();
}

static LogicalResult evaluateElementIndex(IxIndexOp op, Frame &frame) {
  if (failed(refuseScalar(op)))
    return failure();
  setIndices(op, frame, [](Lanes::Place place) { return place.element; });
  return success();
}

static LogicalResult evaluateNumGroups(NumGroupsOp op, Frame &frame) {
  setIndices(op, frame, [&](Lanes::Place) { return frame.getEndGroup(); });
  return success();
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static Lane laneOf(Attribute attr) {
  if (auto integer = dyn_cast<IntegerAttr>(attr))
    return toLane(integer.getValue());
  return toLane(cast<FloatAttr>(attr).getValue());
}

static LogicalResult evaluateScalarConstant(arith::ConstantOp op,
                                            Frame &frame) {
  if (!isa<IntegerAttr, FloatAttr>(op.getValue()))
    return op.emitOpError("is not supported yet in the InfReg form");
  frame.set(op.getResult(), Lanes::scalar(op.getType(), laneOf(op.getValue())));
  return success();
}

static LogicalResult evaluateConstant(ConstantOp op, Frame &frame) {
  Lanes result = frame.makeLanes(op.getType());
  SmallVector<Lane> table;
  for (Attribute attr :
       cast<DenseElementsAttr>(op.getValue()).getValues<Attribute>())
    table.push_back(laneOf(attr));
  for (int64_t at = 0; at < result.size(); ++at)
    result[at] = table[at % table.size()];
  frame.set(op.getResult(), std::move(result));
  return success();
}

static LogicalResult evaluateSplat(SplatOp op, Frame &frame) {
  Lane scalar = frame.getScalar(op.getScalar());
  Lanes result = frame.makeLanes(op.getType());
  for (int64_t at = 0; at < result.size(); ++at)
    result[at] = scalar;
  frame.set(op.getResult(), std::move(result));
  return success();
}

static LogicalResult evaluatePoison(ub::PoisonOp op, Frame &frame) {
  frame.set(op.getResult(), frame.makeLanes(op.getType()));
  return success();
}

//===----------------------------------------------------------------------===//
// Lanes that move, by maps known at compile time and by indices
//===----------------------------------------------------------------------===//

static LogicalResult evaluateLaneMap(LaneMapOpInterface op, Frame &frame) {
  const Lanes &source = frame.get(op.getLaneSource());
  Lanes result = frame.makeLanes(op->getResult(0).getType());
  SmallVector<int32_t> map = op.getLaneTable();
  int64_t count = result.getLanesPerGroup();
  for (int64_t at = 0; at < result.size(); ++at)
    if (int32_t from = map[at % count]; from != kNoLane)
      result[at] = source[at / count * source.getLanesPerGroup() + from];
  frame.set(op->getResult(0), std::move(result));
  return success();
}

/// What these lanes hold, if they all hold the same: the value of one of them,
/// whichever.
template <typename LaneAt> static Lane pickAny(int64_t count, LaneAt laneAt) {
  Lane first = laneAt(0);
  for (int64_t index = 1; index < count; ++index)
    if (laneAt(index) != first)
      return {};
  return first;
}

/// The lane at an index that was computed, of `count` lanes; an index outside
/// gives some lane of them.
template <typename LaneAt>
static Lane pick(LaneFormat indices, Lane index, int64_t count, LaneAt laneAt) {
  if (!index)
    return {};
  int64_t at = indices.toSigned(*index);
  return at >= 0 && at < count ? laneAt(at) : pickAny(count, laneAt);
}

static LogicalResult evaluateShuffle(WgShuffleOp op, Frame &frame) {
  if (failed(refuseScalar(op)))
    return failure();
  const Lanes &value = frame.get(op.getValue());
  const Lanes &source = frame.get(op.getSource());
  LaneFormat indices = source.getElementType();
  Lanes result = frame.makeLanes(op.getType());
  for (int64_t at = 0; at < result.size(); ++at) {
    Lanes::Place place = result.placeOf(at);
    result[at] =
        pick(indices, source[at], value.getNumItems(), [&](int64_t item) {
          return value.at({place.group, item, place.element});
        });
  }
  frame.set(op.getResult(), std::move(result));
  return success();
}

static LogicalResult evaluateExtract(ExtractOp op, Frame &frame) {
  const Lanes &source = frame.get(op.getSource());
  const Lanes &index = frame.get(op.getIndex());
  LaneFormat indices = index.getElementType();
  Lanes result = frame.makeLanes(op.getType());
  for (int64_t at = 0; at < result.size(); ++at) {
    Lanes::Place place = result.placeOf(at);
    result[at] =
        pick(indices, index[at], source.getExtent(), [&](int64_t element) {
          return source.at({place.group, place.item, element});
        });
  }
  frame.set(op.getResult(), std::move(result));
  return success();
}

/// Write one work item's element. Where it is not known whether or where, none
/// of the item's elements holds a value any more.
static void insertElement(Lanes &lanes, Lanes::Place place, LaneFormat indices,
                          Lane value, Lane index, Lane mask) {
  if (mask && !*mask)
    return;
  if (!mask || !index) {
    for (place.element = 0; place.element < lanes.getExtent(); ++place.element)
      lanes.at(place) = {};
    return;
  }
  place.element = indices.toSigned(*index);
  if (place.element >= 0 && place.element < lanes.getExtent())
    lanes.at(place) = value;
}

static LogicalResult evaluateInsert(InsertOp op, Frame &frame) {
  const Lanes &value = frame.get(op.getValue());
  const Lanes &index = frame.get(op.getIndex());
  const Lanes *mask = op.getMask() ? &frame.get(op.getMask()) : nullptr;
  LaneFormat indices = index.getElementType();
  Lanes result = frame.get(op.getDest());
  for (int64_t at = 0; at < value.size(); ++at)
    insertElement(result, value.placeOf(at), indices, value[at], index[at],
                  mask ? (*mask)[at] : Lane(1));
  frame.set(op.getResult(), std::move(result));
  return success();
}

//===----------------------------------------------------------------------===//
// Lanes that keep their value
//===----------------------------------------------------------------------===//

static LogicalResult evaluateMerge(MergeOp op, Frame &frame) {
  const Lanes &value = frame.get(op.getValue());
  Lanes result = frame.get(op.getInto());
  ArrayRef<bool> taken = op.getLanes();
  for (int64_t at = 0; at < result.size(); ++at)
    if (taken[at % taken.size()])
      result[at] = value[at];
  frame.set(op.getResult(), std::move(result));
  return success();
}

/// Both `pirch.select` and the `arith.select` of scalars.
static LogicalResult evaluateSelect(Operation *op, Frame &frame) {
  auto operands = getOperands<3>(op, frame);
  if (failed(operands))
    return failure();
  auto [mask, ifTrue, ifFalse] = *operands;
  Lanes result = frame.makeLanes(op->getResult(0).getType());
  for (int64_t at = 0; at < result.size(); ++at)
    if (Lane chosen = (*mask)[at])
      result[at] = (*chosen ? *ifTrue : *ifFalse)[at];
  frame.set(op->getResult(0), std::move(result));
  return success();
}

void pirch::addLaneEvaluators(EvaluatorTable &table) {
  table.add<WgIndexOp>(evaluateGroupIndex);
  table.add<WiIndexOp>(evaluateItemIndex);
  table.add<IxIndexOp>(evaluateElementIndex);
  table.add<NumGroupsOp>(evaluateNumGroups);
  table.add<arith::ConstantOp>(evaluateScalarConstant);
  table.add<ConstantOp>(evaluateConstant);
  table.add<SplatOp>(evaluateSplat);
  table.add<ub::PoisonOp>(evaluatePoison);
  table.add<ReorderOp>(evaluateLaneMap);
  table.add<WgPermuteOp>(evaluateLaneMap);
  table.add<WgShuffleOp>(evaluateShuffle);
  table.add<ExtractOp>(evaluateExtract);
  table.add<InsertOp>(evaluateInsert);
  table.add<MergeOp>(evaluateMerge);
  table.add<SelectOp>(evaluateSelect);
  table.add<arith::SelectOp>(evaluateSelect);
}
