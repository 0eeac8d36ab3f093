//===- SelectElements.cpp - Subscripts that are one of a few constants ----===//

#include "JoinedValues.h"
#include "Pirch/Analysis/IntegerBits.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include <memory>

namespace pirch {
#define GEN_PASS_DEF_SELECTELEMENTS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// One step from an integer to another one: an operation of one operand that is
/// not a constant.
class Step {
public:
  /// The step that `value` is the result of; nothing if it is the result of
  /// another operation, or an argument.
  static std::optional<Step> match(Value value) {
    Operation *op = value.getDefiningOp();
    if (auto convert = dyn_cast_if_present<ConvertOp>(op)) {
      bool isOfIntegers =
          llvm::is_contained({ConversionKind::extsi, ConversionKind::extui,
                              ConversionKind::trunci},
                             convert.getKind());
      return isOfIntegers ? std::optional(Step(op, convert.getSource(), {}))
                          : std::nullopt;
    }
    if (!isa_and_present<arith::AddIOp, arith::SubIOp, arith::MulIOp,
                         arith::ShLIOp>(op))
      return std::nullopt;
    for (unsigned other : {1, 0})
      if (std::optional<APInt> constant =
              getSplatConstant(op->getOperand(other)))
        if (other == 1 || op->hasTrait<OpTrait::IsCommutative>())
          return Step(op, op->getOperand(1 - other), *constant);
    return std::nullopt;
  }

  Value getFrom() const { return from; }

  /// What becomes of `number`; nothing where the operation gives no number.
  std::optional<APInt> apply(const APInt &number) const {
    unsigned bits = getElementTypeOrSelf(op->getResult(0).getType())
                        .getIntOrFloatBitWidth();
    using Result = std::optional<APInt>;
    return llvm::TypeSwitch<Operation *, Result>(op)
        .Case([&](ConvertOp convert) -> Result {
          return convert.getKind() == ConversionKind::extsi
                     ? number.sextOrTrunc(bits)
                     : number.zextOrTrunc(bits);
        })
        .Case([&](arith::AddIOp) -> Result { return number + constant; })
        .Case([&](arith::SubIOp) -> Result { return number - constant; })
        .Case([&](arith::MulIOp) -> Result { return number * constant; })
        .Case([&](arith::ShLIOp) -> Result {
          return constant.ult(bits) ? Result(number.shl(constant))
                                    : std::nullopt;
        });
  }

private:
  Step(Operation *op, Value from, std::optional<APInt> constant)
      : op(op), from(from), constant(constant.value_or(APInt())) {}

  Operation *op;
  Value from;
  APInt constant;
};

/// How a subscript comes about: a tree whose inner nodes choose by a condition,
/// and whose leaves are constants.
struct Choice {
  /// Of an inner node: an infreg of i1.
  Value condition;
  std::shared_ptr<Choice> yes, no;
  /// Of a leaf.
  APInt number;
  int64_t numLeaves = 1;
};
using Tree = std::shared_ptr<Choice>;

Tree makeLeaf(const APInt &number) {
  auto leaf = std::make_shared<Choice>();
  leaf->number = number;
  return leaf;
}

/// Beyond so many constants elements are looked up.
constexpr int64_t kMostLeaves = 16;

Tree makeNode(Value condition, Tree yes, Tree no);

/// What is left of `tree` where `condition` is known to be `isTrue`.
Tree assume(const Tree &tree, Value condition, bool isTrue) {
  if (!tree || !tree->condition)
    return tree;
  if (tree->condition == condition)
    return assume(isTrue ? tree->yes : tree->no, condition, isTrue);
  return makeNode(tree->condition, assume(tree->yes, condition, isTrue),
                  assume(tree->no, condition, isTrue));
}

Tree makeNode(Value condition, Tree yes, Tree no) {
  yes = assume(yes, condition, true);
  no = assume(no, condition, false);
  if (!yes || !no || yes->numLeaves + no->numLeaves > kMostLeaves)
    return nullptr;
  auto node = std::make_shared<Choice>();
  node->condition = condition;
  node->numLeaves = yes->numLeaves + no->numLeaves;
  node->yes = std::move(yes);
  node->no = std::move(no);
  return node;
}

/// `tree` with `step` applied to all of its leaves.
Tree applyToLeaves(const Step &step, const Tree &tree) {
  if (!tree)
    return nullptr;
  if (tree->condition)
    return makeNode(tree->condition, applyToLeaves(step, tree->yes),
                    applyToLeaves(step, tree->no));
  std::optional<APInt> number = step.apply(tree->number);
  return number ? makeLeaf(*number) : nullptr;
}

/// Finds the trees of subscripts.
class Choices {
public:
  /// The tree of `value`, which is looked for through at most `depth`
  /// operations; null if it may be other numbers than a few constants.
  Tree find(Value value, int depth = 64) {
    auto [entry, isNew] = known.try_emplace(value);
    if (!isNew)
      return entry->second;
    Tree tree = depth > 0 ? build(value, depth - 1) : nullptr;
    return known[value] = tree;
  }

private:
  Tree build(Value value, int depth) {
    if (std::optional<APInt> constant = getSplatConstant(value))
      return makeLeaf(*constant);
    if (auto select = value.getDefiningOp<SelectOp>())
      return makeNode(select.getMask(), find(select.getTrueValue(), depth),
                      find(select.getFalseValue(), depth));
    if (std::optional<Step> step = Step::match(value)) {
      Value from = step->getFrom();
      if (getElementTypeOrSelf(from.getType()).isInteger(1))
        return applyToLeaves(*step, makeNode(from, makeLeaf(APInt(1, 1)),
                                             makeLeaf(APInt(1, 0))));
      return applyToLeaves(*step, find(from, depth));
    }
    return nullptr;
  }

