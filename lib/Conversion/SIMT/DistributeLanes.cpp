//===- DistributeLanes.cpp - Values that cross threads --------------------===//

#include "../Combining.h"
#include "ThreadEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace pirch;

//===----------------------------------------------------------------------===//
// What is known of each work item
//===----------------------------------------------------------------------===//

/// A comparison with the item's index where the items before one, or one alone,
/// are meant; else bit `item` of a constant.
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
  uint32_t word = 0;
  for (auto [index, bit] : llvm::enumerate(bits))
    word |= uint32_t(bit) << index;
  Value shifted =
      arith::ShRUIOp::create(builder, loc, constantInt(i32, word), item);
  return arith::TruncIOp::create(builder, loc, builder.getI1Type(), shifted);
}

/// As one multiplication and addition, where that is what they are.
Value ThreadEmitter::indexByItem(Type type, ArrayRef<int64_t> values) {
  int64_t step = values.size() > 1 ? values[1] - values[0] : 0;
  for (auto [index, value] : llvm::enumerate(values))
    if (value != values[0] + static_cast<int64_t>(index) * step)
      return byItem(type, llvm::map_to_vector(values, [&](int64_t value) {
                      return Attribute(builder.getIntegerAttr(type, value));
                    }));
  Value base = constantInt(type, values[0]);
  if (!step)
    return base;
  Value number = item;
  if (type != item.getType())
    number = arith::ExtUIOp::create(builder, loc, type, item);
  Value product =
      arith::MulIOp::create(builder, loc, number, constantInt(type, step));
  return arith::AddIOp::create(builder, loc, product, base);
}

/// The value of the thread's own item among `values`, one for each item: a
/// chain of selections with one link for each different value.
Value ThreadEmitter::byItem(Type type, ArrayRef<Attribute> values) {
  llvm::MapVector<Attribute, SmallVector<bool>> where;
  for (auto [index, value] : llvm::enumerate(values)) {
    auto &bits = where[value];
    bits.resize(values.size());
    bits[index] = true;
  }
  Value result;
  for (auto &[value, bits] : where) {
    Value here = constant(cast<TypedAttr>(value));
    result = result ? select(bitByItem(bits), here, result) : here;
  }
  return result;
}

void ThreadEmitter::emitConstant(ConstantOp op) {
  InfRegType type = op.getType();
  auto values = llvm::to_vector(op.getValue().getValues<Attribute>());
  Scalars list;
  for (int64_t ix = 0; ix < type.getExtent(); ++ix) {
    SmallVector<Attribute> ofItems;
    for (int64_t wi = 0; wi < type.getNumItems(); ++wi)
      ofItems.push_back(values[wi * type.getExtent() + ix]);
    list.push_back(byItem(type.getElementType(), ofItems));
  }
  Scalars result;
  for (int64_t group = 0; group < type.getNumGroups(); ++group)
    llvm::append_range(result, list);
  define(op, std::move(result));
}

//===----------------------------------------------------------------------===//
// Exchange
//===----------------------------------------------------------------------===//

/// One shuffle for 32 bits, two for 64.
Value ThreadEmitter::exchange(Value value, Value from) {
  Type type = value.getType();
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  unsigned bits = type.getIntOrFloatBitWidth();
  auto shuffleWord = [&](Value word) -> Value {
    Value thread = arith::AddIOp::create(builder, loc, firstThread, from);
    return NVVM::ShflOp::create(builder, loc, i32, constantInt(i32, -1), word,
                                thread, constantInt(i32, 31),
                                NVVM::ShflKind::idx, UnitAttr());
  };
  Type integer = builder.getIntegerType(bits);
  Value raw = isa<FloatType>(type)
                  ? arith::BitcastOp::create(builder, loc, integer, value)
                  : value;
  if (bits < 32)
    raw = arith::ExtUIOp::create(builder, loc, i32, raw);
  if (bits <= 32) {
    raw = shuffleWord(raw);
    if (bits < 32)
      raw = arith::TruncIOp::create(builder, loc, integer, raw);
  } else {
    Value half = constantInt(i64, 32);
    Value low = arith::TruncIOp::create(builder, loc, i32, raw);
    Value high = arith::TruncIOp::create(
        builder, loc, i32, arith::ShRUIOp::create(builder, loc, raw, half));
    low = arith::ExtUIOp::create(builder, loc, i64, shuffleWord(low));
    high = arith::ExtUIOp::create(builder, loc, i64, shuffleWord(high));
    raw = arith::OrIOp::create(builder, loc, low,
                               arith::ShLIOp::create(builder, loc, high, half));
  }
  return isa<FloatType>(type)
             ? Value(arith::BitcastOp::create(builder, loc, type, raw))
             : raw;
}

