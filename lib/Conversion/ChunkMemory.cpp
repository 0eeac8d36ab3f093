//===- ChunkMemory.cpp - Loads and stores in chunks -----------------------===//
//
// Emits the accesses that `planAccess` chose for the chunks of loads and
// stores: one scalar for all lanes; contiguous or strided vectors; gathers
// and scatters. Spans are in ChunkSpans.cpp, windows in ChunkWindows.cpp,
// accesses at indexes that the kernel computes in ChunkGathers.cpp, rows in
// ChunkRows.cpp.
//
//===----------------------------------------------------------------------===//

#include "ChunkAccess.h"
#include "Pirch/Analysis/OwnMemory.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace pirch;

Chunker::Access Chunker::makeAccess(Operation *op) {
  auto make = [&](auto access, InfRegType type) {
    AccessShape shape = describeAccess(access, mapping.get(type), target);
    Access result{type,
                  scalars.lookup(access.getBuffer()),
                  access.getBase(),
                  access.getGroupStride(),
                  scalars.lookup(access.getBase()),
                  scalars.lookup(access.getGroupStride()),
                  shape,
                  access.getMask(),
                  planAccess(shape, target)->plan};
    if (shape.isOwn) {
      Type i64 = builder.getI64Type();
      result.stride = constantInt(i64, *shape.stride);
      if (shape.baseStep != 1)
        result.base = arith::MulIOp::create(builder, loc, result.base,
                                            constantInt(i64, shape.baseStep));
    }
    return result;
  };
  if (auto load = dyn_cast<LoadOp>(op))
    return make(load, load.getType());
  auto store = cast<StoreOp>(op);
  return make(store, store.getValue().getType());
}

/// A pointer to an element. The pointer to the start of a group's elements is
/// computed once and shared.
Value Chunker::pointerTo(const Access &access, LanePlace place) {
  Type element = access.type.getElementType();
  auto pointerType = LLVM::LLVMPointerType::get(builder.getContext());
  Value &origin =
      pointers[{access.buffer, {access.originalBase, access.originalStride}}]
              [place.wg];
  if (!origin && access.shape.isOwn) {
    origin = LLVM::GEPOp::create(builder, loc, pointerType, element,
                                 access.buffer, ValueRange{access.base});
  } else if (!origin) {
    Value index = group;
    if (place.wg)
      index = arith::AddIOp::create(
          builder, loc, group,
          arith::ConstantOp::create(builder, loc,
                                    builder.getI64IntegerAttr(place.wg)));
    Value first = arith::AddIOp::create(
        builder, loc, access.base,
        builder.createOrFold<arith::MulIOp>(loc, index, access.stride));
    origin = LLVM::GEPOp::create(builder, loc, pointerType, element,
                                 access.buffer, ValueRange{first});
  }
  if (!place.offset)
    return origin;
  if (llvm::isInt<LLVM::kGEPConstantBitWidth>(place.offset))
    return LLVM::GEPOp::create(
        builder, loc, pointerType, element, origin,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(place.offset)});
  Value far = arith::ConstantOp::create(
      builder, loc, builder.getI64IntegerAttr(place.offset));
  return LLVM::GEPOp::create(builder, loc, pointerType, element, origin,
                             ValueRange{far});
}

static SmallVector<bool> toBools(const llvm::BitVector &bits) {
  SmallVector<bool> result;
  for (unsigned bit = 0; bit < bits.size(); ++bit)
    result.push_back(bits.test(bit));
  return result;
}

/// The mask, a vector of i1, of the lanes of `chunk` that access memory.
Value Chunker::accessMask(const Access &access, int64_t chunk) {
  return activeLanes(access, chunk, access.plan.chunks[chunk].used);
}

/// The mask of the lanes in `wanted` that the mask of the operation, if it has
/// one, does not leave out.
Value Chunker::activeLanes(const Access &access, int64_t chunk,
                           const llvm::BitVector &wanted) {
  Value known = laneMask(toBools(wanted));
  if (!access.mask)
    return known;
  Value none = splat(
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false)));
  return arith::SelectOp::create(builder, loc, known,
                                 chunksOf(access.mask)[chunk], none);
}