  llvm::DenseMap<Value, Tree> known;
};

/// Replaces operations that read or write elements at subscripts known at run
/// time.
class ElementSelector {
public:
  ElementSelector(Operation *op, Choices &choices)
      : builder(op), loc(op->getLoc()), choices(choices) {}

  /// The element of the source that the leaf says which is reached.
  Value read(ExtractOp extract, const Tree &tree) {
    if (tree->condition) {
      Value yes = read(extract, tree->yes), no = read(extract, tree->no);
      return SelectOp::create(builder, loc, tree->condition, yes, no);
    }
    int64_t extent = getExtentOf(extract.getSource());
    // A subscript outside the array gives some element of it.
    int64_t element = isWithin(tree->number, extent)
                          ? tree->number.getSExtValue()
                          : extent - 1;
    SmallVector<int32_t> map(extract.getType().getExtent(), element);
    return ReorderOp::create(builder, loc, extract.getType(),
                             extract.getSource(), map);
  }

  /// The array with the value in place of each element whose subscript is
  /// reached.
  Value write(InsertOp insert, const Tree &tree) {
    int64_t extent = getExtentOf(insert.getDest());
    llvm::MapVector<int64_t, Value> written;
    collectWritten(tree, extent, written);
    Value result = insert.getDest();
    for (auto &[element, none] : written) {
      Value old = takeElements(builder, insert.getDest(), element, 1);
      Value isWritten = isReached(insert.getIndex(), tree, element);
      if (Value mask = insert.getMask())
        isWritten = SelectOp::create(builder, loc, mask, isWritten,
                                     splat(APInt(1, 0), mask.getType()));
      Value value =
          SelectOp::create(builder, loc, isWritten, insert.getValue(), old);
      result = replaceElement(result, element, extent, value);
    }
    return result;
  }

  /// Whether all conditions of `tree` have this shape, which is that of the
  /// subscripts: one lane for each of them.
  static bool hasLanesOf(const Tree &tree, ArrayRef<int64_t> shape) {
    if (!tree->condition)
      return true;
    auto type = dyn_cast<InfRegType>(tree->condition.getType());
    return type && type.getShape() == shape && hasLanesOf(tree->yes, shape) &&
           hasLanesOf(tree->no, shape);
  }

private:
  static bool isWithin(const APInt &number, int64_t extent) {
    return !number.isNegative() && number.ult(extent);
  }

  static void collectWritten(const Tree &tree, int64_t extent,
                             llvm::MapVector<int64_t, Value> &written) {
    if (tree->condition) {
      collectWritten(tree->yes, extent, written);
      collectWritten(tree->no, extent, written);
    } else if (isWithin(tree->number, extent)) {
      written.insert({tree->number.getSExtValue(), Value()});
    }
  }