Value ThreadEmitter::vote(Value bit) {
  return NVVM::VoteSyncOp::create(builder, loc, builder.getI1Type(),
                                  constantInt(builder.getI32Type(), -1), bit,
                                  NVVM::VoteSyncKind::any);
}

/// What item `from` of the group holds, exchanged once in a region.
Value ThreadEmitter::broadcast(Value value, int64_t from) {
  Value &known = broadcasts[{value, from}];
  if (!known)
    known = exchange(value, constantInt(builder.getI32Type(), from));
  return known;
}

/// Items that take nothing ask like the first that does.
Value ThreadEmitter::itemToTakeFrom(const ThreadMap::Part &part) {
  int64_t any =
      *llvm::find_if(part.items, [](int64_t item) { return item >= 0; });
  SmallVector<int64_t> items;
  for (int64_t item : part.items)
    items.push_back(item < 0 ? any : item);
  return indexByItem(builder.getI32Type(), items);
}

/// Elements of the item's own array are other names for its scalars; of each
/// other array element that is read, one exchange.
void ThreadEmitter::emitLaneMap(LaneMapOpInterface map) {
  auto from = cast<InfRegType>(map.getLaneSource().getType());
  auto to = cast<InfRegType>(map->getResult(0).getType());
  ThreadMap threads(from, to, map.getLaneTable());
  Scalars source = scalarsOf(map.getLaneSource());
  Scalars result;
  for (int64_t group = 0; group < to.getNumGroups(); ++group)
    for (const auto &parts : threads.elements) {
      Value lane;
      for (const ThreadMap::Part &part : parts) {
        Value value = source[group * from.getExtent() + part.element];
        if (std::optional<int64_t> item = part.getOnlyItem();
            item && !part.isOwn)
          value = broadcast(value, *item);
        else if (!part.isOwn)
          value = exchange(value, itemToTakeFrom(part));
        SmallVector<bool> here =
            llvm::map_to_vector(part.items, [](int64_t i) { return i >= 0; });
        lane = lane ? select(bitByItem(here), value, lane) : value;
      }
      if (!lane)
        lane = constant(builder.getZeroAttr(to.getElementType()));
      result.push_back(lane);
    }
  define(map->getResult(0), std::move(result));
}

void ThreadEmitter::emitMerge(MergeOp op) {
  InfRegType type = op.getType();
  int64_t extent = type.getExtent();
  Scalars result;
  for (auto [index, pair] : llvm::enumerate(
           llvm::zip(scalarsOf(op.getValue()), scalarsOf(op.getInto())))) {
    auto [taken, kept] = pair;
    SmallVector<bool> bits;
    for (int64_t wi = 0; wi < type.getNumItems(); ++wi)
      bits.push_back(op.getLanes()[wi * extent + index % extent]);
    result.push_back(select(bitByItem(bits), taken, kept));
  }
  define(op, std::move(result));
}

