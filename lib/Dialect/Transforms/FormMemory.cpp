//===- FormMemory.cpp - Variables and memory of the work-item form --------===//

#include "Former.h"
#include "LoopRecorder.h"

using namespace mlir;
using namespace pirch;

LogicalResult Former::emitAlloca(memref::AllocaOp op) {
  MemRefType type = op.getType();
  if (!type.hasStaticShape() || type.getRank() != 1)
    return op.emitOpError("expects a rank-1 variable of known size, got ")
           << type;
  bool isLocal = type.getMemorySpaceAsInt() == kLocalMemorySpace;
  bool isTooLarge = type.getNumElements() >
                    InfRegType::kMaxLanesPerGroup / (isLocal ? 1 : items);
  if (isTooLarge || options.inMemory.contains(variableNumbers.lookup(op))) {
    Value &buffer = parameters[op.getResult()];
    if (buffer) // made by an earlier iteration of a loop that is unrolled
      return success();
    // A lane of i1 has no address of its own. Every machine has lanes of i32.
    Type element = type.getElementType();
    if (element.isInteger(1))
      element = builder.getI32Type();
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(entry);
    int64_t size = type.getNumElements() * (isLocal ? 1 : items);
    buffer = AllocaOp::create(
        builder, op.getLoc(),
        MemRefType::get({size}, element, MemRefLayoutAttrInterface(),
                        builder.getI64IntegerAttr(isLocal
                                                      ? kLocalMemorySpace
                                                      : kPrivateMemorySpace)));
    remark(op, "a variable of " + Twine(type.getNumElements()) +
                   " elements lies in memory");
    return success();
  }
  Variable variable;
  variable.type = type.getElementType();
  variable.size = type.getNumElements();
  variable.isLocal = isLocal;
  variable.scope = mask;
  variable.scalar.type = variable.type;
  variables[op.getResult()] = std::move(variable);
  return success();
}

