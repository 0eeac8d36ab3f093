//===- ChunkLanes.cpp - Values moving between lanes, in chunks ------------===//

#include "Chunker.h"
#include "Combining.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/SetVector.h"
#include <map>

using namespace mlir;
using namespace pirch;

//===----------------------------------------------------------------------===//
// Lane maps
//===----------------------------------------------------------------------===//

/// A chunk whose lanes come from `sources` by any permutation: the first two
/// meet in one shuffle, each further one joins lane by lane.
Value Chunker::permuteChunks(const Chunks &source,
                             ArrayRef<LaneOrigin> origins) {
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

/// Lane `l` takes lane `l + distance`, all around.
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
    chunk = arith::SelectOp::create(builder, loc, constantMask(moved),
                                    rotate(chunk, step.distance), chunk);
  }
  return chunk;
}

/// Parts of the lanes, each brought in place from one source, blended.
Value Chunker::coverChunk(const Chunks &source, ArrayRef<LaneOrigin> origins) {
  Value result;
  for (const ReorderPiece &piece : selector.cover(origins)) {
    Value part = source[piece.chunk];
    SmallVector<bool> here;
    for (int32_t lane : piece.lanes)
      here.push_back(lane >= 0);
    if (piece.shifts)
      part = shiftLanes(part, *piece.shifts);
    else if (piece.pattern != ReorderPattern::reuse)
      part =
          shuffle(part, part,
                  SmallVector<int64_t>(piece.lanes.begin(), piece.lanes.end()));
    result = result ? Value(arith::SelectOp::create(
                          builder, loc, constantMask(here), part, result))
                    : part;
  }
  return result;
}

/// All source chunks stored, and the lanes gathered from there.
Value Chunker::gatherChunk(const Chunks &source, ArrayRef<LaneOrigin> origins,
                           Type element) {
  SmallVector<int32_t> from = sourceChunks(origins);
  // A lane of a mask has no address of its own.
  bool isMask = element.isInteger(1);
  Type stored = isMask ? builder.getI32Type() : element;
  VectorType type = chunkType(stored);
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
  for (const LaneOrigin &origin : origins) {
    read.push_back(origin.isRead());
    int64_t slot =
        origin.isRead() ? llvm::find(from, origin.chunk) - from.begin() : 0;
    indexes.push_back(builder.getI64IntegerAttr(slot * lanes + origin.lane));
  }
  Value index = arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(chunkType(builder.getI64Type()), indexes));
  Value pointers =
      LLVM::GEPOp::create(builder, loc, VectorType::get({lanes}, pointerType),
                          stored, scratch, ValueRange{index});
  ++counts.gathers;
  Value result = LLVM::masked_gather::create(
      builder, loc, type, pointers, constantMask(read),
      ValueRange{LLVM::PoisonOp::create(builder, loc, type)},
      std::max(1u, stored.getIntOrFloatBitWidth() / 8));
  return isMask ? Value(arith::TruncIOp::create(builder, loc,
                                                chunkType(element), result))
                : result;
}

Value Chunker::buildChunk(const Chunks &source, ArrayRef<LaneOrigin> origins,
                          Type element, ReorderPattern pattern) {
  switch (pattern) {
  case ReorderPattern::unread:
    return LLVM::PoisonOp::create(builder, loc, chunkType(element));
  case ReorderPattern::reuse:
    return source[sourceChunks(origins).front()];
  case ReorderPattern::gather:
    return gatherChunk(source, origins, element);
  case ReorderPattern::permute:
  case ReorderPattern::permute2:
    return permuteChunks(source, origins);
  case ReorderPattern::repeat:
  case ReorderPattern::broadcast:
  case ReorderPattern::segmented:
  case ReorderPattern::rotate:
  case ReorderPattern::shifts:
  case ReorderPattern::cover:
    return selector.permutesAtWill() && pattern != ReorderPattern::cover
               ? permuteChunks(source, origins)
               : coverChunk(source, origins);
  }
  llvm_unreachable("all patterns are listed");
}

