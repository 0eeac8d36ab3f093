//===- JoinedValues.cpp - Values that are computed alike ------------------===//

#include "JoinedValues.h"
#include "Pirch/Analysis/OpCosts.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace pirch;

int64_t pirch::getExtentOf(Value value) {
  return cast<InfRegType>(value.getType()).getExtent();
}

std::optional<int64_t> pirch::getElement(ReorderOp reorder, int64_t ix) {
  int64_t to = reorder.getType().getExtent();
  int64_t from = getExtentOf(reorder.getSource());
  SmallVector<int32_t> table = reorder.getLaneTable();
  std::optional<int64_t> element;
  for (auto [lane, source] : llvm::enumerate(table)) {
    if (static_cast<int64_t>(lane) % to != ix)
      continue;
    if (source == kNoLane || (element && *element != source % from))
      return std::nullopt;
    element = source % from;
  }
  return element;
}

/// The operations that `getFirstElement` follows before it gives up.
static constexpr int kMostSteps = 16;

int64_t pirch::getFirstElement(Value value) {
  SmallVector<Value> pending = {value};
  for (int step = 0; step < kMostSteps && !pending.empty(); ++step) {
    Operation *op = pending.pop_back_val().getDefiningOp();
    if (auto reorder = dyn_cast_if_present<ReorderOp>(op))
      return getElement(reorder, 0).value_or(0);
    if (op)
      for (Value operand : llvm::reverse(op->getOperands()))
        if (isa<InfRegType>(operand.getType()))
          pending.push_back(operand);
  }
  return 0;
}

static InfRegType withExtent(Type type, int64_t extent) {
  auto infreg = cast<InfRegType>(type);
  SmallVector<int64_t> shape(infreg.getShape());
  shape.back() = extent;
  return infreg.cloneWith(ArrayRef<int64_t>(shape), infreg.getElementType());
}

Value pirch::takeElements(OpBuilder &builder, Value value, int64_t first,
                          int64_t count) {
  auto map = llvm::to_vector(llvm::seq<int32_t>(first, first + count));
  return ReorderOp::create(builder, value.getLoc(),
                           withExtent(value.getType(), count), value, map);
}

//===----------------------------------------------------------------------===//
// Are they alike?
//===----------------------------------------------------------------------===//

bool JoinedValues::Less::operator()(const Values &a, const Values &b) const {
  return std::lexicographical_compare(
      a.begin(), a.end(), b.begin(), b.end(), [](Value x, Value y) {
        return x.getAsOpaquePointer() < y.getAsOpaquePointer();
      });
}

bool JoinedValues::areAlike(ArrayRef<Value> values) {
  auto [entry, isNew] = alike.try_emplace(llvm::to_vector(values), false);
  if (isNew)
    entry->second = areAlikeInFact(values);
  return entry->second;
}

bool JoinedValues::areAlikeInFact(ArrayRef<Value> values) {
  if (llvm::all_equal(values))
    return !isa<InfRegType>(values.front().getType()) ||
           getExtentOf(values.front()) == 1;
  return llvm::all_of(values,
                      [&](Value value) {
                        return isa<InfRegType>(value.getType()) &&
                               value.getType() == values.front().getType() &&
                               getExtentOf(value) == 1;
                      }) &&
         (areElementsOfOne(values) || areLoadsOfOne(values) ||
          areResultsOfOne(values));
}

bool JoinedValues::areElementsOfOne(ArrayRef<Value> values) {
  auto first = values.front().getDefiningOp<ReorderOp>();
  return first && llvm::all_of(values, [&](Value value) {
           auto reorder = value.getDefiningOp<ReorderOp>();
           return reorder && reorder.getSource() == first.getSource() &&
                  getElement(reorder, 0);
         });
}

/// Whether the kernel around `load` writes the buffer that it reads.
static bool isWritten(LoadOp load) {
  return llvm::any_of(load.getBuffer().getUsers(), [](Operation *user) {
    auto access = dyn_cast<AccessOpInterface>(user);
    return !access || access.isWrite();
  });
}

bool JoinedValues::areLoadsOfOne(ArrayRef<Value> values) {
  auto first = values.front().getDefiningOp<LoadOp>();
  return first && !first.getMask() && !isWritten(first) &&
         llvm::all_of(values, [&](Value value) {
           auto load = value.getDefiningOp<LoadOp>();
           return load && load->getOperands() == first->getOperands() &&
                  llvm::all_equal(load.getOffsets());
         });
}

JoinedValues::Values JoinedValues::getOperands(ArrayRef<Value> values,
                                               unsigned at) {
  return llvm::map_to_vector(values, [&](Value value) {
    return value.getDefiningOp()->getOperand(at);
  });
}