LogicalResult Former::emitLoad(memref::LoadOp op) {
  auto found = variables.find(op.getMemRef());
  if (found != variables.end())
    return emitPrivateLoad(op, found->second);
  if (op.getIndices().size() != 1)
    return op.emitOpError("expects one subscript");
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

/// Fail, so that the kernel is formed anew with `variable` in memory. In a
/// rehearsal more may be unknown than there will be when the loop is formed:
/// then only the loop's iterations cannot share lanes.
LogicalResult Former::moveToMemory(Value variable) {
  forMemory = variableNumbers.lookup(variable.getDefiningOp());
  return failure();
}

static bool isInside(int64_t subscript, int64_t size) {
  return subscript >= 0 && subscript < size;
}

/// Enter the subscript of each lane of the iteration space into `table`;
/// kNoOffset for inactive lanes. Under a mask that is known at run time alone,
/// a lane whose subscript is outside the array is taken to be inactive: its
/// condition guards the access.
LogicalResult Former::getIndexTable(const LaneValue &index, int64_t size,
                                    Operation *op,
                                    SmallVectorImpl<int64_t> &table) {
  for (int64_t wi = 0; wi < items; ++wi)
    for (int64_t ix = 0; ix < space.extent; ++ix) {
      TypedAttr attr = index.at(wi, ix);
      if (!isActive(wi, ix) || !attr) {
        table.push_back(kNoOffset);
        continue;
      }
      int64_t subscript = *getInt(attr);
      if (!isInside(subscript, size) && !mask.dynamic)
        return op->emitError("subscript ")
               << subscript << " of work item " << wi
               << " is outside the array of " << size << " elements";
      table.push_back(isInside(subscript, size) ? subscript : kNoOffset);
    }
  return success();
}

/// Check known subscripts of a variable that lies in memory.
LogicalResult Former::checkVariablePlace(Operation *op, Value memref,
                                         const LaneValue &index) {
  auto variable = memref.getDefiningOp<memref::AllocaOp>();
  if (!variable || !index.isStatic())
    return success();
  SmallVector<int64_t> table;
  return getIndexTable(index, variable.getType().getNumElements(), op, table);
}

/// The shortest form of a lane map: one row of `extent` entries for all WIs if
/// their rows agree, else the whole table.
static SmallVector<int32_t> shortestMap(ArrayRef<int32_t> table, int64_t items,
                                        int64_t extent) {
  SmallVector<int32_t> row(extent, kNoLane);
  for (int64_t wi = 0; wi < items; ++wi)
    for (int64_t ix = 0; ix < extent; ++ix) {
      int32_t entry = table[wi * extent + ix];
      if (entry == kNoLane)
        continue;
      if (row[ix] != kNoLane && row[ix] != entry)
        return SmallVector<int32_t>(table);
      row[ix] = entry;
    }
  return row;
}

LogicalResult Former::emitPrivateLoad(memref::LoadOp op, Variable &variable) {
  Location loc = op.getLoc();
  LaneValue index = lookup(op.getIndices()[0]);
  if (recorder)
    recorder->recordVariable(op.getMemRef(), variable, index, mask, space,
                             /*isWrite=*/false);
  if (variable.size == 1 && !variable.isLocal) {
    define(op.getResult(), variable.scalar);
    return success();
  }
  LaneValue result;
  result.extent = space.extent;
  SmallVector<int64_t> table;
  if (index.isStatic() &&
      failed(getIndexTable(index, variable.size, op, table)))
    return failure();
  if (!variable.array) { // never written: any value will do
    define(op.getResult(), result);
    return success();
  }
  if (!index.isStatic()) {
    if (recorder) {
      define(op.getResult(), unknown(variable.type, loc));
      return success();
    }
    if (variable.size > options.selectLimit)
      return moveToMemory(op.getMemRef());
    Value source = variable.array;
    if (variable.isLocal) {
      SmallVector<int32_t> map;
      for (int64_t wi = 0; wi < items; ++wi)
        for (int64_t ix = 0; ix < variable.size; ++ix)
          map.push_back(ix);
      source = WgPermuteOp::create(
          builder, loc, laneType(variable.type, variable.size), source, map);
    }
    ++counts.runTimeSubscripts;
    remark(op, "subscript known only at run time: selects among all " +
                   Twine(variable.size) + " elements");
    Value subscript = materialize(index, space.extent, loc);
    result.value = ExtractOp::create(
        builder, loc, laneType(variable.type, space.extent), source, subscript);
    define(op.getResult(), std::move(result));
    return success();
  }
  SmallVector<int32_t> map;
  for (int64_t subscript : table)
    map.push_back(subscript == kNoOffset ? kNoLane : subscript);
  InfRegType type = laneType(variable.type, space.extent);
  if (variable.isLocal)
    result.value = WgPermuteOp::create(builder, loc, type, variable.array, map);
  else
    result.value = builder.createOrFold<ReorderOp>(
        loc, type, variable.array, shortestMap(map, items, space.extent));
  define(op.getResult(), std::move(result));
  return success();
}

LogicalResult Former::emitPrivateStore(memref::StoreOp op, Variable &variable) {
  Location loc = op.getLoc();
  LaneValue value = lookup(op.getValueToStore());
  LaneValue index = lookup(op.getIndices()[0]);
  if (recorder)
    recorder->recordVariable(op.getMemRef(), variable, index, mask, space,
                             /*isWrite=*/true);
  if (variable.size == 1 && !variable.isLocal) {
    storeScalar(variable, value, loc);
    return success();
  }
  if (index.isStatic()) {
    SmallVector<int64_t> table;
    if (failed(getIndexTable(index, variable.size, op, table)))
      return failure();
    storeArray(variable, value, index, loc);
    return success();
  }
  if (recorder)
    return success();
  if (variable.isLocal || variable.size > options.selectLimit)
    return moveToMemory(op.getMemRef());
  ++counts.runTimeSubscripts;
  remark(op, "subscript known only at run time: selects among all " +
                 Twine(variable.size) + " elements");
  Value dest = variableAsInfReg(variable, loc);
  Value lanes = materialize(value, 1, loc);
  Value subscript = materialize(index, 1, loc);
  variable.array = InsertOp::create(builder, loc, dest.getType(), lanes, dest,
                                    subscript, dynamicMask(1, loc));
  return success();
}

void Former::storeScalar(Variable &variable, const LaneValue &value,
                         Location loc) {
  // The variable was declared outside of the loop that is being vectorized: one
  // iteration writes what later ones read.
  if (variable.scope.lanes.size() != mask.lanes.size()) {
    storeShared(variable, value, loc);
    return;
  }
  // Lanes outside the variable's scope never read it.
  variable.scalar =
      mask == variable.scope ? value : blend(mask, value, variable.scalar, loc);
}

void Former::storeShared(Variable &variable, const LaneValue &value,
                         Location loc) {
  // In a rehearsal it is not known yet which iterations come before this one.
  if (recorder) {
    variable.scalar = unknown(variable.type, loc);
    return;
  }
  // Iterations that write the variable are in different index sets, so that one
  // lane position at most is active in each WI.
  SmallVector<int32_t> source(items, kNoLane);
  Mask where;
  where.lanes.assign(items, false);
  for (int64_t wi = 0; wi < items; ++wi)
    for (int64_t ix = 0; ix < space.extent; ++ix)
      if (isActive(wi, ix)) {
        assert(!where.lanes[wi] && "two iterations write one variable at once");
        source[wi] = ix;
        where.lanes[wi] = true;
      }
  auto pick = [&](Value lanes) -> Value {
    auto type = cast<InfRegType>(lanes.getType());
    if (type.getExtent() == 1)
      return lanes;
    return ReorderOp::create(builder, loc, laneType(type.getElementType(), 1),
                             lanes, shortestMap(source, items, 1));
  };
  LaneValue picked;
  picked.type = value.type;
  if (value.extent == 1) {
    picked = value;
  } else if (value.isStatic()) {
    for (int64_t wi = 0; wi < items; ++wi)
      picked.table.push_back(where.lanes[wi] ? value.at(wi, source[wi])
                                             : TypedAttr());
  } else {
    picked.value = pick(materialize(value, space.extent, loc));
  }
  if (mask.dynamic)
    where.dynamic = pick(mask.dynamic);
  IterationSpace lanes = std::exchange(space, IterationSpace());
  variable.scalar = where == variable.scope
                        ? picked
                        : blend(where, picked, variable.scalar, loc);
  space = std::move(lanes);
}

/// The writers of an element are lanes `wi * extent + ix` of the iteration
/// space, in ascending order. An element of a `__local` variable may have
/// several.
std::vector<SmallVector<int32_t, 1>>
Former::findWriters(const Variable &variable, const LaneValue &index) const {
  std::vector<SmallVector<int32_t, 1>> writers((variable.isLocal ? 1 : items) *
                                               variable.size);
  for (int64_t wi = 0; wi < items; ++wi)
    for (int64_t ix = 0; ix < space.extent; ++ix) {
      if (!isActive(wi, ix) || !index.at(wi, ix))
        continue;
      int64_t subscript = *getInt(index.at(wi, ix));
      if (isInside(subscript, variable.size))
        writers[(variable.isLocal ? 0 : wi) * variable.size + subscript]
            .push_back(wi * space.extent + ix);
    }
  return writers;
}

void Former::storeArray(Variable &variable, const LaneValue &value,
                        const LaneValue &index, Location loc) {
  std::vector<SmallVector<int32_t, 1>> writers = findWriters(variable, index);
  // The last writer's value stays. If only run time knows which writers take
  // part, they write one after the other.
  size_t rounds = 1;
  if (mask.dynamic)
    for (const auto &list : writers)
      rounds = std::max(rounds, list.size());
  if (rounds > 1 && !variable.array)
    variable.array = variableAsInfReg(variable, loc);
  for (size_t round = 0; round < rounds; ++round) {
    SmallVector<int32_t> source;
    SmallVector<bool> written;
    for (const auto &list : writers) {
      bool writes = mask.dynamic ? round < list.size() : !list.empty();
      int32_t lane = !writes        ? kNoLane
                     : mask.dynamic ? list[round]
                                    : list.back();
      source.push_back(writes && !variable.isLocal ? lane % space.extent
                                                   : lane);
      written.push_back(writes);
    }
    storeLanes(variable, value, source, written, loc);
  }
}

/// Store to the elements in `written`: each takes its lane in `source` of
/// `value`, if that lane is active.
void Former::storeLanes(Variable &variable, const LaneValue &value,
                        ArrayRef<int32_t> source, ArrayRef<bool> written,
                        Location loc) {
  InfRegType type = localType(variable);
  auto place = [&](Value lanes) -> Value {
    InfRegType placed =
        type.cloneWith(std::nullopt, getElementTypeOrSelf(lanes.getType()));
    if (variable.isLocal)
      return WgPermuteOp::create(builder, loc, placed, lanes, source);
    return builder.createOrFold<ReorderOp>(
        loc, placed, lanes, shortestMap(source, items, variable.size));
  };
  bool uniform = value.isUniform() && !variable.isLocal;
  Value lanes = uniform ? materialize(value, variable.size, loc)
                        : place(materialize(value, space.extent, loc));
  if (mask.dynamic && variable.array)
    lanes = SelectOp::create(builder, loc,
                             place(widen(mask.dynamic, space.extent, loc)),
                             lanes, variable.array);
  variable.array =
      variable.array
          ? builder.createOrFold<MergeOp>(loc, lanes, variable.array, written)
          : lanes;
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
SmallVector<Former::AccessPart> Former::splitRows(const LinearForm &linear,
                                                  int64_t indexExtent,
                                                  bool inOrder, Location loc) {
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
/// on the group.
std::optional<LinearForm> Former::getPlaceIn(Value buffer,
                                             const LaneValue &index) {
  std::optional<LinearForm> linear = ifNear(getLinear(index));
  if (linear && buffer.getDefiningOp<AllocaOp>() &&
      (linear->stride || linear->scaledStride))
    return std::nullopt;
  return linear;
}

/// How far the elements of one work item in `buffer` are from those of the next
/// one; 0 where work items share them.
int64_t Former::getItemDistance(Value buffer) const {
  auto variable = buffer.getDefiningOp<AllocaOp>();
  return variable && variable.isPrivate() ? variable.getNumElements() / items
                                          : 0;
}

/// The elements of `buffer` at `index`, which each work item counts from its
/// own first one.
Value Former::elementsAt(Value buffer, const LaneValue &index, Location loc) {
  Value lanes = materialize(index, space.extent, loc);
  int64_t distance = getItemDistance(buffer);
  if (!distance)
    return lanes;
  Type type = getElementTypeOrSelf(lanes.getType());
  LaneValue first;
  first.type = type;
  for (int64_t wi = 0; wi < items; ++wi)
    first.table.push_back(builder.getIntegerAttr(type, wi * distance));
  return arith::AddIOp::create(builder, loc, lanes,
                               materialize(first, space.extent, loc));
}

/// The accesses of `buffer` that an affine access of the lanes of `mask` is
/// made of.
Former::AffineParts Former::splitAffine(Value buffer, const LinearForm &linear,
                                        int64_t indexExtent, bool inOrder,
                                        Location loc) {
  AffineParts result;
  result.stride = groupStride(linear, loc);
  result.active =
      mask.dynamic ? widen(mask.dynamic, space.extent, loc) : Value();
  result.parts = splitRows(linear, indexExtent, inOrder, loc);
  SmallVector<int64_t> offsets =
      laneOffsets(linear, mask, indexExtent, items, space.extent);
  int64_t distance = getItemDistance(buffer);
  auto variable = buffer.getDefiningOp<AllocaOp>();
  int64_t size = distance   ? distance
                 : variable ? variable.getNumElements()
                            : kMaxOffset;
  bool isKnown = variable && !linear.base && linear.rows.empty();
  for (auto [lane, offset] : llvm::enumerate(offsets)) {
    if (isKnown && !isInside(offset, size)) // guarded (getIndexTable)
      offset = kNoOffset;
    if (offset != kNoOffset)
      offset += static_cast<int64_t>(lane) / space.extent * distance;
  }
  for (AccessPart &part : result.parts)
    part.offsets = restrictTo(offsets, part.lanes);
  return result;
}

void Former::readMemory(memref::LoadOp op, const LaneValue &index) {
  Location loc = op.getLoc();
  Value buffer = parameters.lookup(op.getMemRef());
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  InfRegType type = laneType(element, space.extent);
  std::optional<LinearForm> linear = getPlaceIn(buffer, index);
  if (recorder)
    recorder->recordMemory(op.getMemRef(), comparable(linear), index.extent,
                           mask, space, /*isWrite=*/false);
  Value result;
  if (!linear) {
    ++counts.scattered;
    remark(op, "address known only at run time: gather");
    result = GatherOp::create(builder, loc, type, buffer,
                              elementsAt(buffer, index, loc),
                              dynamicMask(space.extent, loc));
  } else {
    AffineParts affine =
        splitAffine(buffer, *linear, index.extent, /*inOrder=*/false, loc);
    for (const AccessPart &part : affine.parts) {
      Value lanes = LoadOp::create(builder, loc, type, buffer, part.base,
                                   affine.stride, affine.active, part.offsets);
      result =
          result ? builder.createOrFold<MergeOp>(loc, lanes, result, part.lanes)
                 : lanes;
    }
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
  std::optional<LinearForm> linear = getPlaceIn(buffer, index);
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
