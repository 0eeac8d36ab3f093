//===- ExpandMath.cpp - Mathematical functions as arithmetic --------------===//

#include "EmittedReal.h"
#include "Pirch/Analysis/OpCosts.h"
#include "Pirch/CodeGen/Passes.h"
#include "Pirch/Math/AllFunctions.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"

namespace pirch {
#define GEN_PASS_DEF_EXPANDMATH
#include "Pirch/CodeGen/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// A function's operations in place of `op`, computed by
/// `expand(number, operands)` with the number class of its type.
template <typename Expand> bool replace(Operation *op, Expand expand) {
  bool fast = bitEnumContainsAny(
      cast<arith::ArithFastMathInterface>(op).getFastMathFlagsAttr().getValue(),
      arith::FastMathFlags::afn);
  Type type = op->getResult(0).getType(), element = getElementTypeOrSelf(type);
  if (type != element && !isa<VectorType>(type))
    return false;
  ImplicitLocOpBuilder builder(op->getLoc(), op);
  auto expandAs = [&](auto *tag) {
    using R = std::remove_pointer_t<decltype(tag)>;
    SmallVector<R, 2> operands;
    for (Value operand : op->getOperands())
      operands.push_back(R(elementary::Emitted{&builder, operand}));
    op->getResult(0).replaceAllUsesWith(expand(ArrayRef<R>(operands)).value);
    op->erase();
    return true;
  };
  if (element.isF32())
    return fast ? expandAs((elementary::EmittedReal<float, true> *)nullptr)
                : expandAs((elementary::EmittedReal<float> *)nullptr);
  if (element.isF64())
    return fast ? expandAs((elementary::EmittedReal<double, true> *)nullptr)
                : expandAs((elementary::EmittedReal<double> *)nullptr);
  return false;
}

bool expand(Operation *op) {
#define PIRCH_FUNCTION(NAME, OP)                                               \
  if (isa<mlir::math::OP>(op))                                                 \
    return replace(op, [](auto x) { return pirch::elementary::NAME(x[0]); });
  PIRCH_MATH_UNARY(PIRCH_FUNCTION)
#undef PIRCH_FUNCTION
#define PIRCH_FUNCTION(NAME, OP)                                               \
  if (isa<mlir::math::OP>(op))                                                 \
    return replace(                                                            \
        op, [](auto x) { return pirch::elementary::NAME(x[0], x[1]); });
  PIRCH_MATH_BINARY(PIRCH_FUNCTION)
#undef PIRCH_FUNCTION
  return false;
}

/// Whether LLVM's code generators make instructions of the function, so that no
/// library is needed.
bool isInstruction(Operation *op) {
  return isa<math::AbsIOp, math::CeilOp, math::CopySignOp,
             math::CountLeadingZerosOp, math::CtPopOp, math::FloorOp,
             math::RoundEvenOp, math::RoundOp, math::TruncOp>(op);
}

struct ExpandMathPass : public pirch::impl::ExpandMathBase<ExpandMathPass> {
  using ExpandMathBase::ExpandMathBase;

  void runOnOperation() override {
    SmallVector<FunctionOpInterface> functions;
    getOperation()->walk(
        [&](FunctionOpInterface function) { functions.push_back(function); });
    for (FunctionOpInterface function : functions)
      if (failed(expandIn(function)))
        return signalPassFailure();
  }

private:
  LogicalResult expandIn(FunctionOpInterface function) {
    SmallVector<Operation *> calls;
    function->walk([&](Operation *op) {
      if (isa_and_nonnull<mlir::math::MathDialect>(op->getDialect()))
        calls.push_back(op);
    });
    bool changed = false;
    for (Operation *op : calls) {
      if (expand(op)) {
        ++numExpanded;
        changed = true;
      } else if (complete && classifyOp(op) == OpClass::libcall &&
                 !isInstruction(op)) {
        return op->emitError("not supported yet: no ")
               << op->getName().getStringRef() << " on this target";
      }
    }
    // Constants, and what sin(x) and cos(x) share. A function without any of
    // these stays as it was ordered.
    if (changed) {
      IRRewriter rewriter(&getContext());
      DominanceInfo dominance(function);
      eliminateCommonSubExpressions(rewriter, dominance, function);
    }
    return success();
  }
};

} // namespace
