//===- FormMemory.cpp - Accesses of memory in the work-item form ----------===//
//
// Loads, stores and atomic operations of buffers, and of variables that lie in
// memory (`pirch.alloca`). FormVariables.cpp has the variables in registers.
//
//===----------------------------------------------------------------------===//

#include "Former.h"
#include "LoopRecorder.h"
#include "ScalarSlices.h"

using namespace mlir;
using namespace pirch;

LogicalResult Former::emitLoad(memref::LoadOp op) {
  auto found = variables.find(op.getMemRef());
  if (found != variables.end())
    return emitPrivateLoad(op, found->second);
  if (op.getIndices().size() != 1)
    return op.emitOpError("expects one subscript");
  if (auto table = op.getMemRef().getDefiningOp<TableOp>())
    return emitTableLoad(op, table);
  LaneValue index = lookup(op.getIndices()[0]);
  if (failed(checkVariablePlace(op, op.getMemRef(), index)))
    return failure();
  readMemory(op, index);
  return success();
}

LogicalResult Former::emitStore(memref::StoreOp op) {
  auto found = variables.find(op.getMemRef());
  if (found != variables.end())
    return emitPrivateStore(op, found->second);
  if (op.getIndices().size() != 1)
    return op.emitOpError("expects one subscript");
  LaneValue index = lookup(op.getIndices()[0]);
  if (failed(checkVariablePlace(op, op.getMemRef(), index)))
    return failure();
  writeMemory(op, index);
  return success();
}

//===----------------------------------------------------------------------===//
// Memory shared with the caller
//===----------------------------------------------------------------------===//

/// `linear`, unless an offset is farther than an access can name: then there is
/// no linear form, and addresses are computed at run time.
static std::optional<LinearForm> ifNear(std::optional<LinearForm> linear) {
  if (linear && llvm::any_of(linear->offsets, [](int64_t offset) {
        return offset > kMaxOffset || offset < -kMaxOffset;
      }))
    return std::nullopt;
  return linear;
}

/// What is known of an address to those who compare it with others; nothing
/// where a lane's distance from them is known only at run time.
static std::optional<LinearForm>
comparable(const std::optional<LinearForm> &linear) {
  return linear && linear->rows.empty() ? linear : std::nullopt;
}

/// The offsets of `lanes`, and none for others.
static SmallVector<int64_t> restrictTo(ArrayRef<int64_t> offsets,
                                       ArrayRef<bool> lanes) {
  SmallVector<int64_t> result(offsets);
  for (auto [offset, isOne] : llvm::zip(result, lanes))
    if (!isOne)
      offset = kNoOffset;
  return result;
}

Value Former::groupStride(const LinearForm &linear, Location loc) {
  Value stride = linear.scaledStride;
  if (linear.stride || !stride)
    stride = addScalars(stride, i64Constant(linear.stride, loc), loc);
  return stride;
}

/// The offsets of an access: one for each lane, kNoOffset for inactive lanes.
static SmallVector<int64_t> laneOffsets(const LinearForm &linear,
                                        const Mask &mask, int64_t indexExtent,
                                        int64_t items, int64_t extent) {
  SmallVector<int64_t> offsets;
  for (int64_t wi = 0; wi < items; ++wi)
    for (int64_t ix = 0; ix < extent; ++ix) {
      int64_t lane = wi * indexExtent + (indexExtent == 1 ? 0 : ix);
      offsets.push_back(!mask.lanes[wi * extent + ix] ? kNoOffset
                        : linear.offsets.size() == 1  ? linear.offsets[0]
                                                      : linear.offsets[lane]);
    }
  return offsets;
}

/// Split an access with rows (`LinearForm::Rows`) into accesses whose lanes lie
/// constants apart. The active lanes whose factors of every scale are the same
/// share one access: the factors times the scales are added to its base. With
/// `inOrder` only lanes that follow one another share one, so that of all lanes
/// that write one element the last one writes last.
SmallVector<AccessPart> Former::splitRows(const LinearForm &linear,
                                          int64_t indexExtent, bool inOrder,
                                          Location loc) {
  SmallVector<AccessPart> parts;
  if (linear.rows.empty() || mask.none()) {
    Value base = linear.base ? linear.base : i64Constant(0, loc);
    parts.push_back({base, mask.lanes});
    return parts;
  }
  SmallVector<SmallVector<int64_t>> keys;
  size_t last = 0;
  for (int64_t wi = 0; wi < items; ++wi)
    for (int64_t ix = 0; ix < space.extent; ++ix) {
      if (!isActive(wi, ix))
        continue;
      SmallVector<int64_t> key;
      for (const LinearForm::Rows &rows : linear.rows)
        key.push_back(
            rows.factors[wi * indexExtent + (indexExtent == 1 ? 0 : ix)]);
      size_t at = std::distance(keys.begin(), llvm::find(keys, key));
      if (inOrder && !keys.empty())
        at = keys[last] == key ? last : keys.size();
      if (at == keys.size()) {
        Value base = linear.base;
        for (auto [rows, factor] : llvm::zip(linear.rows, key))
          base = addScalars(base, scaleScalar(rows.scale, factor, loc), loc);
        parts.push_back({base ? base : i64Constant(0, loc),
                         SmallVector<bool>(items * space.extent, false)});
        keys.push_back(std::move(key));
      }
      last = at;
      parts[at].lanes[wi * space.extent + ix] = true;
    }
  return parts;
}

