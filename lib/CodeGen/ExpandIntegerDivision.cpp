//===- ExpandIntegerDivision.cpp - Quotients of integers in vectors -------===//

#include "Pirch/CodeGen/Passes.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

namespace pirch {
#define GEN_PASS_DEF_EXPANDINTEGERDIVISION
#include "Pirch/CodeGen/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// Expands one operation.
class Expander {
public:
  explicit Expander(Operation *op)
      : op(op), builder(op), loc(op->getLoc()),
        type(cast<VectorType>(op->getResult(0).getType())),
        isSigned(isa<arith::DivSIOp, arith::RemSIOp>(op)),
        isRemainder(isa<arith::RemSIOp, arith::RemUIOp>(op)) {}

  void run() {
    Value dividend = op->getOperand(0), divisor = op->getOperand(1);
    unsigned width = type.getElementTypeBitWidth();
    Value result = divideInFloats(dividend, divisor,
                                  width > 16 ? Type(builder.getF64Type())
                                             : Type(builder.getF32Type()));
    op->replaceAllUsesWith(ValueRange{result});
    op->erase();
  }

private:
  /// The quotient of floating-point numbers that hold both operands exactly and
  /// have a bit more than the dividend. Where the quotient is no integer, its
  /// distance from the next one, of 1 / divisor at least, is more than the
  /// division rounds.
  Value divideInFloats(Value dividend, Value divisor, Type element) {
    VectorType floats = type.clone(element);
    auto toFloat = [&](Value value) -> Value {
      return isSigned ? arith::SIToFPOp::create(builder, loc, floats, value)
                            .getResult()
                      : arith::UIToFPOp::create(builder, loc, floats, value)
                            .getResult();
    };
    Value quotient = arith::DivFOp::create(builder, loc, toFloat(dividend),
                                           toFloat(divisor));
    Value whole =
        isSigned
            ? arith::FPToSIOp::create(builder, loc, type, quotient).getResult()
            : arith::FPToUIOp::create(builder, loc, type, quotient).getResult();
    if (!isRemainder)
      return whole;
    return arith::SubIOp::create(
        builder, loc, dividend,
        arith::MulIOp::create(builder, loc, whole, divisor));
  }

  Operation *op;
  OpBuilder builder;
  Location loc;
  VectorType type;
  bool isSigned, isRemainder;
};

struct ExpandIntegerDivisionPass
    : public pirch::impl::ExpandIntegerDivisionBase<ExpandIntegerDivisionPass> {
  using ExpandIntegerDivisionBase::ExpandIntegerDivisionBase;

  void runOnOperation() override {
    auto target =
        getOperation()->getAttrOfType<TargetAttrInterface>(kTargetAttrName);
    if (target && target.dividesIntegers())
      return;
    SmallVector<Operation *> found;
    getOperation().walk([&](Operation *op) {
      if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(
              op) &&
          mayExpand(op))
        found.push_back(op);
    });
    for (Operation *op : found)
      Expander(op).run();
    numExpanded += found.size();
  }

private:
  /// LLVM multiplies where the divisor is a constant.
  static bool mayExpand(Operation *op) {
    auto type = dyn_cast<VectorType>(op->getResult(0).getType());
    return type && type.getRank() == 1 && type.getNumElements() > 1 &&
           type.getElementTypeBitWidth() >= 8 &&
           type.getElementTypeBitWidth() <= 32 &&
           !matchPattern(op->getOperand(1), m_Constant());
  }
};
} // namespace
