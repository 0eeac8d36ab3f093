//===- LaneCollectives.cpp - Votes, reductions and scans ------------------===//

#include "Combining.h"
#include "LaneEmitter.h"
#include "Pirch/Analysis/CollectiveSteps.h"
#include "Pirch/Analysis/Compactions.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace pirch;

//===----------------------------------------------------------------------===//
// Trees
//===----------------------------------------------------------------------===//

/// One step of a tree: each item that reads another one is combined with what
/// that holds. Where all lanes of a chunk hold the right operand it stands on
/// the right, so that equal combinations are merged later.
LaneEmitter::Chunks LaneEmitter::combineStep(const Chunks &value,
                                             InfRegType type,
                                             CombiningKind kind,
                                             const CollectiveStep &step) {
  SmallVector<int32_t> table = step.getTable(type.getExtent());
  Chunks other = moveLanes(value, type, type, table);
  LaneMapping layout = mapping.get(type);
  // Where zero changes nothing, lanes that read none take a zero, which many
  // machines clear while they move lanes.
  TypedAttr identity = getIdentity(builder, kind, type.getElementType());
  bool clears = matchPattern(identity, m_Zero());
  Chunks result;
  for (auto [chunk, mine, theirs] : llvm::enumerate(value, other)) {
    SmallVector<bool> reads;
    bool any = false, all = true, isOtherFirst = true;
    for (int64_t lane = 0; lane < lanes; ++lane) {
      std::optional<LaneId> id = layout.getOwner(chunk, lane);
      int32_t from = id ? step.sources[id->wi] : kNoLane;
      reads.push_back(from != kNoLane);
      any |= reads.back();
      all &= !id || reads.back();
      isOtherFirst &= !reads.back() || (id->wi & step.distance);
    }
    if (!any) {
      result.push_back(mine);
      continue;
    }
    if (clears && !all)
      theirs = select(laneMask(reads), theirs, constantAll(identity));
    Value both = isOtherFirst ? combine(builder, loc, kind, theirs, mine)
                              : combine(builder, loc, kind, mine, theirs);
    result.push_back(all || clears ? both
                                   : select(laneMask(reads), both, mine));
  }
  return result;
}

LaneEmitter::Chunks LaneEmitter::reduceInTree(Chunks value, InfRegType type,
                                              CombiningKind kind) {
  for (const CollectiveStep &step : planReduction(type.getNumItems()))
    value = combineStep(value, type, kind, step);
  return value;
}

LaneEmitter::Chunks LaneEmitter::scanInTree(Chunks value, InfRegType type,
                                            CombiningKind kind,
                                            bool isExclusive) {
  for (const CollectiveStep &step : planScan(type.getNumItems()))
    value = combineStep(value, type, kind, step);
  if (!isExclusive)
    return value;
  CollectiveStep shift;
  for (int64_t item = 0; item < type.getNumItems(); ++item)
    shift.sources.push_back(item ? item - 1 : kNoLane);
  return moveLanes(value, type, type, shift.getTable(type.getExtent()));
}

//===----------------------------------------------------------------------===//
// One after the other
//===----------------------------------------------------------------------===//

LaneEmitter::Chunks LaneEmitter::broadcastItem(const Chunks &source,
                                               InfRegType type, int64_t item) {
  SmallVector<int32_t> table;
  for (int64_t wi = 0; wi < type.getNumItems(); ++wi)
    for (int64_t ix = 0; ix < type.getExtent(); ++ix)
      table.push_back(item * type.getExtent() + ix);
  return moveLanes(source, type, type, table);
}

/// Combine the values of all items, from the first to the last; each is
/// broadcast to all lanes. A scan takes the sum up to each item, or before it.
LaneEmitter::Chunks LaneEmitter::combineInOrder(const Chunks &value,
                                                InfRegType type,
                                                CombiningKind kind, bool isScan,
                                                bool isExclusive) {
  Chunks sum, result(value.size());
  for (int64_t item = 0; item < type.getNumItems(); ++item) {
    if (isScan && isExclusive && item)
      takeFrom(result, sum, type, item);
    Chunks next = broadcastItem(value, type, item);
    if (sum.empty())
      sum = next;
    else
      for (auto [chunk, other] : llvm::zip(sum, next))
        chunk = combine(builder, loc, kind, chunk, other);
    if (isScan && !isExclusive)
      takeFrom(result, sum, type, item);
  }
  if (!isScan)
    return sum;
  for (auto [chunk, any] : llvm::zip(result, value))
    if (!chunk)
      chunk = any;
  return result;
}

/// Set `result` to `sum` in the lanes of items from `firstItem` on.
void LaneEmitter::takeFrom(Chunks &result, const Chunks &sum, InfRegType type,
                           int64_t firstItem) {
  std::vector<SmallVector<bool>> mine =
      testLanes(type, [&](LaneId id) { return id.wi >= firstItem; });
  for (auto [chunk, now, bits] : llvm::zip(result, sum, mine))
    chunk = chunk ? select(laneMask(bits), now, chunk) : now;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// The type of integers that stand for bits in steps that move lanes.
InfRegType LaneEmitter::flagType(InfRegType type) {
  return cast<InfRegType>(type.cloneWith(
      std::nullopt, selector.getLookupType(builder.getI1Type(), lanes)));
}

LaneEmitter::Chunks LaneEmitter::toFlags(const Chunks &bits, InfRegType type) {
  int64_t width = type.getElementTypeBitWidth();
  return Chunks(llvm::map_range(
      bits, [&](Value bit) { return resizedChunk(bit, width); }));
}

LaneEmitter::Chunks LaneEmitter::toBits(const Chunks &flags, InfRegType type) {
  Value none = constantAll(builder.getZeroAttr(type.getElementType()));
  return Chunks(llvm::map_range(flags, [&](Value flag) -> Value {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, flag,
                                 none);
  }));
}

