//===- LaneLookups.cpp - Lanes chosen at run time -------------------------===//

#include "LaneEmitter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace pirch;

//===----------------------------------------------------------------------===//
// What is known of an index
//===----------------------------------------------------------------------===//

/// The largest value that an infreg of integers, seen as unsigned, holds in any
/// lane that somebody reads; nothing if that is not known.
static std::optional<uint64_t> getLargest(Value value, int64_t depth = 8) {
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return std::nullopt;
  auto of = [&](Value operand) { return getLargest(operand, depth - 1); };
  auto greatest = [&](Value a, Value b) -> std::optional<uint64_t> {
    std::optional<uint64_t> x = of(a), y = of(b);
    return x && y ? std::optional(std::max(*x, *y)) : std::nullopt;
  };
  using Bound = std::optional<uint64_t>;
  return TypeSwitch<Operation *, Bound>(op)
      .Case([&](SplatOp o) -> Bound {
        APInt known;
        if (matchPattern(o.getScalar(), m_ConstantInt(&known)))
          return known.getLimitedValue();
        return std::nullopt;
      })
      .Case([&](ConstantOp o) -> Bound {
        auto dense = dyn_cast<DenseIntElementsAttr>(o.getValue());
        if (!dense)
          return std::nullopt;
        uint64_t most = 0;
        for (const APInt &entry : dense.getValues<APInt>())
          most = std::max(most, entry.getLimitedValue());
        return most;
      })
      .Case([&](WiIndexOp o) -> Bound {
        return o->getParentOfType<KernelOp>().getWgSize() - 1;
      })
      .Case([&](IxIndexOp o) -> Bound {
        return cast<InfRegType>(o.getType()).getExtent() - 1;
      })
      .Case([&](arith::AndIOp o) -> Bound {
        Bound a = of(o.getLhs()), b = of(o.getRhs());
        return a && b ? std::min(*a, *b) : a ? a : b;
      })
      .Case([&](arith::RemUIOp o) -> Bound {
        Bound divisor = of(o.getRhs());
        return divisor && *divisor ? Bound(*divisor - 1) : std::nullopt;
      })
      .Case([&](ConvertOp o) -> Bound {
        Bound bound = of(o.getSource());
        unsigned bits = getElementTypeOrSelf(o.getSource().getType())
                            .getIntOrFloatBitWidth();
        bool keeps = o.getKind() == ConversionKind::extui ||
                     o.getKind() == ConversionKind::trunci ||
                     (o.getKind() == ConversionKind::extsi && bound &&
                      *bound < uint64_t(1) << (bits - 1));
        return keeps ? bound : std::nullopt;
      })
      .Case([&](SelectOp o) {
        return greatest(o.getTrueValue(), o.getFalseValue());
      })
      .Case([&](MergeOp o) { return greatest(o.getValue(), o.getInto()); })
      .Case([&](LaneMapOpInterface o) { return of(o.getLaneSource()); })
      .Default(Bound());
}

/// Whether every index that somebody reads is below `candidates`.
static bool isKnownBelow(Value index, int64_t candidates) {
  std::optional<uint64_t> largest = getLargest(index);
  return largest && *largest < static_cast<uint64_t>(candidates);
}

/// Whether lanes may hold nothing defined: those of inactive work items that
/// were not loaded, those that nobody may read, and what is computed from these.
static bool mayHoldNothing(Value value, int64_t depth = 8) {
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return true;
  if (auto load = dyn_cast<LoadOp>(op))
    return load.getMask() || llvm::is_contained(load.getOffsets(), kNoOffset);
  if (auto gather = dyn_cast<GatherOp>(op))
    return gather.getMask() != nullptr;
  if (auto map = dyn_cast<LaneMapOpInterface>(op);
      map && llvm::is_contained(map.getLaneTable(), kNoLane))
    return true;
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    return isa<InfRegType>(operand.getType()) &&
           mayHoldNothing(operand, depth - 1);
  });
}

