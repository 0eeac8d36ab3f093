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
  Variable variable;
  variable.type = type.getElementType();
  variable.size = type.getNumElements();
  variable.isLocal = type.getMemorySpaceAsInt() == kLocalMemorySpace;
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
  readMemory(op, lookup(op.getIndices()[0]));
  return success();
}

LogicalResult Former::emitStore(memref::StoreOp op) {
  auto found = variables.find(op.getMemRef());
  if (found != variables.end())
    return emitPrivateStore(op, found->second);
  if (op.getIndices().size() != 1)
    return op.emitOpError("expects one subscript");
  writeMemory(op, lookup(op.getIndices()[0]));
  return success();
}

/// Enter the subscript of each lane of the iteration space into `table`;
/// kNoOffset for inactive lanes.
LogicalResult Former::getIndexTable(const LaneValue &index,
                                    const Variable &variable, Operation *op,
                                    SmallVectorImpl<int64_t> &table) {
  for (int64_t wi = 0; wi < items; ++wi)
    for (int64_t ix = 0; ix < space.extent; ++ix) {
      TypedAttr attr = index.at(wi, ix);
      if (!isActive(wi, ix) || !attr) {
        table.push_back(kNoOffset);
        continue;
      }
      int64_t subscript = *getInt(attr);
      if (subscript < 0 || subscript >= variable.size)
        return op->emitError("subscript ")
               << subscript << " of work item " << wi
               << " is outside the array of " << variable.size << " elements";
      table.push_back(subscript);
    }
  return success();
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
  if (index.isStatic() && failed(getIndexTable(index, variable, op, table)))
    return failure();
  if (!variable.array) { // never written: any value will do
    define(op.getResult(), result);
    return success();
  }
  if (!index.isStatic()) {
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
    if (failed(getIndexTable(index, variable, op, table)))
      return failure();
    storeArray(variable, value, index, loc);
    return success();
  }
  if (variable.isLocal)
    return op.emitError("not supported yet: writing a __local variable at a "
                        "subscript known only at run time");
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
    for (int64_t ix = 0; ix < space.extent; ++ix)
      if (isActive(wi, ix) && index.at(wi, ix))
        writers[(variable.isLocal ? 0 : wi) * variable.size +
                *getInt(index.at(wi, ix))]
            .push_back(wi * space.extent + ix);
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

void Former::readMemory(memref::LoadOp op, const LaneValue &index) {
  Location loc = op.getLoc();
  Value buffer = parameters.lookup(op.getMemRef());
  InfRegType type = laneType(op.getType(), space.extent);
  std::optional<LinearForm> linear = ifNear(getLinear(index));
  if (recorder)
    recorder->recordMemory(buffer, comparable(linear), index.extent, mask,
                           space, /*isWrite=*/false);
  if (!linear) {
    ++counts.scattered;
    remark(op, "address known only at run time: gather");
    Value gathered = GatherOp::create(builder, loc, type, buffer,
                                      materialize(index, space.extent, loc),
                                      dynamicMask(space.extent, loc));
    define(op.getResult(), fromValue(gathered, space.extent));
    return;
  }
  Value stride = groupStride(*linear, loc);
  Value active =
      mask.dynamic ? widen(mask.dynamic, space.extent, loc) : Value();
  SmallVector<int64_t> offsets =
      laneOffsets(*linear, mask, index.extent, items, space.extent);
  Value result;
  for (const AccessPart &part :
       splitRows(*linear, index.extent, /*inOrder=*/false, loc)) {
    Value lanes = LoadOp::create(builder, loc, type, buffer, part.base, stride,
                                 active, restrictTo(offsets, part.lanes));
    result = result
                 ? builder.createOrFold<MergeOp>(loc, lanes, result, part.lanes)
                 : lanes;
  }
  define(op.getResult(), fromValue(result, space.extent));
}

void Former::writeMemory(memref::StoreOp op, const LaneValue &index) {
  Location loc = op.getLoc();
  Value buffer = parameters.lookup(op.getMemRef());
  Value lanes = materialize(lookup(op.getValueToStore()), space.extent, loc);
  std::optional<LinearForm> linear = ifNear(getLinear(index));
  if (recorder)
    recorder->recordMemory(buffer, comparable(linear), index.extent, mask,
                           space, /*isWrite=*/true);
  if (!linear) {
    ++counts.scattered;
    remark(op, "address known only at run time: scatter");
    ScatterOp::create(builder, loc, lanes, buffer,
                      materialize(index, space.extent, loc),
                      dynamicMask(space.extent, loc));
    return;
  }
  Value stride = groupStride(*linear, loc);
  Value active =
      mask.dynamic ? widen(mask.dynamic, space.extent, loc) : Value();
  SmallVector<int64_t> offsets =
      laneOffsets(*linear, mask, index.extent, items, space.extent);
  for (const AccessPart &part :
       splitRows(*linear, index.extent, /*inOrder=*/true, loc))
    StoreOp::create(builder, loc, lanes, buffer, part.base, stride, active,
                    restrictTo(offsets, part.lanes));
}
