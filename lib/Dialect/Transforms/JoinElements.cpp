//===- JoinElements.cpp - One operation for what elements repeat ----------===//

#include "JoinedValues.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

namespace pirch {
#define GEN_PASS_DEF_JOINELEMENTS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// Values that may be computed together, and the place of each among all.
struct Bundle {
  SmallVector<Value> values;
  SmallVector<int64_t> places;
};

/// What `value` is computed by: bundles are made of values that agree in it.
std::pair<const void *, const void *> getOrigin(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return {value.getAsOpaquePointer(), nullptr};
  const void *name = op->getName().getAsOpaquePointer();
  if (auto reorder = dyn_cast<ReorderOp>(op))
    return {name, reorder.getSource().getAsOpaquePointer()};
  // Constants are no operations of the kernel's work.
  if (op->getNumOperands() == 0)
    return {name, value.getAsOpaquePointer()};
  return {name, value.getType().getAsOpaquePointer()};
}

/// Divide `values` into bundles, each in the order of the elements that its
/// values are computed from.
SmallVector<Bundle> makeBundles(ArrayRef<Value> values) {
  llvm::MapVector<std::pair<const void *, const void *>, SmallVector<int64_t>>
      byOrigin;
  for (auto [place, value] : llvm::enumerate(values))
    byOrigin[getOrigin(value)].push_back(place);
  SmallVector<Bundle> bundles;
  for (auto &entry : byOrigin) {
    SmallVector<int64_t> &places = entry.second;
    llvm::sort(places, [&](int64_t a, int64_t b) {
      return std::pair(getFirstElement(values[a]), a) <
             std::pair(getFirstElement(values[b]), b);
    });
    Bundle bundle;
    for (int64_t place : places)
      bundle.values.push_back(values[place]);
    bundle.places = std::move(places);
    bundles.push_back(std::move(bundle));
  }
  return bundles;
}

/// A sum, or another combination of integers, whose terms may be taken in any
/// order.
class Combination {
public:
  /// Whether `op` combines two integers and has no such operation as its only
  /// user.
  static bool isLast(Operation *op) {
    return isOne(op) && !(op->hasOneUse() && isOne(*op->user_begin()) &&
                          op->user_begin()->getName() == op->getName());
  }

  explicit Combination(Operation *last) : last(last) { collect(last); }

  ArrayRef<Value> getTerms() const { return terms; }
  const llvm::SmallPtrSetImpl<Operation *> &getOperations() const {
    return operations;
  }

  /// Replace the combination by that of `joined`, of each of which all elements
  /// are combined, and of `others`.
  void replace(ArrayRef<Value> joined, ArrayRef<Value> others) {
    OpBuilder builder(last);
    Value result;
    auto add = [&](Value value) {
      result = result ? combine(builder, result, value) : value;
    };
    for (Value value : joined)
      fold(builder, value, add);
    llvm::for_each(others, add);
    last->getResult(0).replaceAllUsesWith(result);
  }

private:
  static bool isOne(Operation *op) {
    return isa<arith::AddIOp, arith::MulIOp, arith::AndIOp, arith::OrIOp,
               arith::XOrIOp, arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp,
               arith::MaxUIOp>(op) &&
           isa<InfRegType>(op->getResult(0).getType());
  }

  void collect(Operation *op) {
    operations.insert(op);
    for (Value operand : op->getOperands()) {
      Operation *def = operand.getDefiningOp();
      if (def && def->getName() == last->getName() && def->hasOneUse() &&
          def->getBlock() == last->getBlock())
        collect(def);
      else
        terms.push_back(operand);
    }
  }

  /// Overflow flags are left out: they need not hold of partial sums.
  Value combine(OpBuilder &builder, Value lhs, Value rhs) const {
    OperationState state(last->getLoc(), last->getName());
    state.addOperands({lhs, rhs});
    state.addTypes(lhs.getType());
    return builder.create(state)->getResult(0);
  }

  /// Combine the elements of `value`, the lower half with the upper one, and
  /// give what is left to `add`.
  void fold(OpBuilder &builder, Value value, function_ref<void(Value)> add) {
    for (int64_t extent = getExtentOf(value); extent > 1; extent /= 2) {
      if (extent % 2)
        add(takeElements(builder, value, extent - 1, 1));
      value = combine(builder, takeElements(builder, value, 0, extent / 2),
                      takeElements(builder, value, extent / 2, extent / 2));
    }
    add(value);
  }

  Operation *last;
  SmallVector<Value> terms;
  llvm::SmallPtrSet<Operation *, 16> operations;
};

/// What a store writes, by element.
class StoredElements {
public:
  explicit StoredElements(StoreOp store) : store(store) {
    for (int64_t ix = 0; ix < getExtentOf(store.getValue()); ++ix)
      if (Value value = find(store.getValue(), ix))
        values.push_back(value);
  }

  /// Whether each element is the only one of a value.
  bool areSeparate() {
    return static_cast<int64_t>(values.size()) == getExtentOf(store.getValue());
  }
  ArrayRef<Value> getValues() const { return values; }
  /// The operations that bring the values together.
  const llvm::SmallPtrSetImpl<Operation *> &getOperations() const {
    return operations;
  }

