//===- SelectLoaded.cpp - Gathers of elements that were loaded before -----===//

#include "ChoiceTrees.h"
#include "Pirch/Analysis/IntegerBits.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"

namespace pirch {
#define GEN_PASS_DEF_SELECTLOADED
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {
/// A place in a buffer: `lanes[wi] + stride * wg` of work item `wi`.
struct Place {
  SmallVector<int64_t> lanes;
  int64_t stride = 0;

  void add(const Place &other) {
    for (auto [lane, more] : llvm::zip_equal(lanes, other.lanes))
      lane += more;
    stride += other.stride;
  }
};
} // namespace

/// Numbers of subscripts beyond this one are not of interest, and sums and
/// products of a few others do not overflow.
static constexpr int64_t kGreatest = int64_t(1) << 30;

static std::optional<int64_t> getSmall(const APInt &number) {
  std::optional<int64_t> small = number.trySExtValue();
  return small && std::abs(*small) <= kGreatest ? small : std::nullopt;
}

/// The place of which `value`, an infreg of one element for each of `items`
/// work items, holds the number; nothing if it is no such place.
static std::optional<Place> findPlace(Value value, int64_t items) {
  Place place;
  if (std::optional<APInt> constant = getSplatConstant(value)) {
    std::optional<int64_t> number = getSmall(*constant);
    place.lanes.assign(items, number.value_or(0));
    return number ? std::optional(place) : std::nullopt;
  }
  Operation *op = value.getDefiningOp();
  if (auto constant = dyn_cast_if_present<ConstantOp>(op)) {
    auto numbers = dyn_cast<DenseIntElementsAttr>(constant.getValue());
    if (!numbers || numbers.getNumElements() != items)
      return std::nullopt;
    for (const APInt &number : numbers.getValues<APInt>()) {
      std::optional<int64_t> lane = getSmall(number);
      if (!lane)
        return std::nullopt;
      place.lanes.push_back(*lane);
    }
    return place;
  }
  if (isa_and_present<WgIndexOp>(op)) {
    place.lanes.assign(items, 0);
    place.stride = 1;
    return place;
  }
  if (isa_and_present<arith::AddIOp>(op)) {
    std::optional<Place> left = findPlace(op->getOperand(0), items),
                         right = findPlace(op->getOperand(1), items);
    if (left && right)
      left->add(*right);
    return right ? left : std::nullopt;
  }
  auto product = dyn_cast_if_present<arith::MulIOp>(op);
  std::optional<APInt> by =
      product ? getSplatConstant(product.getRhs()) : std::nullopt;
  std::optional<int64_t> factor = by ? getSmall(*by) : std::nullopt;
  if (!factor || !product.getLhs().getDefiningOp<WgIndexOp>())
    return std::nullopt;
  place.lanes.assign(items, 0);
  place.stride = *factor;
  return place;
}

namespace {
/// What is known where a leaf of a tree is reached: what its conditions are,
/// and which number the values are that the tree was found for.
class Path {
public:
  void assume(Value condition, bool isTrue) {
    conditions.push_back({condition, isTrue});
  }
  void forget() { conditions.pop_back(); }

  /// Whether `mask` is known to leave out lanes for which `subscript` has the
  /// constant `number`.
  bool leavesOut(Value mask, Value subscript, const APInt &number) const {
    return mask && evaluate(mask, subscript, number) == false;
  }

private:
  /// What the infreg of i1 `value` is there; nothing if that is not known.
  std::optional<bool> evaluate(Value value, Value subscript,
                               const APInt &number) const {
    for (auto [condition, isTrue] : conditions)
      if (condition == value)
        return isTrue;
    if (std::optional<APInt> constant = getSplatConstant(value))
      return constant->isOne();
    Operation *op = value.getDefiningOp();
    if (auto compare = dyn_cast_if_present<arith::CmpIOp>(op)) {
      std::optional<APInt> other = getSplatConstant(compare.getRhs());
      if (compare.getLhs() != subscript || !other)
        return std::nullopt;
      return arith::applyCmpPredicate(compare.getPredicate(), number, *other);
    }
    if (!isa_and_present<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op))
      return std::nullopt;
    std::optional<bool> left = evaluate(op->getOperand(0), subscript, number),
                        right = evaluate(op->getOperand(1), subscript, number);
    // One operand may tell the result.
    bool decisive = isa<arith::OrIOp>(op);
    if (!isa<arith::XOrIOp>(op) && (left == decisive || right == decisive))
      return decisive;
    if (!left || !right)
      return std::nullopt;
    return isa<arith::XOrIOp>(op) ? *left != *right : !decisive;
  }

  SmallVector<std::pair<Value, bool>> conditions;
};

/// A gather that reads one of a few elements, all of which were loaded.
class ChosenGather {
public:
  ChosenGather(GatherOp gather, ArrayRef<LoadOp> loads,
               DominanceInfo &dominance)
      : gather(gather), loads(loads), dominance(dominance) {}