/// The chunks of `value`, frozen where its lanes may be poison: a shuffle moves
/// all lanes before it is known which of them are read.
LaneEmitter::Chunks LaneEmitter::frozenChunksOf(Value value) {
  Chunks list = chunksOf(value);
  if (mayHoldNothing(value))
    for (Value &chunk : list)
      chunk = LLVM::FreezeOp::create(builder, loc, chunk);
  return list;
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

Value LaneEmitter::resizedChunk(Value chunk, int64_t bits) {
  int64_t from = getElementTypeOrSelf(chunk.getType()).getIntOrFloatBitWidth();
  Type type = chunkType(builder.getIntegerType(bits));
  if (from == bits)
    return chunk;
  return from < bits ? Value(arith::ExtUIOp::create(builder, loc, type, chunk))
                     : arith::TruncIOp::create(builder, loc, type, chunk);
}

Value LaneEmitter::keptBelow(Value index, int64_t candidates) {
  Type element = getElementTypeOrSelf(index.getType());
  Value last = constantAll(builder.getIntegerAttr(element, candidates - 1));
  return llvm::isPowerOf2_64(candidates)
             ? Value(arith::AndIOp::create(builder, loc, index, last))
             : arith::MinUIOp::create(builder, loc, index, last);
}

Value LaneEmitter::linear(Value index, int64_t step, ArrayRef<int64_t> first) {
  Type element = getElementTypeOrSelf(index.getType());
  auto all = [&](int64_t value) {
    return constantAll(builder.getIntegerAttr(element, value));
  };
  if (step != 1)
    index = llvm::isPowerOf2_64(step)
                ? Value(arith::ShLIOp::create(builder, loc, index,
                                              all(llvm::Log2_64(step))))
                : arith::MulIOp::create(builder, loc, index, all(step));
  if (llvm::all_of(first, [](int64_t value) { return value == 0; }))
    return index;
  SmallVector<Attribute> lanesOfFirst;
  for (int64_t value : first)
    lanesOfFirst.push_back(builder.getIntegerAttr(element, value));
  return arith::AddIOp::create(builder, loc, index,
                               constantChunk(element, lanesOfFirst));
}

/// The bits of an integer that counts up to `count` and is made for lanes of
/// `element`: as many as those have, so that masks of both are alike, unless
/// they are too few.
static int64_t bitsToCount(int64_t count, Type element) {
  int64_t bits = std::clamp<int64_t>(element.getIntOrFloatBitWidth(), 8, 64);
  return bits < 32 && count > int64_t(1) << bits ? 32 : bits;
}

//===----------------------------------------------------------------------===//
// Selection among registers
//===----------------------------------------------------------------------===//

Value LaneEmitter::testBit(Value number, int64_t bit) {
  Type element = getElementTypeOrSelf(number.getType());
  auto all = [&](const APInt &value) {
    return constantAll(builder.getIntegerAttr(element, value));
  };
  unsigned bits = element.getIntOrFloatBitWidth();
  Value masked = arith::AndIOp::create(builder, loc, number,
                                       all(APInt::getOneBitSet(bits, bit)));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, masked,
                               all(APInt::getZero(bits)));
}

/// In each lane the value whose index in `values` is what the bits of `number`
/// say, from `bit` on: a tree whose levels test one bit each. A null value is
/// never asked for.
Value LaneEmitter::selectByBits(Chunks values, Value number, int64_t bit) {
  for (; values.size() > 1; ++bit) {
    Value isOdd;
    Chunks halved;
    for (size_t even = 0; even < values.size(); even += 2) {
      Value a = values[even];
      Value b = even + 1 < values.size() ? values[even + 1] : Value();
      if (a && b && a != b) {
        if (!isOdd)
          isOdd = testBit(number, bit);
        a = select(isOdd, b, a);
      }
      halved.push_back(a ? a : b);
    }
    values = std::move(halved);
  }
  return values.front();
}

/// Pattern `cover` where every lane stays where it is.
Value LaneEmitter::selectSlot(const LaneLookup &lookup, const Chunks &source,
                              Value index, Type element) {
  Chunks values;
  for (int32_t chunk : lookup.slots)
    values.push_back(chunk < 0 ? Value() : source[chunk]);
  if (values.size() == 1)
    return values.front();
  SmallVector<int64_t> first;
  for (const std::optional<int64_t> &position : lookup.first)
    first.push_back(position.value_or(0) / lookup.lanes);
  if (isa<VectorType>(index.getType()))
    index = resizedChunk(
        index, bitsToCount(lookup.slots.size(),
                           selector.getLookupType(element, lookup.lanes)));
  return selectByBits(values,
                      linear(index, lookup.stride / lookup.lanes, first), 0);
}

