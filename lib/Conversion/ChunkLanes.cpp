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

/// Store all source chunks on the stack and gather the lanes from there.
Value Chunker::gatherChunk(const Chunks &source, ArrayRef<ChunkLane> origins,
                           Type element) {
  SmallVector<int32_t> from = sourceChunks(origins);
  // A lane of a mask has no address of its own.
  bool isMask = element.isInteger(1);
  Type stored = isMask ? builder.getI32Type() : element;
  VectorType type = vectorType(stored);
  auto pointerType = LLVM::LLVMPointerType::get(builder.getContext());
  Value scratch;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(entryBlock);
    scratch = LLVM::AllocaOp::create(
        builder, loc, pointerType, type,
        arith::ConstantOp::create(builder, loc,
                                  builder.getI64IntegerAttr(from.size())));
  }
  for (auto [slot, chunk] : llvm::enumerate(from)) {
    Value value = source[chunk];
    if (isMask)
      value = arith::ExtUIOp::create(builder, loc, type, value);
    Value place =
        LLVM::GEPOp::create(builder, loc, pointerType, type, scratch,
                            ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(slot)});
    LLVM::StoreOp::create(builder, loc, value, place);
  }
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
  Value pointers =
      LLVM::GEPOp::create(builder, loc, VectorType::get({lanes}, pointerType),
                          stored, scratch, ValueRange{index});
  ++counts.gathers;
  Value result = LLVM::masked_gather::create(
      builder, loc, type, pointers, laneMask(read),
      ValueRange{LLVM::PoisonOp::create(builder, loc, type)},
      std::max(1u, stored.getIntOrFloatBitWidth() / 8));
  return isMask ? Value(arith::TruncIOp::create(builder, loc,
                                                vectorType(element), result))
                : result;
}