Value Chunker::lanePointers(const Access &access, int64_t chunk) {
  SmallVector<Attribute> offsets, groups;
  const LaneMapping &layout = access.shape.mapping;
  for (int64_t lane = 0; lane < lanes; ++lane) {
    int64_t offset = 0, wg = 0;
    if (access.plan.chunks[chunk].used.test(lane)) {
      LaneId id = *layout.getOwner(chunk, lane);
      offset = access.shape.offsets[layout.getTableIndex(id)];
      wg = id.wg;
    }
    offsets.push_back(builder.getI64IntegerAttr(offset));
    groups.push_back(builder.getI64IntegerAttr(wg));
  }
  auto type = vectorType(builder.getI64Type());
  auto constant = [&](ArrayRef<Attribute> values) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     DenseElementsAttr::get(type, values));
  };
  Value index = arith::AddIOp::create(
      builder, loc, constant(offsets),
      arith::MulIOp::create(builder, loc, constant(groups),
                            splat(access.stride)));
  auto pointers = VectorType::get(
      {lanes}, LLVM::LLVMPointerType::get(builder.getContext()));
  return LLVM::GEPOp::create(builder, loc, pointers,
                             access.type.getElementType(),
                             pointerTo(access, {}), ValueRange{index});
}

//===----------------------------------------------------------------------===//
// Strided accesses
//===----------------------------------------------------------------------===//

/// The distance in bytes between lanes that are `step` apart.
Value Chunker::strideInBytes(const Access &access, LanePlace step) {
  int64_t size = alignmentOf(access.type.getElementType());
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(value));
  };
  if (!step.wg)
    return constant(step.offset * size);
  Value elements =
      arith::MulIOp::create(builder, loc, access.stride, constant(step.wg));
  elements =
      arith::AddIOp::create(builder, loc, elements, constant(step.offset));
  return arith::MulIOp::create(builder, loc, elements, constant(size));
}

Value Chunker::allLanes() { return laneMask(SmallVector<bool>(lanes, true)); }

/// Load the lanes of `run` with one access. The other lanes are those of
/// `into`, or poison without it. With `mayReadHoles`, the elements of lanes
/// between those of the run may be read.
Value Chunker::loadStrided(const Access &access, int64_t chunk,
                           const LaneRun &run, bool mayReadHoles, Value into) {
  VectorType type = vectorType(access.type.getElementType());
  int64_t first = run.lanes.find_first(), end = run.lanes.find_last() + 1;
  bool isWhole =
      !access.mask &&
      (mayReadHoles || end - first == static_cast<int64_t>(run.lanes.count()));
  Value mask = isWhole ? allLanes() : activeLanes(access, chunk, run.lanes);
  if (!isWhole)
    first = 0; // the mask leaves out the lanes before the run
  Value length = arith::ConstantOp::create(
      builder, loc, builder.getI32IntegerAttr(end - first));
  Value result = LLVM::VPStridedLoadOp::create(
      builder, loc, type, pointerTo(access, run.place + run.step * first),
      strideInBytes(access, run.step), mask, length);
  if (first)
    result = rotate(result, lanes - first);
  if (into)
    // Lanes of the run that the operation's mask leaves out are taken from the
    // loaded vector as well, where they are zero.
    result = arith::SelectOp::create(builder, loc, laneMask(toBools(run.lanes)),
                                     result, into);
  return result;
}