Chunker::Chunks Chunker::moveLanes(const Chunks &source, InfRegType sourceType,
                                   InfRegType resultType,
                                   ArrayRef<int32_t> table,
                                   ArrayRef<ReorderPattern> patterns) {
  std::vector<ChunkOrigins> origins = splitLaneMap(
      LaneLayout(sourceType), LaneLayout(resultType), table, lanes);
  std::map<SmallVector<std::pair<int32_t, int32_t>>, Value> made;
  Chunks result;
  for (auto [index, chunkOrigins] : llvm::enumerate(origins)) {
    // Patterns that are chosen here take nothing from chunks that hold nothing.
    if (patterns.empty())
      for (LaneOrigin &origin : chunkOrigins)
        if (origin.isRead() &&
            source[origin.chunk].getDefiningOp<LLVM::PoisonOp>())
          origin = LaneOrigin();
    SmallVector<std::pair<int32_t, int32_t>> key;
    for (const LaneOrigin &origin : chunkOrigins)
      key.emplace_back(origin.chunk, origin.lane);
    ReorderPattern pattern = patterns.empty()
                                 ? selector.select(chunkOrigins).pattern
                                 : patterns[index];
    Value &chunk = made[key];
    if (!chunk || (!patterns.empty() && pattern != ReorderPattern::reuse))
      chunk = buildChunk(source, chunkOrigins, resultType.getElementType(),
                         pattern);
    result.push_back(chunk);
  }
  return result;
}

LogicalResult Chunker::emitLaneMap(LaneMapOpInterface map) {
  Value source = map.getLaneSource();
  auto type = cast<InfRegType>(map->getResult(0).getType());
  auto reorders = map->getAttrOfType<ReordersAttr>("reorders");
  if (!reorders)
    return map->emitOpError("has no reorder patterns; select them first "
                            "(pirch-select-reorders)");
  if (static_cast<int64_t>(reorders.getPatterns().size()) != numChunks(type))
    return map->emitOpError("has ")
           << reorders.getPatterns().size() << " reorder patterns for "
           << numChunks(type) << " chunks";
  define(map->getResult(0),
         moveLanes(chunksOf(source), cast<InfRegType>(source.getType()), type,
                   map.getLaneTable(), reorders.getPatterns()));
  return success();
}

void Chunker::emitMerge(MergeOp op) {
  InfRegType type = op.getType();
  LaneLayout layout(type);
  Chunks &value = chunksOf(op.getValue()), &into = chunksOf(op.getInto());
  ArrayRef<bool> set = op.getLanes();
  Chunks result;
  for (auto [index, pair] : llvm::enumerate(llvm::zip(value, into))) {
    auto [taken, kept] = pair;
    SmallVector<bool> bits;
    bool any = false, all = true;
    for (int64_t lane = 0; lane < lanes; ++lane) {
      int64_t position = index * lanes + lane;
      bool inside = position < layout.size();
      LaneId id = inside ? layout.lane(position) : LaneId{0, 0, 0};
      bits.push_back(inside && set[id.wi * type.getExtent() + id.ix]);
      any |= bits.back();
      all &= bits.back() || !inside;
    }
    if (all || taken == kept)
      result.push_back(taken);
    else if (!any)
      result.push_back(kept);
    else
      result.push_back(arith::SelectOp::create(builder, loc, constantMask(bits),
                                               taken, kept));
  }
  define(op, std::move(result));
}

//===----------------------------------------------------------------------===//
// Lanes chosen at run time
//===----------------------------------------------------------------------===//

Chunker::Chunks Chunker::equalTo(const Chunks &index, InfRegType type,
                                 int64_t value) {
  auto vectorType = chunkType(type.getElementType());
  Value constant = arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(
          vectorType, builder.getIntegerAttr(type.getElementType(), value)));
  Chunks result;
  for (Value chunk : index)
    result.push_back(arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, chunk, constant));
  return result;
}