/// The linear form of an element's place in `buffer`; nothing where the place
/// is computed at run time. Memory of the group's own has no place that depends
/// on the group. Stores keep the order of lanes (`splitRows`): where rows take
/// turns, each lane would be a store of its own.
std::optional<LinearForm>
Former::getPlaceIn(Value buffer, const LaneValue &index, bool isWrite) {
  std::optional<LinearForm> linear = ifNear(getLinear(index));
  if (linear && llvm::any_of(linear->rows, [&](const LinearForm::Rows &rows) {
        return isWrite
                   ? !hasLongRuns(rows.factors)
                   : !hasLongRuns(rows.factors) && !hasFewRows(rows.factors);
      }))
    return std::nullopt;
  if (linear && buffer.getDefiningOp<AllocaOp>() &&
      (linear->stride || linear->scaledStride))
    return std::nullopt;
  return linear;
}

ItemElements Former::getItemElements(Value buffer) const {
  auto variable = buffer.getDefiningOp<AllocaOp>();
  if (!variable)
    return {};
  int64_t all = variable.getNumElements(), own = all / items;
  if (panels.contains(buffer))
    return {own, 1, items};
  return variable.isPrivate() ? ItemElements{own, own, 1}
                              : ItemElements{all, 0, 1};
}

/// The elements of `buffer` at `index`, which each work item counts from its
/// own first one.
Value Former::elementsAt(Value buffer, const LaneValue &index, Location loc) {
  Value lanes = materialize(index, space.extent, loc);
  ItemElements own = getItemElements(buffer);
  if (!own.itemStep)
    return lanes;
  Type type = getElementTypeOrSelf(lanes.getType());
  if (own.elementStep != 1) {
    LaneValue step = constant(builder.getIntegerAttr(type, own.elementStep));
    lanes = arith::MulIOp::create(builder, loc, lanes,
                                  materialize(step, space.extent, loc));
  }
  LaneValue first;
  first.type = type;
  for (int64_t wi = 0; wi < items; ++wi)
    first.table.push_back(builder.getIntegerAttr(type, wi * own.itemStep));
  return arith::AddIOp::create(builder, loc, lanes,
                               materialize(first, space.extent, loc));
}

/// The accesses of `buffer` that an affine access of the lanes of `mask` is
/// made of.
AffineParts Former::splitAffine(Value buffer, const LinearForm &linear,
                                int64_t indexExtent, bool inOrder,
                                Location loc) {
  AffineParts result;
  result.stride = groupStride(linear, loc);
  result.active =
      mask.dynamic ? widen(mask.dynamic, space.extent, loc) : Value();
  result.parts = splitRows(linear, indexExtent, inOrder, loc);
  SmallVector<int64_t> offsets =
      laneOffsets(linear, mask, indexExtent, items, space.extent);
  ItemElements own = getItemElements(buffer);
  bool isKnown =
      buffer.getDefiningOp<AllocaOp>() && !linear.base && linear.rows.empty();
  for (auto [lane, offset] : llvm::enumerate(offsets)) {
    if (isKnown && !isWithin(offset, own.elements)) // guarded (getIndexTable)
      offset = kNoOffset;
    if (offset != kNoOffset)
      offset = offset * own.elementStep +
               static_cast<int64_t>(lane) / space.extent * own.itemStep;
  }
  for (AccessPart &part : result.parts) {
    part.base = scaleScalar(part.base, own.elementStep, loc);
    part.offsets = restrictTo(offsets, part.lanes);
  }
  return result;
}

/// Whether the element at `index` that `op` loads is a scalar: one for all work
/// items, of which some are known to take part. Only a form for one group at a
/// time has such. Threads would have to exchange it; they load it as quickly.
bool Former::isScalarLoad(memref::LoadOp op, const LaneValue &index) {
  auto target = dyn_cast_or_null<TargetAttrInterface>(kernel.getTargetAttr());
  return options.oneGroup && !(target && target.distributesWorkItems()) &&
         index.isUniform() && !mask.dynamic && !mask.none() &&
         isOnlyLoaded(op.getMemRef());
}

/// Load an element for all lanes, and take it from one of them.
void Former::readScalar(memref::LoadOp op, const LaneValue &index) {
  Location loc = op.getLoc();
  Value buffer = parameters.lookup(op.getMemRef());
  Value at = materializeScalar(index, loc);
  Type i64 = builder.getI64Type();
  if (at.getType().isIndex())
    at = arith::IndexCastOp::create(builder, loc, i64, at);
  else if (at.getType() != i64)
    at = arith::ExtSIOp::create(builder, loc, i64, at);
  InfRegType type =
      laneType(cast<MemRefType>(buffer.getType()).getElementType(), 1);
  Value lanes =
      LoadOp::create(builder, loc, type, buffer, at, i64Constant(0, loc),
                     /*mask=*/Value(), SmallVector<int64_t>(items, 0));
  Value scalar = ReadFirstLaneOp::create(builder, loc, lanes);
  if (scalar.getType() != op.getType()) // a bool
    scalar = arith::TruncIOp::create(builder, loc, op.getType(), scalar);
  define(op.getResult(), fromValue(scalar, 1));
}