void Chunker::storeStrided(const Access &access, int64_t chunk,
                           const LaneRun &run, Value vector) {
  int64_t first = run.lanes.find_first(), end = run.lanes.find_last() + 1;
  bool isWhole =
      !access.mask && end - first == static_cast<int64_t>(run.lanes.count());
  if (!isWhole)
    first = 0;
  else if (first)
    vector = rotate(vector, first);
  Value length = arith::ConstantOp::create(
      builder, loc, builder.getI32IntegerAttr(end - first));
  LLVM::VPStridedStoreOp::create(
      builder, loc, vector, pointerTo(access, run.place + run.step * first),
      strideInBytes(access, run.step),
      isWhole ? allLanes() : activeLanes(access, chunk, run.lanes), length);
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// `into` with the lanes from `first` on replaced by those of `part`, a shorter
/// vector. It is first lengthened to a whole vector by poison.
/// vector.insert_strided_slice repeats its first lane there instead, of which
/// LLVM 22 made code that loads that lane alone.
Value Chunker::insertPart(Value part, Value into, int64_t first) {
  int64_t count = cast<VectorType>(part.getType()).getNumElements();
  SmallVector<int64_t> widened(lanes, -1), inserted;
  for (int64_t lane = 0; lane < lanes; ++lane) {
    bool isOfPart = lane >= first && lane < first + count;
    inserted.push_back(isOfPart ? lanes + lane - first : lane);
    if (lane < count)
      widened[lane] = lane;
  }
  Value whole = vector::ShuffleOp::create(builder, loc, part, part, widened);
  return vector::ShuffleOp::create(builder, loc, into, whole, inserted);
}

/// The value of lanes that are not loaded: poison if it is known at compile
/// time that nobody reads them, zero if a mask leaves them out at run time. A
/// masked load that keeps other lanes costs a register; one that clears them
/// costs nothing.
Value Chunker::unloaded(bool isMasked, VectorType type) {
  if (!isMasked)
    return LLVM::PoisonOp::create(builder, loc, type);
  return arith::ConstantOp::create(builder, loc,
                                   cast<TypedAttr>(builder.getZeroAttr(type)));
}

/// Load the lanes in `wanted` of `chunk` from a contiguous vector at `place`.
/// The other lanes are those of `into`, or `unloaded` without it.
Value Chunker::loadLanes(const Access &access, int64_t chunk, LanePlace place,
                         const llvm::BitVector &wanted, Value into) {
  Type element = access.type.getElementType();
  VectorType type = vectorType(element);
  unsigned alignment = alignmentOf(element);
  if (!into)
    into = unloaded(access.mask != nullptr, type);
  SmallVector<LanePiece> pieces = splitLanes(wanted, /*isStore=*/false, target);
  if (access.mask || pieces.empty())
    return LLVM::MaskedLoadOp::create(
        builder, loc, type, pointerTo(access, place),
        activeLanes(access, chunk, wanted), into, alignment);
  Value part = LLVM::LoadOp::create(
      builder, loc, VectorType::get({pieces[0].count}, element),
      pointerTo(access, atLane(place, pieces[0].first)), alignment);
  if (pieces[0].count == lanes)
    return part;
  return insertPart(part, into, pieces[0].first);
}

Chunker::Chunks Chunker::loadChunks(const Access &access) {
  Type element = access.type.getElementType();
  VectorType type = vectorType(element);
  Chunks result(access.plan.chunks.size());
  auto poison = [&]() -> Value {
    return LLVM::PoisonOp::create(builder, loc, type);
  };
  for (const AccessWindow &window : access.plan.windows)
    loadWindow(access, window, result);
  loadSpan(access, result);
  loadUniform(access, result);
  for (auto [index, chunk] : llvm::enumerate(access.plan.chunks)) {
    switch (chunk.kind) {
    case AccessKind::window:
    case AccessKind::span:
    case AccessKind::uniform:
    case AccessKind::staged: // of threads
      break;
    case AccessKind::unused:
      result[index] = poison();
      break;
    case AccessKind::strided:
      result[index] = loadStrided(
          access, index, {chunk.place, chunk.used, chunk.step}, chunk.isInHull);
      break;
    case AccessKind::contiguous:
      if (target.hasStridedAccess())
        result[index] = loadStrided(access, index, {chunk.place, chunk.used},
                                    chunk.isInHull);
      else
        result[index] = loadLanes(access, index, chunk.place,
                                  !access.mask && chunk.isInHull
                                      ? llvm::BitVector(lanes, true)
                                      : chunk.used);
      break;
    case AccessKind::runs:
      for (const LaneRun &run : chunk.runs)
        result[index] =
            target.hasStridedAccess()
                ? loadStrided(access, index, run, /*mayReadHoles=*/false,
                              result[index])
                : loadLanes(access, index, run.place, run.lanes, result[index]);
      break;
    case AccessKind::scattered:
      result[index] = gatherChunk(access, index);
      break;
    }
  }
  return result;
}

/// Load each lane of `chunk` by itself.
Value Chunker::gatherChunk(const Access &access, int64_t chunk) {
  ++counts.gathers;
  VectorType type = vectorType(access.type.getElementType());
  return LLVM::masked_gather::create(
      builder, loc, type, lanePointers(access, chunk),
      accessMask(access, chunk),
      ValueRange{unloaded(access.mask != nullptr, type)},
      alignmentOf(access.type.getElementType()));
}

/// Whether the mask of a load leaves a lane of any chunk.
Value Chunker::anyActive(const Access &access) {
  Value any;
  for (auto [index, chunk] : llvm::enumerate(access.plan.chunks)) {
    if (chunk.used.none())
      continue;
    Value bits = accessMask(access, index);
    any =
        any ? arith::OrIOp::create(builder, loc, any, bits).getResult() : bits;
  }
  return vote(any);
}

/// The scalar that all lanes of the access's mask are; null if they may differ.
Value Chunker::uniformMask(const Access &access) {
  auto splat = access.mask ? access.mask.getDefiningOp<SplatOp>() : SplatOp();
  return splat ? scalars.lookup(splat.getScalar()) : Value();
}

/// Load without the mask where that reads no page of which no work item reads.
Chunker::Chunks Chunker::loadInPage(const Access &access) {
  AccessHull hull = *access.plan.hull;
  Type element = access.type.getElementType();
  Value all = uniformMask(access), reads = all;
  if (!all) {
    Value isInPage =
        isInOnePage(pointerTo(access, {/*wg=*/0, hull.first}),
                    hull.elements * static_cast<int64_t>(alignmentOf(element)));
    reads = expectTrue(
        arith::AndIOp::create(builder, loc, anyActive(access), isInPage));
  } else {
    pointerTo(access, {}); // in this block, for both arms
  }
  size_t chunks = access.plan.chunks.size();
  auto branch = scf::IfOp::create(
      builder, loc, SmallVector<Type>(chunks, vectorType(element)), reads,
      /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  Access unmasked = access;
  unmasked.mask = nullptr;
  unmasked.shape.isMasked = false;
  builder.setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(builder, loc, loadChunks(unmasked));
  builder.setInsertionPointToEnd(branch.elseBlock());
  Chunks gathered;
  for (size_t chunk = 0; chunk < chunks; ++chunk)
    gathered.push_back(
        all || access.plan.chunks[chunk].used.none()
            ? unloaded(/*isMasked=*/all != nullptr, vectorType(element))
            : gatherChunk(access, chunk));
  scf::YieldOp::create(builder, loc, gathered);
  return {branch.getResults().begin(), branch.getResults().end()};
}

void Chunker::emitLoad(LoadOp op) {
  Access access = makeAccess(op);
  define(op, access.plan.hull ? loadInPage(access) : loadChunks(access));
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

/// Store the lanes in `wanted` of `vector`, which belongs to `chunk`, to a
/// contiguous vector at `place`.
void Chunker::storeLanes(const Access &access, int64_t chunk, LanePlace place,
                         const llvm::BitVector &wanted, Value vector) {
  unsigned alignment = alignmentOf(access.type.getElementType());
  SmallVector<LanePiece> pieces;
  if (!access.mask)
    pieces = splitLanes(wanted, /*isStore=*/true, target);
  if (pieces.empty())
    LLVM::MaskedStoreOp::create(builder, loc, vector, pointerTo(access, place),
                                activeLanes(access, chunk, wanted), alignment);
  for (auto [first, count] : pieces) {
    Value part = vector;
    if (count < lanes)
      part = vector::ExtractStridedSliceOp::create(
          builder, loc, vector, ArrayRef<int64_t>{first},
          ArrayRef<int64_t>{count}, ArrayRef<int64_t>{1});
    LLVM::StoreOp::create(builder, loc, part,
                          pointerTo(access, atLane(place, first)), alignment);
  }
}

void Chunker::emitStore(StoreOp op) {
  Access access = makeAccess(op);
  Type element = access.type.getElementType();
  unsigned alignment = alignmentOf(element);
  Chunks value = chunksOf(op.getValue());
  for (const AccessWindow &window : access.plan.windows)
    storeWindow(access, window, value);
  storeSpan(access, value);
  for (auto [index, chunk] : llvm::enumerate(access.plan.chunks)) {
    bool isRow = chunk.kind == AccessKind::contiguous;
    if (chunk.kind == AccessKind::strided ||
        (isRow && target.hasStridedAccess())) {
      storeStrided(access, index, {chunk.place, chunk.used, chunk.step},
                   value[index]);
    } else if (isRow) {
      storeLanes(access, index, chunk.place, chunk.used, value[index]);
    } else if (chunk.kind == AccessKind::runs) {
      for (const LaneRun &run : chunk.runs) {
        if (target.hasStridedAccess())
          storeStrided(access, index, run, value[index]);
        else
          storeLanes(access, index, run.place, run.lanes, value[index]);
      }
    } else if (chunk.kind == AccessKind::scattered) {
      ++counts.gathers;
      LLVM::masked_scatter::create(builder, loc, value[index],
                                   lanePointers(access, index),
                                   accessMask(access, index), alignment);
    }
  }
}