/// Pattern `cover` where lanes move: each candidate is brought to all lanes
/// that may ask for it, and the index tells which of them to take.
Value LaneEmitter::selectCandidate(const LaneLookup &lookup,
                                   const Chunks &source, Value index,
                                   Type element) {
  Type indexElement = getElementTypeOrSelf(index.getType());
  Value result;
  for (int64_t candidate = 0; candidate < lookup.candidates; ++candidate) {
    ChunkOrigins origins = lookup.getOrigins(candidate);
    Value moved =
        buildChunk(source, origins, element, selector.select(origins).pattern);
    Value isWanted =
        result
            ? arith::CmpIOp::create(
                  builder, loc, arith::CmpIPredicate::eq, index,
                  constantAll(builder.getIntegerAttr(indexElement, candidate)))
                  .getResult()
            : Value();
    result = result ? select(isWanted, moved, result) : moved;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Lookups
//===----------------------------------------------------------------------===//

Value LaneEmitter::lookUp(ArrayRef<Value>, Value) {
  llvm_unreachable("only machines with a cost of it look lanes up");
}

Value LaneEmitter::gatherLookup(Value, const LaneLookup &, Value) {
  llvm_unreachable("only machines with memory for lanes gather them");
}

/// Pattern `lookup`: each pair of source chunks by one instruction, and the
/// pair by the further bits of the position.
Value LaneEmitter::lookUpChunk(const LaneLookup &lookup, const Chunks &source,
                               Value index, Type element, bool isBelow) {
  Type type = selector.getLookupType(element, lookup.lanes);
  int64_t slots = lookup.slots.size();
  int64_t bits = type.getIntOrFloatBitWidth();
  index = resizedChunk(index, bitsToCount(slots * lookup.lanes, type));
  // A lookup takes the position modulo the number of lanes that there are,
  // which may be the index modulo the number of candidates.
  bool wraps = llvm::isPowerOf2_64(lookup.candidates) &&
               llvm::isPowerOf2_64(slots) &&
               lookup.candidates * lookup.stride == slots * lookup.lanes;
  if (!isBelow && !wraps)
    index = keptBelow(index, lookup.candidates);
  SmallVector<int64_t> first;
  for (const std::optional<int64_t> &position : lookup.first)
    first.push_back(position.value_or(0));
  Value position = linear(index, lookup.stride, first);
  Value lane = resizedChunk(position, bits);
  Chunks sources, found;
  for (int32_t chunk : lookup.slots) {
    Value value = chunk < 0 ? Value() : source[chunk];
    if (value && type != element)
      value = resizedChunk(value, bits);
    sources.push_back(value);
  }
  for (int64_t even = 0; even < slots; even += 2) {
    Chunks pair;
    for (Value value : ArrayRef(sources).slice(even).take_front(2))
      if (value)
        pair.push_back(value);
    found.push_back(pair.empty() ? Value() : lookUp(pair, lane));
  }
  Value result = selectByBits(found, position, llvm::Log2_64(lookup.lanes) + 1);
  if (type == element)
    return result;
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, result,
                               constantAll(builder.getIntegerAttr(type, 0)));
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

SmallVector<ReorderPattern>
LaneEmitter::patternsOf(Operation *op, ArrayRef<LaneLookup> lookups) {
  if (auto chosen = op->getAttrOfType<ReordersAttr>("reorders");
      chosen && chosen.getPatterns().size() == lookups.size())
    return llvm::to_vector(chosen.getPatterns());
  SmallVector<ReorderPattern> patterns;
  auto type = cast<InfRegType>(op->getResult(0).getType());
  for (const ReorderSelector::Choice &choice :
       selector.selectLookups(lookups, type.getElementType(), lanes))
    patterns.push_back(choice.pattern);
  return patterns;
}

void LaneEmitter::emitLookups(Operation *op, Value source, Value index,
                              Axis axis) {
  auto type = cast<InfRegType>(op->getResult(0).getType());
  auto sourceType = cast<InfRegType>(source.getType());
  Type element = type.getElementType();
  const std::vector<LaneLookup> &lookups =
      mapping.getLookups(sourceType, type, axis);
  // Where a lane is not moved, it does not matter what others hold.
  Chunks kept = chunksOf(source), frozen, indexes = frozenChunksOf(index);
  auto moved = [&]() -> Chunks & {
    if (frozen.empty())
      frozen = frozenChunksOf(source);
    return frozen;
  };
  bool isBelow = isKnownBelow(index, sourceType.getShape()[int(axis)]);
  Chunks result;
  for (auto [lookup, pattern, choice] :
       llvm::zip(lookups, patternsOf(op, lookups), indexes)) {
    switch (pattern) {
    case ReorderPattern::gather:
      result.push_back(gatherLookup(source, lookup, choice));
      break;
    case ReorderPattern::lookup:
      result.push_back(lookUpChunk(lookup, moved(), choice, element, isBelow));
      break;
    default:
      result.push_back(lookup.keepsLanes()
                           ? selectSlot(lookup, kept, choice, element)
                           : selectCandidate(lookup, moved(), choice, element));
    }
  }
  define(op->getResult(0), std::move(result));
}

void LaneEmitter::emitShuffle(WgShuffleOp op) {
  emitLookups(op, op.getValue(), op.getSource(), Axis::wi);
}

void LaneEmitter::emitExtract(ExtractOp op) {
  emitLookups(op, op.getSource(), op.getIndex(), Axis::ix);
}

void LaneEmitter::emitInsert(InsertOp op) {
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
