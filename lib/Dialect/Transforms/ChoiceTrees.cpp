//===- ChoiceTrees.cpp - Integers that are one of a few constants ---------===//

#include "ChoiceTrees.h"
#include "Pirch/Analysis/IntegerBits.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace pirch;

std::optional<IntegerStep> IntegerStep::match(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto convert = dyn_cast_if_present<ConvertOp>(op)) {
    bool isOfIntegers = llvm::is_contained(
        {ConversionKind::extsi, ConversionKind::extui, ConversionKind::trunci},
        convert.getKind());
    return isOfIntegers
               ? std::optional(IntegerStep(op, convert.getSource(), {}))
               : std::nullopt;
  }
  if (!isa_and_present<arith::AddIOp, arith::SubIOp, arith::MulIOp,
                       arith::ShLIOp>(op))
    return std::nullopt;
  for (unsigned other : {1, 0})
    if (std::optional<APInt> constant = getSplatConstant(op->getOperand(other)))
      if (other == 1 || op->hasTrait<OpTrait::IsCommutative>())
        return IntegerStep(op, op->getOperand(1 - other), *constant);
  return std::nullopt;
}

std::optional<APInt> IntegerStep::apply(const APInt &number) const {
  unsigned bits =
      getElementTypeOrSelf(op->getResult(0).getType()).getIntOrFloatBitWidth();
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
        return constant.ult(bits) ? Result(number.shl(constant)) : std::nullopt;
      });
}

static ChoiceTree makeLeaf(const APInt &number) {
  auto leaf = std::make_shared<Choice>();
  leaf->number = number;
  return leaf;
}

/// Beyond so many constants elements are looked up.
static constexpr int64_t kMostLeaves = 16;

static ChoiceTree makeNode(Value condition, ChoiceTree yes, ChoiceTree no);

/// What is left of `tree` where `condition` is known to be `isTrue`.
static ChoiceTree assume(const ChoiceTree &tree, Value condition, bool isTrue) {
  if (!tree || !tree->condition)
    return tree;
  if (tree->condition == condition)
    return assume(isTrue ? tree->yes : tree->no, condition, isTrue);
  return makeNode(tree->condition, assume(tree->yes, condition, isTrue),
                  assume(tree->no, condition, isTrue));
}

static ChoiceTree makeNode(Value condition, ChoiceTree yes, ChoiceTree no) {
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
static ChoiceTree applyToLeaves(const IntegerStep &step,
                                const ChoiceTree &tree) {
  if (!tree)
    return nullptr;
  if (tree->condition)
    return makeNode(tree->condition, applyToLeaves(step, tree->yes),
                    applyToLeaves(step, tree->no));
  std::optional<APInt> number = step.apply(tree->number);
  return number ? makeLeaf(*number) : nullptr;
}

ChoiceTree Choices::find(Value value, int depth) {
  auto [entry, isNew] = known.try_emplace(value);
  if (!isNew)
    return entry->second;
  ChoiceTree tree = depth > 0 ? build(value, depth - 1) : nullptr;
  return known[value] = tree;
}

ChoiceTree Choices::build(Value value, int depth) {
  if (std::optional<APInt> constant = getSplatConstant(value))
    return makeLeaf(*constant);
  if (auto select = value.getDefiningOp<SelectOp>())
    return makeNode(select.getMask(), find(select.getTrueValue(), depth),
                    find(select.getFalseValue(), depth));
  if (std::optional<IntegerStep> step = IntegerStep::match(value)) {
    Value from = step->getFrom();
    if (getElementTypeOrSelf(from.getType()).isInteger(1))
      return applyToLeaves(
          *step, makeNode(from, makeLeaf(APInt(1, 1)), makeLeaf(APInt(1, 0))));
    return applyToLeaves(*step, find(from, depth));
  }
  return nullptr;
}

bool pirch::hasLanesOf(const ChoiceTree &tree, ArrayRef<int64_t> shape) {
  if (!tree->condition)
    return true;
  auto type = dyn_cast<InfRegType>(tree->condition.getType());
  return type && type.getShape() == shape && hasLanesOf(tree->yes, shape) &&
         hasLanesOf(tree->no, shape);
}
