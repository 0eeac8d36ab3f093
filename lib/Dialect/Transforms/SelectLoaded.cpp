//===- SelectLoaded.cpp - Gathers of elements that were loaded before -----===//

#include "ChoiceTrees.h"
#include "IndexPolynomials.h"
#include "Pirch/Analysis/IntegerBits.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dominance.h"

namespace pirch {
#define GEN_PASS_DEF_SELECTLOADED
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {
/// The conditions that hold where a leaf of a choice tree is reached.
class Path {
public:
  void assume(Value condition, bool isTrue) {
    conditions.push_back({condition, isTrue});
  }
  void forget() { conditions.pop_back(); }

  /// Whether `mask`, which may be null, is known to be false in lanes in which
  /// `integer` holds `number` there.
  bool leavesOut(Value mask, Value integer, const APInt &number) const {
    constexpr int kDepth = 8;
    return mask && evaluate(mask, integer, number, kDepth) == false;
  }

private:
  /// What the infreg of i1 `value` holds in such lanes, looked for through
  /// `depth` operations; nothing if that is not known.
  std::optional<bool> evaluate(Value value, Value integer, const APInt &number,
                               int depth) const {
    for (auto [condition, isTrue] : conditions)
      if (condition == value)
        return isTrue;
    if (std::optional<APInt> constant = getSplatConstant(value))
      return constant->isOne();
    Operation *op = value.getDefiningOp();
    if (auto compare = dyn_cast_if_present<arith::CmpIOp>(op)) {
      std::optional<APInt> other = getSplatConstant(compare.getRhs());
      if (compare.getLhs() != integer || !other)
        return std::nullopt;
      return arith::applyCmpPredicate(compare.getPredicate(), number, *other);
    }
    if (depth == 0 ||
        !isa_and_present<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op))
      return std::nullopt;
    auto evaluateOperand = [&](unsigned operand) {
      return evaluate(op->getOperand(operand), integer, number, depth - 1);
    };
    std::optional<bool> left = evaluateOperand(0), right = evaluateOperand(1);
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

/// A load without a mask, and the elements that it reads.
struct KnownLoad {
  LoadOp load;
  Polynomial place;
};

/// A gather that reads one of a few elements, all of which were loaded.
class ChosenGather {
public:
  ChosenGather(GatherOp gather, ArrayRef<KnownLoad> loads,
               DominanceInfo &dominance)
      : gather(gather), loads(loads), dominance(dominance) {}

  /// Whether `gather` is such a gather. `choices` and `polynomials` know the
  /// integers of its kernel.
  bool match(Choices &choices, IndexPolynomials &polynomials) {
    std::optional<Polynomial> place = polynomials.expand(gather.getIndex());
    if (!place || !splitPlace(*place, choices))
      return false;
    Path path;
    return findElements(tree, path) && !elements.empty();
  }

  /// Choose among the elements.
  void replace() {
    OpBuilder builder(gather);
    gather.getResult().replaceAllUsesWith(choose(tree, builder));
    gather.erase();
  }

private:
  /// Take from `place` the multiple of an integer that is one of a few
  /// constants. Returns false where it has none.
  bool splitPlace(const Polynomial &place, Choices &choices) {
    for (const auto &[monomial, coefficient] : place.terms) {
      const Atom &atom = monomial.front();
      if (monomial.size() != 1 || atom.isGroup() || atom.isScalar() ||
          atom.divisor || atom.isUnsigned)
        continue;
      tree = choices.find(atom.value);
      if (!tree || tree->numLeaves < 2 ||
          !hasLanesOf(tree, gather.getType().getShape()))
        continue;
      chosen = atom.value;
      factor = coefficient;
      others = place;
      others.terms.erase(monomial);
      return true;
    }
    return false;
  }

  /// Find what was loaded for each leaf of `from`. Leaves that the mask is
  /// known to leave out may stay without it.
  bool findElements(const ChoiceTree &from, Path &path) {
    if (!from->condition) {
      if (Value element = findLoaded(from->number)) {
        elements.push_back({from.get(), element});
        return true;
      }
      return path.leavesOut(gather.getMask(), chosen, from->number);
    }
    for (bool isTrue : {true, false}) {
      path.assume(from->condition, isTrue);
      bool isFound = findElements(isTrue ? from->yes : from->no, path);
      path.forget();
      if (!isFound)
        return false;
    }
    return true;
  }

  /// What was loaded from where the gather reads if `number` is chosen; null if
  /// nothing was.
  Value findLoaded(const APInt &number) {
    // Greater numbers are no subscripts, and products of others do not
    // overflow.
    constexpr unsigned kMostBits = 32;
    if (number.getSignificantBits() > kMostBits)
      return {};
    Polynomial constant;
    constant.lanes = {number.getSExtValue()};
    std::optional<Polynomial> place = add(others, constant, factor);
    if (!place)
      return {};
    for (const KnownLoad &known : loads) {
      LoadOp load = known.load;
      if (load.getBuffer() == gather.getBuffer() &&
          load.getType() == gather.getType() && areEqual(known.place, *place) &&
          dominance.properlyDominates(load.getOperation(),
                                      gather.getOperation()))
        return load.getResult();
    }
    return {};
  }

  Value choose(const ChoiceTree &from, OpBuilder &builder) {
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
  ArrayRef<KnownLoad> loads;
  DominanceInfo &dominance;
  /// The gather reads the element at `others + factor * chosen`, and `tree` is
  /// how `chosen` comes about.
  Polynomial others;
  int64_t factor = 0;
  Value chosen;
  ChoiceTree tree;
  /// What was loaded for leaves of the tree.
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
    IndexPolynomials polynomials;
    SmallVector<KnownLoad> loads;
    kernel.walk([&](LoadOp load) {
      std::optional<Polynomial> place =
          load.getMask() ? std::nullopt : polynomials.expandPlace(load);
      if (place)
        loads.push_back({load, std::move(*place)});
    });
    SmallVector<ChosenGather> chosen;
    kernel.walk([&](GatherOp gather) {
      if (!isOnlyRead(gather.getBuffer()))
        return;
      ChosenGather candidate(gather, loads, dominance);
      if (candidate.match(choices, polynomials))
        chosen.push_back(std::move(candidate));
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