  /// Whether the gather is one. `choices` knows the kernel.
  bool match(Choices &choices) {
    InfRegType type = gather.getType();
    items = type.getNumItems();
    if (type.getExtent() != 1 || type.getNumGroups() != ShapedType::kDynamic)
      return false;
    first.lanes.assign(items, 0);
    if (!splitIndex(gather.getIndex(), choices) || !tree ||
        tree->numLeaves < 2 || !hasLanesOf(tree, type.getShape()))
      return false;
    root = chosen;
    while (std::optional<Step> step = Step::match(root))
      root = step->getFrom();
    rootTree = choices.find(root);
    Path path;
    return findElements(tree, rootTree, path) && !elements.empty();
  }

  /// Choose among the elements.
  void replace() {
    OpBuilder builder(gather);
    gather.getResult().replaceAllUsesWith(choose(tree, builder));
    gather.erase();
  }

private:
  /// Take the sum `index` apart into the place `first` and a number that is
  /// chosen. Returns false where it is something else.
  bool splitIndex(Value index, Choices &choices) {
    if (std::optional<Place> place = findPlace(index, items)) {
      first.add(*place);
      return true;
    }
    if (auto sum = index.getDefiningOp<arith::AddIOp>();
        sum && !choices.find(index))
      return splitIndex(sum.getLhs(), choices) &&
             splitIndex(sum.getRhs(), choices);
    if (tree)
      return false;
    chosen = index;
    tree = choices.find(index);
    return tree != nullptr;
  }

  /// Find what was loaded for each leaf of `from`. Leaves that the mask is
  /// known to leave out may stay without it. `roots` is the tree of what `from`
  /// was computed of, step by step.
  bool findElements(const Tree &from, const Tree &roots, Path &path) {
    if (!from->condition) {
      if (Value element = findLoaded(from->number)) {
        elements.push_back({from.get(), element});
        return true;
      }
      return roots && !roots->condition &&
             path.leavesOut(gather.getMask(), root, roots->number);
    }
    bool isAlike = roots && roots->condition == from->condition;
    for (bool isTrue : {true, false}) {
      path.assume(from->condition, isTrue);
      bool isFound = findElements(
          isTrue ? from->yes : from->no,
          isAlike ? (isTrue ? roots->yes : roots->no) : nullptr, path);
      path.forget();
      if (!isFound)
        return false;
    }
    return true;
  }

  /// The infreg that was loaded from `number` elements behind the first place;
  /// null if there is none.
  Value findLoaded(const APInt &number) {
    std::optional<int64_t> behind = getSmall(number);
    if (!behind)
      return {};
    for (LoadOp load : loads)
      if (isAt(load, *behind) &&
          dominance.properlyDominates(load.getOperation(),
                                      gather.getOperation()))
        return load.getResult();
    return {};
  }

  bool isAt(LoadOp load, int64_t behind) {
    APInt base, stride;
    if (load.getBuffer() != gather.getBuffer() || load.getMask() ||
        load.getType() != gather.getType() ||
        !matchPattern(load.getBase(), m_ConstantInt(&base)) ||
        !matchPattern(load.getGroupStride(), m_ConstantInt(&stride)) ||
        stride.getSExtValue() != first.stride)
      return false;
    return llvm::all_of(llvm::zip_equal(load.getOffsets(), first.lanes),
                        [&](const auto &pair) {
                          auto [offset, lane] = pair;
                          return offset != kNoOffset &&
                                 offset + base.getSExtValue() == lane + behind;
                        });
  }

  Value choose(const Tree &from, OpBuilder &builder) {
    if (!from->condition) {
      auto *found = llvm::find_if(
          elements, [&](const auto &pair) { return pair.first == from.get(); });
      // No lane that takes part reaches the others.
      return found == elements.end() ? elements.front().second : found->second;
    }
    Value yes = choose(from->yes, builder), no = choose(from->no, builder);
    return yes == no ? yes
                     : Value(SelectOp::create(builder, gather.getLoc(),
                                              from->condition, yes, no));
  }

  GatherOp gather;
  ArrayRef<LoadOp> loads;
  DominanceInfo &dominance;
  int64_t items = 0;
  Place first;
  /// The number that is chosen, its tree, what it is computed of, and its tree.
  Value chosen, root;
  Tree tree, rootTree;
  SmallVector<std::pair<const Choice *, Value>> elements;
};

struct SelectLoadedPass
    : public pirch::impl::SelectLoadedBase<SelectLoadedPass> {
  using SelectLoadedBase::SelectLoadedBase;

  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>())
      selectIn(kernel);
  }

  void selectIn(KernelOp kernel) {
    DominanceInfo dominance(kernel);
    Choices choices;
    SmallVector<LoadOp> loads;
    kernel.walk([&](LoadOp load) { loads.push_back(load); });
    SmallVector<ChosenGather> chosen;
    kernel.walk([&](GatherOp gather) {
      if (!isOnlyRead(gather.getBuffer()))
        return;
      ChosenGather candidate(gather, loads, dominance);
      if (candidate.match(choices))
        chosen.push_back(candidate);
    });
    for (ChosenGather &gather : chosen)
      gather.replace();
    numGathers += chosen.size();
  }

  static bool isOnlyRead(Value buffer) {
    return llvm::all_of(buffer.getUsers(), llvm::IsaPred<LoadOp, GatherOp>);
  }
};
} // namespace