  /// Store the elements of the `joined` values of `bundles`; where there is
  /// none, the value of the bundle's element itself.
  void replace(ArrayRef<Bundle> bundles, ArrayRef<Value> joined) {
    OpBuilder builder(store);
    Value merged;
    for (auto [bundle, value] : llvm::zip(bundles, joined)) {
      if (value)
        merged = place(builder, merged, value, bundle.places);
      else
        for (auto [element, at] : llvm::zip(bundle.values, bundle.places))
          merged = place(builder, merged, element, at);
    }
    store.getValueMutable().assign(merged);
  }

private:
  /// The value that has element `ix` of `value` as its only element; null if it
  /// differs between work items, or if there is none.
  Value find(Value value, int64_t ix) {
    Operation *def = value.getDefiningOp();
    if (getExtentOf(value) == 1)
      return value;
    if (auto reorder = dyn_cast_if_present<ReorderOp>(def)) {
      std::optional<int64_t> from = getElement(reorder, ix);
      operations.insert(def);
      return from ? find(reorder.getSource(), *from) : Value();
    }
    auto merge = dyn_cast_if_present<MergeOp>(def);
    if (!merge)
      return {};
    operations.insert(def);
    ArrayRef<bool> lanes = merge.getLanes();
    int64_t extent = getExtentOf(value), taken = 0, items = 0;
    for (int64_t lane = ix; lane < static_cast<int64_t>(lanes.size());
         lane += extent, ++items)
      taken += lanes[lane];
    if (taken != 0 && taken != items)
      return {};
    return find(taken ? merge.getValue() : merge.getInto(), ix);
  }

  /// `merged` with the elements of `value` at `places`.
  Value place(OpBuilder &builder, Value merged, Value value,
              ArrayRef<int64_t> places) {
    int64_t extent = getExtentOf(store.getValue());
    auto type = cast<InfRegType>(store.getValue().getType());
    SmallVector<int32_t> map(extent, kNoLane);
    for (auto [ix, at] : llvm::enumerate(places))
      map[at] = ix;
    SmallVector<bool> lanes;
    for (int64_t lane = 0; lane < type.getLanesPerGroup(); ++lane)
      lanes.push_back(map[lane % extent] != kNoLane);
    if (!llvm::equal(map, llvm::seq<int32_t>(0, extent)))
      value = ReorderOp::create(builder, store.getLoc(), type, value, map);
    if (!merged)
      return value;
    return MergeOp::create(builder, store.getLoc(), value, merged, lanes);
  }

  StoreOp store;
  SmallVector<Value> values;
  llvm::SmallPtrSet<Operation *, 16> operations;
};

struct JoinElementsPass
    : public pirch::impl::JoinElementsBase<JoinElementsPass> {
  using JoinElementsBase::JoinElementsBase;

  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>()) {
      SmallVector<Operation *> ends;
      kernel.walk([&](Operation *op) {
        if (isa<StoreOp>(op) || Combination::isLast(op))
          ends.push_back(op);
      });
      for (Operation *op : llvm::reverse(ends)) {
        if (auto store = dyn_cast<StoreOp>(op))
          joinStored(store);
        else
          joinTerms(op);
      }
    }
  }

  void joinStored(StoreOp store) {
    StoredElements stored(store);
    if (!stored.areSeparate() || getExtentOf(store.getValue()) > maxExtent)
      return;
    SmallVector<Bundle> bundles = makeBundles(stored.getValues());
    OpBuilder builder(store);
    SmallVector<Value> joined;
    for (const Bundle &bundle : bundles)
      joined.push_back(join(builder, bundle, stored.getOperations(),
                            /*leastOperations=*/1));
    if (llvm::any_of(joined, [](Value value) { return !!value; }))
      stored.replace(bundles, joined);
  }

  void joinTerms(Operation *last) {
    Combination combination(last);
    OpBuilder builder(last);
    SmallVector<Value> joined, others;
    for (const Bundle &bundle : makeBundles(combination.getTerms())) {
      Value value = join(builder, bundle, combination.getOperations(),
                         /*leastOperations=*/0);
      if (value)
        joined.push_back(value);
      else
        llvm::append_range(others, bundle.values);
    }
    if (!joined.empty())
      combination.replace(joined, others);
  }

  /// One value whose elements are the bundle's values; null if they are not
  /// computed alike, by at least so many operations each, or are used by other
  /// operations than `users`.
  Value join(OpBuilder &builder, const Bundle &bundle,
             const llvm::SmallPtrSetImpl<Operation *> &users,
             int64_t leastOperations) {
    int64_t extent = bundle.values.size();
    if (extent < 2 || extent > maxExtent)
      return {};
    JoinedValues values(builder);
    if (!values.areAlike(bundle.values) ||
        values.getNumOperations() < leastOperations ||
        !values.areUsedOnlyBy(users))
      return {};
    numJoined += extent;
    return values.join(bundle.values);
  }
};

} // namespace
