//===- SelectElements.cpp - Subscripts that are one of a few constants ----===//

#include "ChoiceTrees.h"
#include "JoinedValues.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"

namespace pirch {
#define GEN_PASS_DEF_SELECTELEMENTS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// Replaces operations that read or write elements at subscripts known at run
/// time.
class ElementSelector {
public:
  ElementSelector(Operation *op, Choices &choices)
      : builder(op), loc(op->getLoc()), choices(choices) {}

  /// The element of the source that the leaf says which is reached.
  Value read(ExtractOp extract, const ChoiceTree &tree) {
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
  Value write(InsertOp insert, const ChoiceTree &tree) {
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

private:
  static bool isWithin(const APInt &number, int64_t extent) {
    return !number.isNegative() && number.ult(extent);
  }

  static void collectWritten(const ChoiceTree &tree, int64_t extent,
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
  Value isReached(Value index, const ChoiceTree &tree, int64_t element) {
    APInt wanted(getElementTypeOrSelf(index.getType()).getIntOrFloatBitWidth(),
                 element);
    SmallVector<IntegerStep> steps;
    while (std::optional<IntegerStep> step = IntegerStep::match(index)) {
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
  static void collectRoots(const ChoiceTree &tree, ArrayRef<IntegerStep> steps,
                           const APInt &wanted, SmallVector<APInt> &roots) {
    if (tree->condition) {
      collectRoots(tree->yes, steps, wanted, roots);
      collectRoots(tree->no, steps, wanted, roots);
      return;
    }
    APInt number = tree->number;
    for (const IntegerStep &step : llvm::reverse(steps))
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
      SmallVector<std::pair<Operation *, ChoiceTree>> chosen;
      kernel.walk([&](Operation *op) {
        if (!isa<ExtractOp, InsertOp>(op))
          return;
        Value index = isa<ExtractOp>(op) ? cast<ExtractOp>(op).getIndex()
                                         : cast<InsertOp>(op).getIndex();
        Value array = isa<ExtractOp>(op) ? cast<ExtractOp>(op).getSource()
                                         : cast<InsertOp>(op).getDest();
        ChoiceTree tree = choices.find(index);
        if (tree && tree->numLeaves <= getExtentOf(array) &&
            hasLanesOf(tree, cast<InfRegType>(index.getType()).getShape()))
          chosen.push_back({op, tree});
      });
      for (auto &[op, tree] : chosen)
        replace(op, tree, choices);
    }
  }

  void replace(Operation *op, const ChoiceTree &tree, Choices &choices) {
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