Chunker::Chunks Chunker::select(const Chunks &mask, const Chunks &a,
                                const Chunks &b) {
  Chunks result;
  for (auto [m, x, y] : llvm::zip(mask, a, b))
    result.push_back(
        x == y ? x : Value(arith::SelectOp::create(builder, loc, m, x, y)));
  return result;
}

Chunker::Chunks Chunker::broadcastItem(const Chunks &source, InfRegType type,
                                       int64_t item) {
  SmallVector<int32_t> table;
  for (int64_t wi = 0; wi < type.getNumItems(); ++wi)
    for (int64_t ix = 0; ix < type.getExtent(); ++ix)
      table.push_back(item * type.getExtent() + ix);
  return moveLanes(source, type, type, table);
}

/// Whether lanes of inactive work items may hold nothing defined: those that
/// were not loaded, for a mask or because nobody may read them, and what is
/// computed from these.
static bool mayHoldNothing(Value value, int64_t depth = 8) {
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return true;
  if (auto load = dyn_cast<LoadOp>(op))
    return load.getMask() || llvm::is_contained(load.getOffsets(), kNoOffset);
  if (auto gather = dyn_cast<GatherOp>(op))
    return gather.getMask() != nullptr;
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    return isa<InfRegType>(operand.getType()) &&
           mayHoldNothing(operand, depth - 1);
  });
}

/// The chunks of a value of which each lane is moved, whichever are read then:
/// all lanes hold something.
Chunker::Chunks Chunker::frozenChunksOf(Value value) {
  Chunks chunks = chunksOf(value);
  if (mayHoldNothing(value))
    for (Value &chunk : chunks)
      chunk = LLVM::FreezeOp::create(builder, loc, chunk);
  return chunks;
}

void Chunker::emitShuffle(WgShuffleOp op) {
  auto type = cast<InfRegType>(op.getType());
  auto sourceType = cast<InfRegType>(op.getSource().getType());
  Chunks value = frozenChunksOf(op.getValue());
  Chunks result = broadcastItem(value, type, 0);
  for (int64_t item = 1; item < type.getNumItems(); ++item)
    result = select(equalTo(chunksOf(op.getSource()), sourceType, item),
                    broadcastItem(value, type, item), result);
  define(op.getResult(), std::move(result));
}

void Chunker::emitExtract(ExtractOp op) {
  InfRegType type = op.getType(), sourceType = op.getSource().getType();
  Chunks source = chunksOf(op.getSource());
  Chunks result;
  for (int64_t element = 0; element < sourceType.getExtent(); ++element) {
    SmallVector<int32_t> table;
    for (int64_t wi = 0; wi < type.getNumItems(); ++wi)
      table.append(type.getExtent(), wi * sourceType.getExtent() + element);
    Chunks spread = moveLanes(source, sourceType, type, table);
    result = element == 0 ? spread
                          : select(equalTo(chunksOf(op.getIndex()),
                                           op.getIndex().getType(), element),
                                   spread, result);
  }
  define(op, std::move(result));
}

void Chunker::emitInsert(InsertOp op) {
  InfRegType type = op.getDest().getType();
  SmallVector<int32_t> table;
  for (int64_t wi = 0; wi < type.getNumItems(); ++wi)
    table.append(type.getExtent(), wi);
  auto spread = [&](Value value) {
    auto from = cast<InfRegType>(value.getType());
    return moveLanes(
        chunksOf(value), from,
        cast<InfRegType>(type.cloneWith(std::nullopt, from.getElementType())),
        table);
  };
  auto indexType = cast<InfRegType>(
      type.cloneWith(std::nullopt, op.getIndex().getType().getElementType()));
  Chunks elements = constantChunks(indexType, [&](LaneId id) -> Attribute {
    return builder.getIntegerAttr(indexType.getElementType(), id.ix);
  });
  Chunks hit;
  for (auto [index, element] : llvm::zip(spread(op.getIndex()), elements))
    hit.push_back(arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        index, element));
  if (Value mask = op.getMask())
    for (auto [chunk, active] : llvm::zip(hit, spread(mask)))
      chunk = arith::AndIOp::create(builder, loc, chunk, active);
  define(op.getResult(),
         select(hit, spread(op.getValue()), chunksOf(op.getDest())));
}