void ThreadEmitter::emitShuffle(WgShuffleOp op) {
  Type i32 = builder.getI32Type();
  Scalars result;
  for (auto [value, source] :
       llvm::zip(scalarsOf(op.getValue()), scalarsOf(op.getSource()))) {
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

/// An element at a run-time subscript is selected from all, or loaded from
/// local memory where the array is stored once for all that read it so.
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
  Scalars source = scalarsOf(array), places;
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
  InfRegType type = op.getType();
  int64_t extent = op.getSource().getType().getExtent();
  Scalars source = scalarsOf(op.getSource()), index = scalarsOf(op.getIndex());
  auto local = localArrays.find(op.getSource());
  Scalars result;
  for (int64_t lane = 0; lane < numScalars(type); ++lane) {
    int64_t group = lane / type.getExtent();
    if (local != localArrays.end()) {
      // Beyond the array the element is any, but memory is not left.
      Value last = constantInt(index[lane].getType(), extent - 1);
      Value inside = arith::MinUIOp::create(builder, loc, index[lane], last);
      result.push_back(LLVM::LoadOp::create(
          builder, loc, type.getElementType(),
          place(local->second[group], type.getElementType(), inside)));
      continue;
    }
    Value element = source[group * extent];
    for (int64_t ix = 1; ix < extent; ++ix) {
      Value here = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::eq, index[lane],
          constantInt(index[lane].getType(), ix));
      element = select(here, source[group * extent + ix], element);
    }
    result.push_back(element);
  }
  define(op, std::move(result));
}

void ThreadEmitter::emitInsert(InsertOp op) {
  InfRegType type = op.getDest().getType();
  Scalars dest = scalarsOf(op.getDest()), index = scalarsOf(op.getIndex());
  Scalars value = scalarsOf(op.getValue()), result;
  for (int64_t lane = 0; lane < numScalars(type); ++lane) {
    int64_t group = lane / type.getExtent(), ix = lane % type.getExtent();
    Value here = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                       index[group],
                                       constantInt(index[group].getType(), ix));
    if (op.getMask())
      here = arith::AndIOp::create(builder, loc, here,
                                   scalarsOf(op.getMask())[group]);
    result.push_back(select(here, value[group], dest[lane]));
  }
  define(op.getResult(), std::move(result));
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

/// Items from the first to the last, each seen by all.
void ThreadEmitter::emitCollective(Operation *op) {
  auto type = cast<InfRegType>(op->getResult(0).getType());
  Type element = type.getElementType();
  CombiningKind kind =
      isa<AllOp>(op) ? CombiningKind::and_ : CombiningKind::or_;
  Value mask;
  auto scan = dyn_cast<ScanOp>(op);
  if (auto reduce = dyn_cast<ReduceOp>(op))
    kind = reduce.getKind(), mask = reduce.getMask();
  if (scan)
    kind = scan.getKind(), mask = scan.getMask();
  bool exclusive = scan && scan.getMode() == ScanMode::exclusive;
  Value neutral = constant(getIdentity(builder, kind, element));
  TypedAttr emptyScan = getEmptyScan(builder, kind, element);
  Value nothing = constant(emptyScan);
  // Under a mask, whether some item up to here takes part is known at run time.
  bool mayBeEmpty =
      exclusive && mask && emptyScan != getIdentity(builder, kind, element);
  Scalars result;
  for (auto [lane, own] : llvm::enumerate(scalarsOf(op->getOperand(0)))) {
    Value value = own;
    if (mask)
      value = select(scalarsOf(mask)[lane], value, neutral);
    auto ofItem = [&](Value each, int64_t index) {
      return type.getNumItems() == 1 ? each : broadcast(each, index);
    };
    Value sum, anyone, mine = nothing;
    for (int64_t index = 0; index < type.getNumItems(); ++index) {
      Value next = ofItem(value, index);
      sum = sum ? combine(builder, loc, kind, sum, next) : next;
      if (mayBeEmpty) {
        Value here = ofItem(scalarsOf(mask)[lane], index);
        anyone = anyone
                     ? Value(arith::OrIOp::create(builder, loc, anyone, here))
                     : here;
      }
      if (scan) {
        SmallVector<bool> from;
        for (int64_t wi = 0; wi < type.getNumItems(); ++wi)
          from.push_back(wi >= index + exclusive);
        Value found = mayBeEmpty ? select(anyone, sum, nothing) : sum;
        mine = select(bitByItem(from), found, mine);
      }
    }
    result.push_back(scan ? mine : sum);
  }
  define(op->getResult(0), std::move(result));
}

void ThreadEmitter::emitActive(ActiveOp op) {
  Value any;
  for (Value bit : scalarsOf(op.getMask()))
    any = any ? Value(arith::OrIOp::create(builder, loc, any, bit)) : bit;
  scalars.map(op.getResult(), vote(any));
}