Value Former::readAffine(Value buffer, const LinearForm &linear,
                         int64_t indexExtent, InfRegType type, Location loc) {
  AffineParts affine =
      splitAffine(buffer, linear, indexExtent, /*inOrder=*/false, loc);
  Value result;
  for (const AccessPart &part : affine.parts) {
    Value lanes = LoadOp::create(builder, loc, type, buffer, part.base,
                                 affine.stride, affine.active, part.offsets);
    result = result
                 ? builder.createOrFold<MergeOp>(loc, lanes, result, part.lanes)
                 : lanes;
  }
  return result;
}

void Former::readMemory(memref::LoadOp op, const LaneValue &index) {
  Location loc = op.getLoc();
  Value buffer = parameters.lookup(op.getMemRef());
  if (isScalarLoad(op, index))
    return readScalar(op, index);
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  InfRegType type = laneType(element, space.extent);
  std::optional<LinearForm> linear =
      getPlaceIn(buffer, index, /*isWrite=*/false);
  if (recorder)
    recorder->recordMemory(op.getMemRef(), comparable(linear), index.extent,
                           mask, space, /*isWrite=*/false);
  Value result;
  if (linear) {
    result = readAffine(buffer, *linear, index.extent, type, loc);
  } else if (isWorthChoosing(index, element) &&
             !buffer.getDefiningOp<AllocaOp>()) {
    result = readAlternatives(op, buffer, index, type);
  } else {
    ++counts.scattered;
    remark(op, "address known only at run time: gather");
    result = GatherOp::create(builder, loc, type, buffer,
                              elementsAt(buffer, index, loc),
                              dynamicMask(space.extent, loc));
  }
  if (element != op.getType()) // a bool
    result =
        ConvertOp::create(builder, loc, laneType(op.getType(), space.extent),
                          ConversionKind::trunci, result);
  define(op.getResult(), fromValue(result, space.extent));
}

void Former::writeMemory(memref::StoreOp op, const LaneValue &index) {
  Location loc = op.getLoc();
  Value buffer = parameters.lookup(op.getMemRef());
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  Value lanes = materialize(lookup(op.getValueToStore()), space.extent, loc);
  if (element != op.getValueToStore().getType()) // a bool
    lanes = ConvertOp::create(builder, loc, laneType(element, space.extent),
                              ConversionKind::extui, lanes);
  std::optional<LinearForm> linear =
      getPlaceIn(buffer, index, /*isWrite=*/true);
  if (recorder)
    recorder->recordMemory(op.getMemRef(), comparable(linear), index.extent,
                           mask, space, /*isWrite=*/true);
  if (!linear) {
    ++counts.scattered;
    remark(op, "address known only at run time: scatter");
    ScatterOp::create(builder, loc, lanes, buffer,
                      elementsAt(buffer, index, loc),
                      dynamicMask(space.extent, loc));
    return;
  }
  AffineParts affine =
      splitAffine(buffer, *linear, index.extent, /*inOrder=*/true, loc);
  for (const AccessPart &part : affine.parts)
    StoreOp::create(builder, loc, lanes, buffer, part.base, affine.stride,
                    affine.active, part.offsets);
}

//===----------------------------------------------------------------------===//
// Atomic operations
//===----------------------------------------------------------------------===//

LogicalResult Former::emitAtomic(Operation *op) {
  Location loc = op->getLoc();
  Value memref = cast<AccessOpInterface>(op).getBuffer();
  if (variables.contains(memref))
    return moveToMemory(memref);
  if (recorder) // iterations take part one after the other
    recorder->failed = true;
  ++counts.scattered;
  int64_t extent = space.extent;
  auto lanesOf = [&](Value value) {
    return materialize(lookup(value), extent, loc);
  };
  Value buffer = parameters.lookup(memref), active = dynamicMask(extent, loc);
  Type type = laneType(op->getResult(0).getType(), extent);
  Value old;
  if (auto rmw = dyn_cast<AtomicRMWOp>(op)) {
    old = AtomicRMWOp::create(builder, loc, type, rmw.getKind(),
                              lanesOf(rmw.getValue()), buffer,
                              lanesOf(rmw.getIndex()), active);
  } else {
    auto exchange = cast<AtomicCmpXchgOp>(op);
    old = AtomicCmpXchgOp::create(builder, loc, type,
                                  lanesOf(exchange.getExpected()),
                                  lanesOf(exchange.getValue()), buffer,
                                  lanesOf(exchange.getIndex()), active);
  }
  define(op->getResult(0), fromValue(old, extent));
  return success();
}