//===----------------------------------------------------------------------===//
// Votes and collectives
//===----------------------------------------------------------------------===//

void Chunker::emitCollective(Operation *op) {
  auto type = cast<InfRegType>(op->getResult(0).getType());
  Type element = type.getElementType();
  CombiningKind kind = CombiningKind::or_;
  Value mask;
  auto scan = dyn_cast<ScanOp>(op);
  if (isa<AllOp>(op))
    kind = CombiningKind::and_;
  if (auto reduce = dyn_cast<ReduceOp>(op))
    kind = reduce.getKind(), mask = reduce.getMask();
  if (scan)
    kind = scan.getKind(), mask = scan.getMask();
  Chunks value = chunksOf(op->getOperand(0));
  Value neutral = splat(arith::ConstantOp::create(
      builder, loc, getIdentity(builder, kind, element)));
  if (mask)
    value = select(chunksOf(mask), value, Chunks(value.size(), neutral));

  // Items from the first to the last, each seen by all.
  LaneLayout layout(type);
  bool exclusive = scan && scan.getMode() == ScanMode::exclusive;
  TypedAttr emptyScan = getEmptyScan(builder, kind, element);
  Value nothing = splat(arith::ConstantOp::create(builder, loc, emptyScan));
  InfRegType maskType =
      cast<InfRegType>(type.cloneWith(std::nullopt, builder.getI1Type()));
  // Under a mask, whether some item up to here takes part is known at run time.
  bool mayBeEmpty =
      exclusive && mask && emptyScan != getIdentity(builder, kind, element);
  Chunks sum, anyone, result(value.size(), nothing);
  auto take = [&](int64_t firstItem) { // result = sum from this item on
    Chunks mine = constantChunks(maskType, [&](LaneId id) -> Attribute {
      return builder.getBoolAttr(id.wi >= firstItem);
    });
    Chunks found =
        mayBeEmpty ? select(anyone, sum, Chunks(sum.size(), nothing)) : sum;
    result = select(mine, found, result);
  };
  for (int64_t item = 0; item < type.getNumItems(); ++item) {
    Chunks next = broadcastItem(value, type, item);
    if (sum.empty())
      sum = next;
    else
      for (auto [chunk, other] : llvm::zip(sum, next))
        chunk = combine(builder, loc, kind, chunk, other);
    if (mayBeEmpty) {
      Chunks here = broadcastItem(chunksOf(mask), maskType, item);
      for (auto [index, chunk] : llvm::enumerate(here))
        if (!anyone.empty())
          chunk = arith::OrIOp::create(builder, loc, anyone[index], chunk);
      anyone = std::move(here);
    }
    if (scan)
      take(exclusive ? item + 1 : item);
  }
  define(op->getResult(0), scan ? result : sum);
}

void Chunker::emitActive(ActiveOp op) {
  InfRegType type = op.getMask().getType();
  int64_t total = type.getNumGroups() * type.getLanesPerGroup();
  Value sum;
  for (auto [index, chunk] : llvm::enumerate(chunksOf(op.getMask()))) {
    Value bits = chunk;
    if (static_cast<int64_t>(index + 1) * lanes > total) {
      SmallVector<bool> inside;
      for (int64_t lane = 0; lane < lanes; ++lane)
        inside.push_back(static_cast<int64_t>(index) * lanes + lane < total);
      // Select, not and: lanes past the end hold nothing defined.
      Value none = splat(
          arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false)));
      bits = arith::SelectOp::create(builder, loc, constantMask(inside), bits,
                                     none);
    }
    sum = sum ? Value(arith::OrIOp::create(builder, loc, sum, bits)) : bits;
  }
  scalars.map(op.getResult(), vector::ReductionOp::create(
                                  builder, loc, vector::CombiningKind::OR, sum)
                                  .getResult());
}
