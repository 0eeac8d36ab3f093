//===- DistributeLanes.cpp - Values that cross threads --------------------===//
//
// Values that depend on the thread or come from another thread: constants for
// each work item, shuffles, exchanges through shared memory, votes, array
// elements at run-time subscripts.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Conversion/ConstantMemory.h"
#include "ThreadEmitter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace pirch;

//===----------------------------------------------------------------------===//
// Formulas of an item's index
//===----------------------------------------------------------------------===//

int64_t ItemFormula::get(int64_t item, int64_t items) const {
  return std::min<int64_t>((item & kept) ^ flipped, items - 1);
}

std::optional<ItemFormula>
ItemFormula::find(ArrayRef<std::optional<int64_t>> values) {
  int64_t items = values.size();
  const auto *first = llvm::find_if(
      values, [](const std::optional<int64_t> &value) { return value; });
  if (first == values.end())
    return std::nullopt;
  // All low bits are kept, or the lowest 1, 2, ... are cleared.
  for (int64_t cleared = 1; cleared <= items; cleared *= 2) {
    ItemFormula formula;
    formula.kept = -cleared;
    formula.flipped = ((first - values.begin()) & formula.kept) ^ **first;
    bool fits = formula.flipped >= 0;
    for (auto [item, value] : llvm::enumerate(values))
      fits &= !value || formula.get(item, items) == *value;
    if (fits)
      return formula;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// What is known of each work item
//===----------------------------------------------------------------------===//

/// The values of the first group, which lies in the first lanes, are those of
/// all groups.
Value ThreadEmitter::constantChunk(Type element, ArrayRef<Attribute> values) {
  return byItem(element, values.take_front(items));
}

Value ThreadEmitter::laneMask(ArrayRef<bool> bits) {
  return bitByItem(bits.take_front(items));
}

/// The bit of the thread's own item: a comparison with the item's index where
/// one item differs from the others, or the items before one from those after;
/// else bit `item` of a constant word, or of a table.
Value ThreadEmitter::bitByItem(ArrayRef<bool> bits) {
  if (llvm::all_equal(bits))
    return constant(builder.getBoolAttr(bits[0]));
  Type i32 = builder.getI32Type();
  auto compare = [&](arith::CmpIPredicate predicate, int64_t index) -> Value {
    return arith::CmpIOp::create(builder, loc, predicate, item,
                                 constantInt(i32, index));
  };
  for (bool bit : {true, false}) {
    auto first = llvm::find(bits, bit);
    if (llvm::count(bits, bit) == 1)
      return compare(bit ? arith::CmpIPredicate::eq : arith::CmpIPredicate::ne,
                     first - bits.begin());
    if (std::all_of(first, bits.end(), [&](bool b) { return b == bit; }))
      return compare(bit ? arith::CmpIPredicate::uge
                         : arith::CmpIPredicate::ult,
                     first - bits.begin());
  }
  constexpr size_t kWordBits = 32;
  if (bits.size() > kWordBits)
    return tableByItem(builder.getI1Type(),
                       llvm::map_to_vector(bits, [&](bool bit) -> Attribute {
                         return builder.getBoolAttr(bit);
                       }));
  uint32_t word = 0;
  for (auto [index, bit] : llvm::enumerate(bits))
    word |= uint32_t(bit) << index;
  Value shifted =
      arith::ShRUIOp::create(builder, loc, constantInt(i32, word), item);
  return arith::TruncIOp::create(builder, loc, builder.getI1Type(), shifted);
}

Value ThreadEmitter::emitFormula(Type type, const ItemFormula &formula) {
  Value number = resized(item, type);
  if (formula.kept != -1)
    number = arith::AndIOp::create(builder, loc, number,
                                   constantInt(type, formula.kept));
  number = arith::XOrIOp::create(builder, loc, number,
                                 constantInt(type, formula.flipped));
  if (!llvm::isPowerOf2_64(items))
    number = arith::MinUIOp::create(builder, loc, number,
                                    constantInt(type, items - 1));
  return number;
}

std::optional<StepFormula> StepFormula::find(ArrayRef<int64_t> values) {
  StepFormula formula;
  formula.first = values[0];
  if (values.size() > 1)
    formula.step = values[1] - values[0];
  auto fits = [&] {
    return llvm::all_of(llvm::enumerate(values), [&](const auto &entry) {
      return entry.value() == formula.get(entry.index());
    });
  };
  if (fits())
    return formula;
  for (formula.shift = 1; size_t(1) << formula.shift < values.size();
       ++formula.shift) {
    int64_t period = int64_t(1) << formula.shift;
    formula.more = values[period] - values[0] - period * formula.step;
    if (fits())
      return formula;
  }
  return std::nullopt;
}

Value ThreadEmitter::emitSteps(Type type, const StepFormula &formula) {
  Value sum;
  auto add = [&](Value value) {
    sum = sum ? arith::AddIOp::create(builder, loc, sum, value) : value;
  };
  auto addProduct = [&](Value number, int64_t factor) {
    if (factor == 1)
      add(number);
    else if (factor)
      add(arith::MulIOp::create(builder, loc, number,
                                constantInt(type, factor)));
  };
  Value number = resized(item, type);
  addProduct(number, formula.step);
  if (formula.more)
    addProduct(arith::ShRUIOp::create(builder, loc, number,
                                      constantInt(type, formula.shift)),
               formula.more);
  if (formula.first || !sum)
    add(constantInt(type, formula.first));
  return sum;
}

/// The value of the thread's own item: by a formula of the item's index, where
/// one gives the values; by bits rather than by two steps, which take twice the
/// operations.
Value ThreadEmitter::indexByItem(Type type, ArrayRef<int64_t> values) {
  std::optional<StepFormula> steps = StepFormula::find(values);
  if (steps && !steps->more)
    return emitSteps(type, *steps);
  if (std::optional<ItemFormula> formula =
          ItemFormula::find(llvm::to_vector_of<std::optional<int64_t>>(values)))
    return emitFormula(type, *formula);
  if (steps)
    return emitSteps(type, *steps);
  return byItem(type, llvm::map_to_vector(values, [&](int64_t value) {
                  return Attribute(builder.getIntegerAttr(type, value));
                }));
}

/// The value of the thread's own item among `values`, one for each item: a
/// chain of selections with one link for each different value, or a table where
/// they are many.
Value ThreadEmitter::byItem(Type type, ArrayRef<Attribute> values) {
  llvm::MapVector<Attribute, SmallVector<bool>> where;
  for (auto [index, value] : llvm::enumerate(values)) {
    auto &bits = where[value];
    bits.resize(values.size());
    bits[index] = true;
  }
  constexpr size_t kMostLinks = 32;
  if (where.size() > kMostLinks)
    return tableByItem(type, values);
  Value result;
  for (auto &[value, bits] : where) {
    Value here = constant(cast<TypedAttr>(value));
    result = result ? select(bitByItem(bits), here, result) : here;
  }
  return result;
}

/// The value of the thread's own item, loaded from a table of constants.
Value ThreadEmitter::tableByItem(Type type, ArrayRef<Attribute> values) {
  Type stored = type;
  SmallVector<Attribute> entries(values);
  if (type.isInteger(1)) { // a bit has no address of its own
    stored = builder.getI8Type();
    for (Attribute &entry : entries)
      entry = builder.getIntegerAttr(stored, cast<BoolAttr>(entry).getValue());
  }
  Value table = createConstantMemory(
      builder, loc,
      DenseElementsAttr::get(RankedTensorType::get({items}, stored), entries),
      kGlobalSpace);
  Value index =
      arith::ExtUIOp::create(builder, loc, builder.getI64Type(), item);
  Value entry =
      LLVM::LoadOp::create(builder, loc, stored, place(table, stored, index));
  return resized(entry, type);
}

//===----------------------------------------------------------------------===//
// Exchange
//===----------------------------------------------------------------------===//

/// Every thread writes its value to the block's shared memory and reads that of
/// item `from`. What lies there serves later exchanges of the same value.
Value ThreadEmitter::exchangeThroughMemory(Value value, Value word,
                                           Value from) {
  Type type = word.getType();
  Type integer = builder.getIntegerType(type.getIntOrFloatBitWidth());
  Type index = builder.getIndexType();
  Value memory = shared[integer];
  if (published != value) {
    if (isSharedInUse)
      barrier();
    if (integer != type)
      word = arith::BitcastOp::create(builder, loc, integer, word);
    memref::StoreOp::create(
        builder, loc, word, memory,
        arith::IndexCastOp::create(builder, loc, index, threadInTeam)
            .getResult());
    barrier();
    published = value;
  }
  isSharedInUse = true;
  Value result = memref::LoadOp::create(
      builder, loc, memory,
      arith::IndexCastOp::create(builder, loc, index, from).getResult());
  return integer == type
             ? result
             : Value(arith::BitcastOp::create(builder, loc, type, result));
}

/// A shuffle moves 32 or 64 bits of any type within a warp, so that narrower
/// values are extended.
Value ThreadEmitter::exchange(Value value, Value from, bool isInWarp) {
  Value original = value;
  constexpr unsigned kLeastBits = 32;
  Type type = value.getType(), i32 = builder.getI32Type();
  unsigned bits = type.getIntOrFloatBitWidth();
  Type integer = builder.getIntegerType(bits);
  bool isNarrow = bits < kLeastBits;
  if (isNarrow) {
    if (isa<FloatType>(type))
      value = arith::BitcastOp::create(builder, loc, integer, value);
    value = arith::ExtUIOp::create(builder, loc, i32, value);
  }
  if (isWide() && !isInWarp) {
    value = exchangeThroughMemory(original, value, from);
  } else {
    Value thread = isWide()
                       ? arith::AndIOp::create(builder, loc, from,
                                               constantInt(i32, warpSize - 1))
                             .getResult()
                       : arith::AddIOp::create(builder, loc, firstThread, from)
                             .getResult();
    value = gpu::ShuffleOp::create(builder, loc, value, thread,
                                   constantInt(i32, warpSize),
                                   gpu::ShuffleMode::IDX)
                .getShuffleResult();
  }
  if (isNarrow) {
    value = arith::TruncIOp::create(builder, loc, integer, value);
    if (isa<FloatType>(type))
      value = arith::BitcastOp::create(builder, loc, type, value);
  }
  return value;
}

Value ThreadEmitter::vote(Value bit) {
  if (isWide()) {
    published = Value();
    isSharedInUse = hasUnseenAccess = false; // the reduction has barriers
    return gpu::AllReduceOp::create(
        builder, loc, bit,
        gpu::AllReduceOperationAttr::get(builder.getContext(),
                                         gpu::AllReduceOperation::OR),
        /*uniform=*/true);
  }
  return gpu::SubgroupReduceOp::create(
      builder, loc, bit, gpu::AllReduceOperation::OR, /*uniform=*/true);
}

/// What item `from` of the group holds; exchanged once in a region and reused.
Value ThreadEmitter::broadcast(Value value, int64_t from) {
  Value &known = broadcasts[{value, from}];
  if (!known)
    known = exchange(value, constantInt(builder.getI32Type(), from));
  return known;
}

/// A lane map within one register of the team is one exchange. All groups of
/// the team make the same one, so that the origins of the first group describe
/// it. An item whose result nobody reads takes part as well; it asks the same
/// item as the first one whose result is read, so that the exchange is a
/// broadcast where it can be one.
Value ThreadEmitter::permute(const Chunks &source,
                             ArrayRef<ChunkLane> origins) {
  SmallVector<int32_t> from = sourceChunks(origins);
  assert(from.size() == 1 && "a shuffle takes one register");
  Value value = source[from.front()];
  ArrayRef<ChunkLane> first = origins.take_front(items);
  int64_t any = llvm::find_if(first, [](const ChunkLane &origin) {
                  return origin.isRead();
                })->lane;
  SmallVector<int64_t> asked;
  SmallVector<std::optional<int64_t>> read;
  for (const ChunkLane &origin : first) {
    asked.push_back(origin.isRead() ? origin.lane : any);
    read.push_back(origin.isRead() ? std::optional<int64_t>(origin.lane)
                                   : std::nullopt);
  }
  if (!llvm::all_equal(asked))
    if (std::optional<ItemFormula> formula = ItemFormula::find(read))
      for (auto [index, value] : llvm::enumerate(asked))
        value = formula->get(index, items);
  bool isInWarp = llvm::all_of(llvm::enumerate(asked), [&](const auto &pair) {
    return pair.value() / warpSize ==
           static_cast<int64_t>(pair.index()) / warpSize;
  });
  return llvm::all_equal(asked)
             ? broadcast(value, any)
             : exchange(value, indexByItem(builder.getI32Type(), asked),
                        isInWarp);
}

/// Threads need no memory to gather from several registers: each source chunk
/// is one exchange, and each thread selects among the results.
Value ThreadEmitter::gatherChunk(const Chunks &source,
                                 ArrayRef<ChunkLane> origins, Type element) {
  Value result = unreadChunk(element);
  for (int32_t chunk : sourceChunks(origins)) {
    ChunkOrigins here(origins.size());
    SmallVector<bool> bits;
    for (auto [lane, origin] : llvm::enumerate(origins)) {
      bits.push_back(origin.chunk == chunk);
      if (bits.back())
        here[lane] = origin;
    }
    result = select(laneMask(bits), permute(source, here), result);
  }
  return result;
}

void ThreadEmitter::emitShuffle(WgShuffleOp op) {
  Type i32 = builder.getI32Type();
  Chunks result;
  for (auto [value, source] :
       llvm::zip(chunksOf(op.getValue()), chunksOf(op.getSource()))) {
    Value from = source;
    unsigned bits = from.getType().getIntOrFloatBitWidth();
    if (bits > 32)
      from = arith::TruncIOp::create(builder, loc, i32, from);
    if (bits < 32)
      from = arith::ExtUIOp::create(builder, loc, i32, from);
    from =
        arith::MinUIOp::create(builder, loc, from, constantInt(i32, items - 1));
    result.push_back(exchange(value, from));
  }
  define(op.getResult(), std::move(result));
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// An element at a run-time subscript is either selected from all elements, or
/// loaded from local memory, to which the array is stored once for all reads.
void ThreadEmitter::planArrays() {
  if (emitRemarks)
    remarkInsertions();
  llvm::MapVector<Value, SmallVector<ExtractOp>> readers;
  kernel.walk([&](ExtractOp op) { readers[op.getSource()].push_back(op); });
  for (auto &[array, extracts] : readers) {
    int64_t extent = cast<InfRegType>(array.getType()).getExtent();
    int64_t reads = 0;
    for (ExtractOp op : extracts)
      reads += op.getType().getExtent();
    int64_t chain =
        (target.getCost(OpClass::arith) + target.getCost(OpClass::blend)) *
        (extent - 1);
    int64_t inMemory = extent * target.getCost(OpClass::store) +
                       reads * target.getCost(OpClass::gather);
    bool isLocal = inMemory < reads * chain;
    if (isLocal) {
      localArrays[array];
      ++statistics.localArrays;
    }
    if (!emitRemarks)
      continue;
    for (ExtractOp op : extracts)
      if (isLocal)
        op.emitRemark("subscript known at run time: the array of ")
            << extent << " elements lies in local memory";
      else
        op.emitRemark("subscript known at run time: selected from ")
            << extent << " elements";
  }
}

/// Elements that are written at run-time subscripts are selected in any case:
/// an array in memory would have to be loaded again as a whole.
void ThreadEmitter::remarkInsertions() {
  kernel.walk([&](InsertOp op) {
    op.emitRemark("subscript known at run time: each of ")
        << op.getDest().getType().getExtent() << " elements is selected";
  });
}

void ThreadEmitter::putInLocalMemory(Value array) {
  auto type = cast<InfRegType>(array.getType());
  Type element = type.getElementType();
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Chunks source = chunksOf(array), places;
  for (int64_t group = 0; group < type.getNumGroups(); ++group) {
    OpBuilder atEntry(functionEntry, functionEntry->begin());
    Value count = arith::ConstantIntOp::create(
        atEntry, loc, atEntry.getI64Type(), type.getExtent());
    Value place = LLVM::AllocaOp::create(atEntry, loc, pointer, element, count);
    for (int64_t ix = 0; ix < type.getExtent(); ++ix)
      LLVM::StoreOp::create(
          builder, loc, source[group * type.getExtent() + ix],
          LLVM::GEPOp::create(builder, loc, pointer, element, place,
                              ArrayRef<LLVM::GEPArg>{int32_t(ix)}));
    places.push_back(place);
  }
  localArrays[array] = std::move(places);
}

void ThreadEmitter::emitExtract(ExtractOp op) {
  auto local = localArrays.find(op.getSource());
  if (local == localArrays.end())
    return LaneEmitter::emitExtract(op);
  InfRegType type = op.getType();
  int64_t extent = op.getSource().getType().getExtent();
  Chunks result;
  for (auto [lane, index] : llvm::enumerate(chunksOf(op.getIndex()))) {
    // A subscript beyond the array may give any element, but the load must stay
    // within the array.
    Value inside = arith::MinUIOp::create(
        builder, loc, index, constantInt(index.getType(), extent - 1));
    result.push_back(
        LLVM::LoadOp::create(builder, loc, type.getElementType(),
                             place(local->second[lane / type.getExtent()],
                                   type.getElementType(), inside)));
  }
  define(op, std::move(result));
}