bool JoinedValues::areResultsOfOne(ArrayRef<Value> values) {
  Operation *first = values.front().getDefiningOp();
  if (!first || !isLaneWise(first) || !isMemoryEffectFree(first) ||
      first->getNumResults() != 1 || first->getNumRegions() ||
      first->getNumOperands() == 0)
    return false;
  for (Value value : values) {
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != builder.getInsertionBlock() ||
        op->getName() != first->getName() ||
        op->getNumOperands() != first->getNumOperands() ||
        op->getAttrDictionary() != first->getAttrDictionary())
      return false;
  }
  for (unsigned at = 0; at < first->getNumOperands(); ++at)
    if (!areAlike(getOperands(values, at)))
      return false;
  for (Value value : values)
    operations.insert(value.getDefiningOp());
  ++numOperations;
  return true;
}

bool JoinedValues::areUsedOnlyBy(
    const llvm::SmallPtrSetImpl<Operation *> &users) const {
  return llvm::all_of(operations, [&](Operation *op) {
    return llvm::all_of(op->getUsers(), [&](Operation *user) {
      return operations.contains(user) || users.contains(user);
    });
  });
}

//===----------------------------------------------------------------------===//
// Joining
//===----------------------------------------------------------------------===//

Value JoinedValues::join(ArrayRef<Value> values) {
  auto [entry, isNew] = joined.try_emplace(llvm::to_vector(values));
  if (!isNew)
    return entry->second;
  Value &result = entry->second;
  Value first = values.front();
  int64_t extent = values.size();
  if (!isa<InfRegType>(first.getType()))
    return result = first;
  if (!llvm::all_equal(values) && areLoadsOfOne(values))
    return result = joinLoads(values);
  if (!llvm::all_equal(values) && !areElementsOfOne(values)) {
    if ((result = takeJoined(values)))
      return result;
    result = joinOperations(values);
    for (auto [index, value] : llvm::enumerate(values))
      elements.try_emplace(value, result, index);
    return result;
  }
  InfRegType type = withExtent(first.getType(), extent);
  if (llvm::all_equal(values)) {
    if (auto splat = first.getDefiningOp<SplatOp>())
      return result = SplatOp::create(builder, splat.getLoc(), type,
                                      splat.getOperand());
    return result = ReorderOp::create(builder, first.getLoc(), type, first,
                                      SmallVector<int32_t>(extent, 0));
  }
  Value source = first.getDefiningOp<ReorderOp>().getSource();
  auto map = llvm::map_to_vector(values, [](Value value) -> int32_t {
    return *getElement(value.getDefiningOp<ReorderOp>(), 0);
  });
  bool isWhole = getExtentOf(source) == extent &&
                 llvm::equal(map, llvm::seq<int32_t>(0, extent));
  return result = isWhole ? source
                          : ReorderOp::create(builder, first.getLoc(), type,
                                              source, map)
                                .getResult();
}

Value JoinedValues::joinLoads(ArrayRef<Value> values) {
  auto first = values.front().getDefiningOp<LoadOp>();
  SmallVector<int64_t> offsets;
  for (int64_t item = 0; item < first.getType().getNumItems(); ++item)
    for (Value value : values)
      offsets.push_back(value.getDefiningOp<LoadOp>().getOffsets()[item]);
  return LoadOp::create(builder, first.getLoc(),
                        withExtent(first.getType(), values.size()),
                        first.getBuffer(), first.getBase(),
                        first.getGroupStride(), /*mask=*/Value(), offsets);
}

Value JoinedValues::takeJoined(ArrayRef<Value> values) {
  Value source = elements.lookup(values.front()).first;
  SmallVector<int32_t> map;
  for (Value value : values) {
    auto [whole, index] = elements.lookup(value);
    if (!whole || whole != source)
      return {};
    map.push_back(index);
  }
  return ReorderOp::create(builder, values.front().getLoc(),
                           withExtent(source.getType(), values.size()), source,
                           map);
}

Value JoinedValues::joinOperations(ArrayRef<Value> values) {
  Operation *first = values.front().getDefiningOp();
  IRMapping mapping;
  SmallVector<Value> operands;
  for (unsigned at = 0; at < first->getNumOperands(); ++at)
    operands.push_back(join(getOperands(values, at)));
  Operation *copy = first->clone();
  copy->setOperands(operands);
  copy->getResult(0).setType(
      withExtent(values.front().getType(), values.size()));
  builder.insert(copy);
  return copy->getResult(0);
}
