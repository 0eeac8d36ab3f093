//===- ChunkLanes.cpp - Lane maps as shuffles of vectors ------------------===//

#include "Chunker.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace pirch;

//===----------------------------------------------------------------------===//
// Lane maps
//===----------------------------------------------------------------------===//

/// A chunk whose lanes come from `source` by any permutation: the first two
/// meet in one shuffle, each further one joins lane by lane.
Value Chunker::permute(const Chunks &source, ArrayRef<ChunkLane> origins) {
  SmallVector<int32_t> from = sourceChunks(origins);
  Value result;
  for (size_t next = 0; next < from.size() || !result;) {
    SmallVector<int64_t> mask;
    Value a = result ? result : source[from[0]];
    size_t second = result ? next : 1;
    bool hasSecond = second < from.size();
    Value b = hasSecond ? source[from[second]] : a;
    for (auto [lane, origin] : llvm::enumerate(origins)) {
      int64_t entry = -1;
      if (hasSecond && origin.chunk == from[second])
        entry = lanes + origin.lane;
      else if (!result && origin.chunk == from[0])
        entry = origin.lane;
      else if (result && origin.isRead())
        entry = lane;
      mask.push_back(entry);
    }
    result = shuffle(a, b, mask);
    next = second + 1;
  }
  return result;
}

Value Chunker::shuffle(Value a, Value b, ArrayRef<int64_t> mask) {
  ++counts.shuffles;
  return vector::ShuffleOp::create(builder, loc, a, b, mask);
}

Value Chunker::rotate(Value chunk, int64_t distance) {
  SmallVector<int64_t> mask;
  for (int64_t lane = 0; lane < lanes; ++lane)
    mask.push_back((lane + distance) % lanes);
  return shuffle(chunk, chunk, mask);
}

Value Chunker::shiftLanes(Value chunk, const LaneShifts &shifts) {
  if (shifts.rotation)
    chunk = rotate(chunk, shifts.rotation);
  for (const LaneShifts::Step &step : shifts.steps) {
    SmallVector<bool> moved;
    for (int64_t lane = 0; lane < lanes; ++lane)
      moved.push_back(step.lanes.test(lane));
    chunk = arith::SelectOp::create(builder, loc, laneMask(moved),
                                    rotate(chunk, step.distance), chunk);
  }
  return chunk;
}

//===----------------------------------------------------------------------===//
// Lanes in memory
//===----------------------------------------------------------------------===//

Value Chunker::allocateChunks(Type element, int64_t count) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(entryBlock);
  return LLVM::AllocaOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()),
      vectorType(storedType(element)),
      arith::ConstantOp::create(builder, loc,
                                builder.getI64IntegerAttr(count)));
}

void Chunker::storeChunks(ArrayRef<Value> source, Value memory) {
  for (auto [slot, chunk] : llvm::enumerate(source)) {
    Value value = chunk;
    if (value.getDefiningOp<LLVM::PoisonOp>())
      continue;
    Type stored =
        storedType(cast<VectorType>(value.getType()).getElementType());
    if (vectorType(stored) != value.getType())
      value = arith::ExtUIOp::create(builder, loc, vectorType(stored), value);
    Value place = LLVM::GEPOp::create(
        builder, loc, memory.getType(), stored, memory,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(slot * lanes)});
    LLVM::StoreOp::create(builder, loc, value, place);
  }
}

Value Chunker::gatherStored(Value memory, Type element, Value index,
                            ArrayRef<bool> read) {
  Type stored = storedType(element);
  VectorType type = vectorType(stored);
  Value pointers = LLVM::GEPOp::create(
      builder, loc, VectorType::get({lanes}, memory.getType()), stored, memory,
      ValueRange{index});
  ++counts.gathers;
  Value result = LLVM::masked_gather::create(
      builder, loc, type, pointers, laneMask(read),
      ValueRange{LLVM::PoisonOp::create(builder, loc, type)},
      std::max(1u, stored.getIntOrFloatBitWidth() / 8));
  return stored == element ? result
                           : Value(arith::TruncIOp::create(
                                 builder, loc, vectorType(element), result));
}

/// Store all source chunks on the stack and gather the lanes from there.
Value Chunker::gatherChunk(const Chunks &source, ArrayRef<ChunkLane> origins,
                           Type element) {
  SmallVector<int32_t> from = sourceChunks(origins);
  Value scratch = allocateChunks(element, from.size());
  storeChunks(llvm::map_to_vector(
                  from, [&](int32_t chunk) { return Value(source[chunk]); }),
              scratch);
  SmallVector<Attribute> indexes;
  SmallVector<bool> read;
  for (const ChunkLane &origin : origins) {
    read.push_back(origin.isRead());
    int64_t slot =
        origin.isRead() ? llvm::find(from, origin.chunk) - from.begin() : 0;
    indexes.push_back(builder.getI64IntegerAttr(slot * lanes + origin.lane));
  }
  Value index = arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(vectorType(builder.getI64Type()), indexes));
  return gatherStored(scratch, element, index, read);
}

//===----------------------------------------------------------------------===//
// Lanes chosen at run time
//===----------------------------------------------------------------------===//

Value Chunker::lookUp(ArrayRef<Value> sources, Value index) {
  ++counts.shuffles;
  return LookupOp::create(builder, loc, sources.front().getType(),
                          sources.front(),
                          sources.size() > 1 ? sources.back() : Value(), index);
}

void Chunker::planPanels() {
  kernel.walk([&](Operation *op) {
    bool isShuffle = isa<WgShuffleOp>(op);
    if (!isShuffle && !isa<ExtractOp>(op))
      return;
    Value source = op->getOperand(0);
    const std::vector<LaneLookup> &lookups =
        mapping.getLookups(cast<InfRegType>(source.getType()),
                           cast<InfRegType>(op->getResult(0).getType()),
                           isShuffle ? Axis::wi : Axis::ix);
    if (llvm::is_contained(patternsOf(op, lookups), ReorderPattern::gather))
      panels[source];
  });
}

void Chunker::noteDefined(Value value) {
  auto panel = panels.find(value);
  if (panel == panels.end())
    return;
  Type element = cast<InfRegType>(value.getType()).getElementType();
  const Chunks &list = chunksOf(value);
  panel->second = allocateChunks(element, list.size());
  storeChunks(list, panel->second);
}

/// The position of a lane in memory is its chunk's, times the lanes of a chunk,
/// and its place in the chunk; an index moves it by the same distance from any
/// lane.
Value Chunker::gatherLookup(Value source, const LaneLookup &lookup,
                            Value index) {
  Type element = cast<InfRegType>(source.getType()).getElementType();
  auto positionOf = [&](const ChunkLane &origin) -> int64_t {
    return origin.isRead() ? origin.chunk * lanes + origin.lane : 0;
  };
  SmallVector<int64_t> first;
  SmallVector<bool> read;
  int64_t step = 1;
  ChunkOrigins start = lookup.getOrigins(0);
  ChunkOrigins next =
      lookup.getOrigins(std::min<int64_t>(1, lookup.candidates - 1));
  for (auto [from, to] : llvm::zip(start, next)) {
    first.push_back(positionOf(from));
    read.push_back(from.isRead());
    if (from.isRead())
      step = positionOf(to) - positionOf(from);
  }
  index = resizedChunk(index, 32);
  index = linear(keptBelow(index, lookup.candidates), step, first);
  return gatherStored(panels.lookup(source), element, index, read);
}
