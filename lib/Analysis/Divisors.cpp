//===- Divisors.cpp - What is known of integer divisions ------------------===//

#include "Pirch/Analysis/Divisors.h"
#include "Pirch/Analysis/IntegerBits.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

bool pirch::isIntegerDivision(Operation *op) {
  return isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(
      op);
}

Value pirch::guardDivisor(OpBuilder &builder, Operation *op, Value dividend,
                          Value divisor) {
  std::optional<APInt> known = getSplatConstant(divisor);
  if (known && !known->isZero() && !known->isAllOnes())
    return divisor;
  Location loc = op->getLoc();
  Type element = getElementTypeOrSelf(divisor);
  unsigned bits = element.getIntOrFloatBitWidth();
  auto constant = [&](const APInt &value) -> Value {
    TypedAttr attr = builder.getIntegerAttr(element, value);
    if (auto type = dyn_cast<VectorType>(divisor.getType()))
      attr = DenseElementsAttr::get(type, Attribute(attr));
    return arith::ConstantOp::create(builder, loc, attr);
  };
  divisor = LLVM::FreezeOp::create(builder, loc, divisor);
  Value bad = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                    divisor, constant(APInt::getZero(bits)));
  if (isa<arith::DivSIOp, arith::RemSIOp>(op)) {
    dividend = LLVM::FreezeOp::create(builder, loc, dividend);
    Value least =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, dividend,
                              constant(APInt::getSignedMinValue(bits)));
    Value minusOne =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, divisor,
                              constant(APInt::getAllOnes(bits)));
    Value overflow = arith::AndIOp::create(builder, loc, least, minusOne);
    bad = arith::OrIOp::create(builder, loc, bad, overflow);
  }
  return arith::SelectOp::create(builder, loc, bad, constant(APInt(bits, 1)),
                                 divisor);
}
