//===- FormVariables.cpp - Variables that registers hold ------------------===//
//
// What becomes of private and `__local` variables: lanes of infregs, unless
// they have to lie in memory. FormMemory.cpp has the accesses of memory.
//
//===----------------------------------------------------------------------===//

#include "Former.h"
#include "LoopRecorder.h"

#include <numeric>

using namespace mlir;
using namespace pirch;

/// Make the memory of a variable: a copy in each group, at the kernel's
/// beginning, so that iterations of a loop around its declaration share it.
void Former::allocateInMemory(memref::AllocaOp op, bool isLocal) {
  MemRefType type = op.getType();
  Value &buffer = parameters[op.getResult()];
  if (buffer) // made by an earlier iteration of a loop that is unrolled
    return;
  // A lane of i1 has no address of its own. Every machine has lanes of i32.
  Type element = type.getElementType();
  if (element.isInteger(1))
    element = builder.getI32Type();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(entry);
  int64_t size = type.getNumElements() * (isLocal ? 1 : items);
  bool isPanel = options.inPanels.contains(variableNumbers.lookup(op));
  bool isShared = isLocal || isPanel;
  buffer = AllocaOp::create(
      builder, op.getLoc(),
      MemRefType::get({size}, element, MemRefLayoutAttrInterface(),
                      builder.getI64IntegerAttr(
                          isShared ? kLocalMemorySpace : kPrivateMemorySpace)));
  if (isPanel)
    panels.insert(buffer);
  remark(op, "a variable of " + Twine(type.getNumElements()) +
                 " elements lies in memory");
}

LogicalResult Former::emitAlloca(memref::AllocaOp op) {
  MemRefType type = op.getType();
  if (!type.hasStaticShape() || type.getRank() != 1)
    return op.emitOpError("expects a rank-1 variable of known size, got ")
           << type;
  bool isLocal = type.getMemorySpaceAsInt() == kLocalMemorySpace;
  bool isTooLarge = type.getNumElements() >
                    InfRegType::kMaxLanesPerGroup / (isLocal ? 1 : items);
  if (isTooLarge || options.inMemory.contains(variableNumbers.lookup(op))) {
    allocateInMemory(op, isLocal);
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

/// Fail, so that the kernel is formed anew with `variable` in memory.
LogicalResult Former::moveToMemory(Value variable) {
  forMemory = variableNumbers.lookup(variable.getDefiningOp());
  forPanel = keptLimit && !variables[variable].isLocal;
  return failure();
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
      if (!isWithin(subscript, size) && !mask.dynamic)
        return op->emitError("subscript ")
               << subscript << " of work item " << wi
               << " is outside the array of " << size << " elements";
      table.push_back(isWithin(subscript, size) ? subscript : kNoOffset);
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

Value Former::extractShared(const Variable &variable, Value subscript,
                            Location loc) {
  // Element k is lane k of the work items' registers, `perItem` for each.
  int64_t perItem = llvm::divideCeil(variable.size, items);
  SmallVector<int32_t> map(items * perItem, kNoLane);
  std::iota(map.begin(), map.begin() + variable.size, 0);
  auto spread = [&]() -> Value {
    return WgPermuteOp::create(builder, loc, laneType(variable.type, perItem),
                               variable.array, map);
  };
  int64_t extent = cast<InfRegType>(subscript.getType()).getExtent();
  InfRegType type = laneType(variable.type, extent);
  auto repeat = [&](Value value, int64_t count) -> Value {
    Type element = cast<InfRegType>(value.getType()).getElementType();
    return builder.createOrFold<ReorderOp>(loc, laneType(element, count), value,
                                           SmallVector<int32_t>(count, 0));
  };
  if (perItem == 1)
    return WgShuffleOp::create(builder, loc, repeat(spread(), extent),
                               subscript);
  if (extent == 1 && llvm::isPowerOf2_64(perItem)) {
    auto constant = [&](int64_t number) -> Value {
      auto element = cast<InfRegType>(subscript.getType()).getElementType();
      Value scalar = arith::ConstantOp::create(
          builder, loc, builder.getIntegerAttr(element, number));
      return SplatOp::create(builder, loc, subscript.getType(), scalar);
    };
    Value owner = arith::ShRSIOp::create(builder, loc, subscript,
                                         constant(llvm::Log2_64(perItem)));
    Value row =
        WgShuffleOp::create(builder, loc, spread(), repeat(owner, perItem));
    Value part =
        arith::AndIOp::create(builder, loc, subscript, constant(perItem - 1));
    return ExtractOp::create(builder, loc, type, row, part);
  }
  map.clear();
  for (int64_t wi = 0; wi < items; ++wi)
    for (int64_t ix = 0; ix < variable.size; ++ix)
      map.push_back(ix);
  Value whole =
      WgPermuteOp::create(builder, loc, laneType(variable.type, variable.size),
                          variable.array, map);
  return ExtractOp::create(builder, loc, type, whole, subscript);
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
    if (variable.size > options.selectLimit || keptLimit)
      return moveToMemory(op.getMemRef());
    ++counts.runTimeSubscripts;
    remark(op, "subscript known only at run time: selects among all " +
                   Twine(variable.size) + " elements");
    Value subscript = materialize(index, space.extent, loc);
    result.value =
        variable.isLocal
            ? extractShared(variable, subscript, loc)
            : ExtractOp::create(builder, loc,
                                laneType(variable.type, space.extent),
                                variable.array, subscript);
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
  if (variable.isLocal || variable.size > options.selectLimit || keptLimit)
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
      if (isWithin(subscript, variable.size))
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
