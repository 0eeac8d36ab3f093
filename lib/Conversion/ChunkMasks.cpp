//===- ChunkMasks.cpp - Bits of masks as numbers --------------------------===//
//
// Where masks of lanes have registers of their own, the mask of a chunk is a
// number: its bits are counted, for sums of conditions, and its lanes
// compressed, for values that are written close together.
//
//===----------------------------------------------------------------------===//

#include "Chunker.h"
#include "Pirch/Analysis/Compactions.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace pirch;

/// The bits of a mask as a number.
Value Chunker::maskWord(Value bits) {
  Type word = builder.getIntegerType(lanes);
  Value whole =
      vector::BitCastOp::create(builder, loc, VectorType::get({1}, word), bits);
  Value number =
      vector::ExtractOp::create(builder, loc, whole, ArrayRef<int64_t>{0});
  return resized(number, builder.getIntegerType(kMaskWordBits));
}

std::optional<LaneEmitter::Chunks>
Chunker::countBits(const Chunks &bits, InfRegType type,
                   llvm::function_ref<bool(int64_t, int64_t)> counts) {
  LaneMapping layout = mapping.get(type);
  if (!type.getElementType().isInteger() ||
      !countMaskPairs(target, layout, type.getNumItems()))
    return std::nullopt;
  int64_t numChunks = layout.getNumChunks();
  // For each chunk of the result and of the bits, the bits that each lane
  // counts.
  std::map<std::pair<int64_t, int64_t>, SmallVector<Attribute>> counted;
  for (int64_t chunk = 0; chunk < numChunks; ++chunk)
    for (int64_t lane = 0; lane < lanes; ++lane) {
      std::optional<LaneId> id = layout.getOwner(chunk, lane);
      std::map<int64_t, uint32_t> words;
      for (int64_t item = 0; id && item < type.getNumItems(); ++item)
        if (counts(id->wi, item)) {
          auto place = layout.getPlace({id->wg, item, id->ix});
          words[place.chunk] |= uint32_t(1) << place.lane;
        }
      for (auto [from, word] : words) {
        SmallVector<Attribute> &all = counted[{chunk, from}];
        all.resize(lanes, builder.getI32IntegerAttr(0));
        all[lane] =
            builder.getIntegerAttr(builder.getI32Type(), APInt(32, word));
      }
    }
  Chunks result(numChunks);
  auto wordType = vectorType(builder.getI32Type());
  for (auto &[pair, words] : counted) {
    Value word = maskWord(bits[pair.second]);
    Value number;
    if (llvm::all_equal(words)) { // one number for all lanes
      Value some = arith::AndIOp::create(builder, loc, word,
                                         constant(cast<TypedAttr>(words[0])));
      number = splat(math::CtPopOp::create(builder, loc, some));
    } else {
      Value masks = arith::ConstantOp::create(
          builder, loc, DenseElementsAttr::get(wordType, words));
      number = math::CtPopOp::create(
          builder, loc,
          arith::AndIOp::create(builder, loc, splat(word), masks));
    }
    Value &sum = result[pair.first];
    sum =
        sum ? Value(arith::AddIOp::create(builder, loc, sum, number)) : number;
  }
  for (Value &chunk : result)
    chunk = chunk ? resizedChunk(chunk,
                                 type.getElementType().getIntOrFloatBitWidth())
                  : constantAll(builder.getZeroAttr(type.getElementType()));
  return result;
}

/// Whether the lanes that `op` writes are compressed and stored in a row.
bool Chunker::compacts(ScatterOp op) {
  InfRegType type = op.getValue().getType();
  int64_t width = type.getElementType().getIntOrFloatBitWidth();
  // Registers of shorter elements are compressed by few machines.
  if (!countsMasks(target, lanes) || width < 32 ||
      width * lanes > target.getRegisterBits() ||
      op.getBuffer().getDefiningOp<AllocaOp>() || !isCompaction(op))
    return false;
  // A group whose items lie in chunks of their own has nothing to compress.
  LaneMapping layout = mapping.get(type);
  return type.getNumItems() > 1 &&
         layout.getPlace({0, 0, 0}).chunk == layout.getPlace({0, 1, 0}).chunk;
}

/// For each group in each chunk: compress its lanes, and store as many as take
/// part from the place of the first one on. A register is compressed and stored
/// under a mask, since some machines compress to memory slowly.
void Chunker::emitCompaction(ScatterOp op) {
  InfRegType type = op.getValue().getType();
  Type element = type.getElementType();
  VectorType vector = vectorType(element);
  LaneMapping layout = mapping.get(type);
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Type word = builder.getIntegerType(kMaskWordBits),
       wide = builder.getI64Type();
  Chunks mask = chunksOf(op.getMask());
  for (auto [number, value, index] :
       llvm::enumerate(chunksOf(op.getValue()), chunksOf(op.getIndex()))) {
    // The lanes of each group, which are in the order of its work items.
    std::map<int64_t, SmallVector<bool>> groups;
    for (int64_t lane = 0; lane < lanes; ++lane)
      if (std::optional<LaneId> id = layout.getOwner(number, lane)) {
        SmallVector<bool> &mine = groups[id->wg];
        mine.resize(lanes, false);
        mine[lane] = true;
      }
    for (auto &[wg, mine] : groups) {
      bool isAlone = llvm::all_of(mine, [](bool bit) { return bit; });
      Value bits = isAlone ? mask[number]
                           : Value(arith::AndIOp::create(
                                 builder, loc, mask[number], laneMask(mine)));
      int64_t first = llvm::find(mine, true) - mine.begin();
      Value at = vector::ExtractOp::create(builder, loc, index,
                                           ArrayRef<int64_t>{first});
      Value place =
          LLVM::GEPOp::create(builder, loc, pointer, element,
                              scalars.lookup(op.getBuffer()), ValueRange{at});
      Value none = LLVM::PoisonOp::create(builder, loc, vector);
      Value packed =
          LLVM::CallIntrinsicOp::create(
              builder, loc, vector,
              builder.getStringAttr("llvm.experimental.vector.compress"),
              ValueRange{value, bits, none})
              .getResult(0);
      // As many ones as there are lanes that take part.
      Value count =
          resized(math::CtPopOp::create(builder, loc, maskWord(bits)), wide);
      Value one = constantInt(wide, 1);
      Value ones = arith::SubIOp::create(
          builder, loc, arith::ShLIOp::create(builder, loc, one, count), one);
      Value whole = vector::BroadcastOp::create(
          builder, loc, VectorType::get({1}, builder.getIntegerType(lanes)),
          resized(resized(ones, word), builder.getIntegerType(lanes)));
      Value stored = vector::BitCastOp::create(
          builder, loc, vectorType(builder.getI1Type()), whole);
      LLVM::MaskedStoreOp::create(builder, loc, packed, place, stored,
                                  alignmentOf(element));
    }
  }
}
