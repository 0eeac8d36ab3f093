//===- ExpandIntegerDivision.cpp - Quotients of integers in vectors -------===//

#include "Pirch/Analysis/Divisors.h"
#include "Pirch/Analysis/IntegerBits.h"
#include "Pirch/CodeGen/Passes.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include <cmath>

namespace pirch {
#define GEN_PASS_DEF_EXPANDINTEGERDIVISION
#include "Pirch/CodeGen/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

/// The scalar that `divisor` is in all lanes, as far as the division is
/// defined; null if there is none. The guard against faults of lanes that
/// nobody reads
/// (`guardDivisor`), a 1 instead of some divisors, is looked through: what is
/// computed by reciprocals has no faults.
static Value getUniformDivisor(Value divisor) {
  if (auto guard = divisor.getDefiningOp<arith::SelectOp>();
      guard && matchPattern(guard.getTrueValue(), m_One()))
    divisor = guard.getFalseValue();
  if (auto freeze = divisor.getDefiningOp<LLVM::FreezeOp>())
    divisor = freeze.getVal();
  auto broadcast = divisor.getDefiningOp<vector::BroadcastOp>();
  return broadcast && !isa<VectorType>(broadcast.getSource().getType())
             ? broadcast.getSource()
             : Value();
}

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
    Type element =
        width > 16 ? Type(builder.getF64Type()) : Type(builder.getF32Type());
    Value uniform = getUniformDivisor(divisor);
    Value result = uniform ? multiplyByReciprocal(dividend, uniform, element)
                           : divideInFloats(dividend, divisor, element);
    op->replaceAllUsesWith(ValueRange{result});
    op->erase();
  }

private:
  Value toFloat(Value value, Type type) {
    return isSigned
               ? arith::SIToFPOp::create(builder, loc, type, value).getResult()
               : arith::UIToFPOp::create(builder, loc, type, value).getResult();
  }

  Value toInteger(Value value) {
    return isSigned
               ? arith::FPToSIOp::create(builder, loc, type, value).getResult()
               : arith::FPToUIOp::create(builder, loc, type, value).getResult();
  }

  /// The result of the operation for the quotient `whole`.
  Value finish(Value whole, Value dividend, Value divisor) {
    if (!isRemainder)
      return whole;
    return arith::SubIOp::create(
        builder, loc, dividend,
        arith::MulIOp::create(builder, loc, whole, divisor));
  }

  Value constantAll(double value, VectorType floats) {
    return arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(floats, Attribute(builder.getFloatAttr(
                                           floats.getElementType(), value))));
  }

  /// The quotient by a scalar, whose reciprocal is the same for all vectors and
  /// leaves the loop. It is (|dividend| + 1/2) * (1 / divisor), cut off: that
  /// sum divided by the divisor is at least 1 / (2 * divisor) away from any
  /// integer, more than both operations round, as floating-point numbers have
  /// twenty bits more than a dividend of 32, and seven more than one of 16.
  Value multiplyByReciprocal(Value dividend, Value divisor, Type element) {
    VectorType floats = type.clone(element);
    Value zero = arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(divisor.getType(), 0));
    Value one = arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(divisor.getType(), 1));
    divisor = LLVM::FreezeOp::create(builder, loc, divisor);
    Value isZero = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         divisor, zero);
    divisor = arith::SelectOp::create(builder, loc, isZero, one, divisor);
    Value unit = arith::ConstantOp::create(builder, loc,
                                           builder.getFloatAttr(element, 1.0));
    Value reciprocal =
        arith::DivFOp::create(builder, loc, unit, toFloat(divisor, element));
    Value whole = toFloat(dividend, floats);
    Value half = constantAll(0.5, floats);
    if (isSigned)
      half = math::CopySignOp::create(builder, loc, half, whole);
    whole = arith::AddFOp::create(builder, loc, whole, half);
    whole = arith::MulFOp::create(
        builder, loc, whole,
        vector::BroadcastOp::create(builder, loc, floats, reciprocal));
    unsigned width = type.getElementTypeBitWidth();
    if (isSigned) {
      // The least integer by -1 is no integer of this type, which nobody may
      // ask for; but a lane that nobody reads may do so.
      Value most = constantAll(std::ldexp(1.0, width - 1) - 1, floats);
      Value fits = arith::CmpFOp::create(
          builder, loc, arith::CmpFPredicate::OLT, whole, most);
      whole = arith::SelectOp::create(builder, loc, fits, whole, most);
    }
    return finish(toInteger(whole), dividend,
                  vector::BroadcastOp::create(builder, loc, type, divisor));
  }

  /// The quotient of floating-point numbers that hold both operands exactly and
  /// have a bit more than the dividend. Where the quotient is no integer, its
  /// distance from the next one, of 1 / divisor at least, is more than the
  /// division rounds.
  Value divideInFloats(Value dividend, Value divisor, Type element) {
    VectorType floats = type.clone(element);
    Value quotient = arith::DivFOp::create(
        builder, loc, toFloat(dividend, floats), toFloat(divisor, floats));
    return finish(toInteger(quotient), dividend, divisor);
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
           !getSplatConstant(op->getOperand(1)) &&
           !matchPattern(op->getOperand(1), m_Constant());
  }
};
} // namespace