  Value splat(const APInt &number, Type like) {
    auto type = cast<InfRegType>(like);
    Value scalar = arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(type.getElementType(), number));
    return SplatOp::create(builder, loc, type, scalar);
  }

  /// Where `index` is `element`. Numbers are compared before the steps that
  /// lead from them to `index`, so that the subscripts of a row, which go by
  /// other steps from the same number, share the comparison.
  Value isReached(Value index, const Tree &tree, int64_t element) {
    APInt wanted(getElementTypeOrSelf(index.getType()).getIntOrFloatBitWidth(),
                 element);
    SmallVector<Step> steps;
    while (std::optional<Step> step = Step::match(index)) {
      if (getElementTypeOrSelf(step->getFrom().getType()).isInteger(1))
        break;
      steps.push_back(*step);
      index = step->getFrom();
    }
    Value result;
    SmallVector<APInt> roots;
    collectRoots(choices.find(index), steps, wanted, roots);
    for (const APInt &root : roots) {
      Value isRoot =
          arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, index,
                                splat(root, index.getType()));
      result = result
                   ? Value(arith::OrIOp::create(builder, loc, result, isRoot))
                   : isRoot;
    }
    return result;
  }

  /// Add to `roots` the leaves of `tree` from which `steps`, the last of them
  /// first, lead to `wanted`.
  static void collectRoots(const Tree &tree, ArrayRef<Step> steps,
                           const APInt &wanted, SmallVector<APInt> &roots) {
    if (tree->condition) {
      collectRoots(tree->yes, steps, wanted, roots);
      collectRoots(tree->no, steps, wanted, roots);
      return;
    }
    APInt number = tree->number;
    for (const Step &step : llvm::reverse(steps))
      number = *step.apply(number);
    if (number == wanted && !llvm::is_contained(roots, tree->number))
      roots.push_back(tree->number);
  }

  /// `array` with `value` as its element `element` of `extent`.
  Value replaceElement(Value array, int64_t element, int64_t extent,
                       Value value) {
    auto type = cast<InfRegType>(array.getType());
    SmallVector<int32_t> map(extent, kNoLane);
    map[element] = 0;
    Value placed = ReorderOp::create(builder, loc, type, value, map);
    SmallVector<bool> lanes;
    for (int64_t lane = 0; lane < type.getLanesPerGroup(); ++lane)
      lanes.push_back(lane % extent == element);
    return MergeOp::create(builder, loc, placed, array, lanes);
  }

  OpBuilder builder;
  Location loc;
  Choices &choices;
};

struct SelectElementsPass
    : public pirch::impl::SelectElementsBase<SelectElementsPass> {
  using SelectElementsBase::SelectElementsBase;

  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>()) {
      Choices choices;
      SmallVector<std::pair<Operation *, Tree>> chosen;
      kernel.walk([&](Operation *op) {
        if (!isa<ExtractOp, InsertOp>(op))
          return;
        Value index = isa<ExtractOp>(op) ? cast<ExtractOp>(op).getIndex()
                                         : cast<InsertOp>(op).getIndex();
        Value array = isa<ExtractOp>(op) ? cast<ExtractOp>(op).getSource()
                                         : cast<InsertOp>(op).getDest();
        Tree tree = choices.find(index);
        if (tree && tree->numLeaves <= getExtentOf(array) &&
            ElementSelector::hasLanesOf(
                tree, cast<InfRegType>(index.getType()).getShape()))
          chosen.push_back({op, tree});
      });
      for (auto &[op, tree] : chosen)
        replace(op, tree, choices);
    }
  }

  void replace(Operation *op, const Tree &tree, Choices &choices) {
    ElementSelector selector(op, choices);
    auto extract = dyn_cast<ExtractOp>(op);
    Value result = extract ? selector.read(extract, tree)
                           : selector.write(cast<InsertOp>(op), tree);
    op->getResult(0).replaceAllUsesWith(result);
    op->erase();
    ++(extract ? numReads : numWrites);
  }
};

} // namespace