/// A vote combines bits, as integers where lanes of bits would have to move.
void LaneEmitter::emitVote(Operation *op) {
  auto type = cast<InfRegType>(op->getResult(0).getType());
  CombiningKind kind =
      isa<AllOp>(op) ? CombiningKind::and_ : CombiningKind::or_;
  Chunks bits = chunksOf(op->getOperand(0));
  LaneMapping layout = mapping.get(type);
  bool moves = type.getNumItems() > 1 && layout.getPlace({0, 0, 0}).lane !=
                                             layout.getPlace({0, 1, 0}).lane;
  if (!moves)
    return define(op->getResult(0), reduceInTree(bits, type, kind));
  InfRegType flags = flagType(type);
  define(op->getResult(0),
         toBits(reduceInTree(toFlags(bits, flags), flags, kind), flags));
}

/// A sum of conditions as the number of bits of masks, if the machine counts
/// them.
std::optional<LaneEmitter::Chunks>
LaneEmitter::countItems(Value value, Value mask, CombiningKind kind,
                        llvm::function_ref<bool(int64_t, int64_t)> counts) {
  Value condition =
      kind == CombiningKind::add ? getCountedBits(value) : Value();
  if (!condition)
    return std::nullopt;
  Chunks bits = chunksOf(condition);
  if (mask)
    for (auto [chunk, part] : llvm::zip(bits, chunksOf(mask)))
      chunk = arith::AndIOp::create(builder, loc, chunk, part);
  return countBits(bits, cast<InfRegType>(value.getType()), counts);
}

void LaneEmitter::emitReduce(ReduceOp op) {
  auto type = cast<InfRegType>(op.getType());
  if (std::optional<Chunks> counted =
          countItems(op.getValue(), op.getMask(), op.getKind(),
                     [](int64_t, int64_t) { return true; }))
    return define(op.getResult(), std::move(*counted));
  Chunks value = maskedValue(op.getValue(), op.getMask(), op.getKind());
  bool inOrder = op.getOrdered() && isa<FloatType>(type.getElementType());
  define(op.getResult(),
         inOrder ? combineInOrder(value, type, op.getKind(), /*isScan=*/false,
                                  /*isExclusive=*/false)
                 : reduceInTree(value, type, op.getKind()));
}

/// The chunks of `value`; in items that the mask leaves out what changes
/// nothing.
LaneEmitter::Chunks LaneEmitter::maskedValue(Value value, Value mask,
                                             CombiningKind kind) {
  Chunks list = chunksOf(value);
  if (!mask)
    return list;
  Type element = cast<InfRegType>(value.getType()).getElementType();
  Value neutral = splat(constant(getIdentity(builder, kind, element)));
  return select(chunksOf(mask), list, Chunks(list.size(), neutral));
}

void LaneEmitter::emitScan(ScanOp op) {
  auto type = cast<InfRegType>(op.getType());
  Type element = type.getElementType();
  CombiningKind kind = op.getKind();
  bool isExclusive = op.getMode() == ScanMode::exclusive;
  if (std::optional<Chunks> counted = countItems(
          op.getValue(), op.getMask(), kind, [&](int64_t item, int64_t other) {
            return other < item || (!isExclusive && other == item);
          }))
    return define(op.getResult(), std::move(*counted));
  Chunks value = maskedValue(op.getValue(), op.getMask(), kind);
  bool inOrder = op.getOrdered() && isa<FloatType>(element);
  Chunks result =
      inOrder ? combineInOrder(value, type, kind, /*isScan=*/true, isExclusive)
              : scanInTree(value, type, kind, isExclusive);
  if (!isExclusive)
    return define(op.getResult(), std::move(result));
  // The first item has none before it. With a mask, only run time knows of the
  // others whether one that takes part comes before.
  TypedAttr emptyScan = getEmptyScan(builder, kind, element);
  Chunks nothing(result.size(), splat(constant(emptyScan)));
  if (op.getMask() && emptyScan != getIdentity(builder, kind, element)) {
    InfRegType flags = flagType(type);
    Chunks anyone = scanInTree(toFlags(chunksOf(op.getMask()), flags), flags,
                               CombiningKind::or_, /*isExclusive=*/true);
    result = select(toBits(anyone, flags), result, nothing);
  }
  takeFrom(nothing, result, type, 1);
  define(op.getResult(), std::move(nothing));
}

void LaneEmitter::emitActive(ActiveOp op) {
  std::vector<SmallVector<bool>> inside =
      testLanes(op.getMask().getType(), [](LaneId) { return true; });
  Value sum;
  for (auto [chunk, lanesInside] : llvm::zip(chunksOf(op.getMask()), inside)) {
    Value bits = chunk;
    if (!llvm::all_of(lanesInside, [](bool bit) { return bit; }))
      bits = clearPadding(bits, lanesInside);
    sum = sum ? Value(arith::OrIOp::create(builder, loc, sum, bits)) : bits;
  }
  scalars.map(op.getResult(), vote(sum));
}

LogicalResult LaneEmitter::emitReadFirstLane(ReadFirstLaneOp op) {
  if (pack != 1)
    return op.emitOpError("is one scalar for ")
           << pack << " work groups of a pack";
  ChunkLane first = mapping.get(op.getValue().getType()).getPlace({0, 0, 0});
  scalars.map(op.getResult(),
              readLane(chunksOf(op.getValue())[first.chunk], first.lane));
  return success();
}
