//===- ImportHalf.cpp - Arithmetic on numbers of 16 bits ------------------===//
//
// A half is an f16 where it is held, moved and chosen, and an f32 where
// something is computed. The sum, product, quotient or square root of halves that
// f32 holds rounds to the same half as the exact result does, since the
// significand of f32 has 24 bits, twice the 11 of a half and two more.
//
//===----------------------------------------------------------------------===//

#include "Importer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace pirch;

Value Importer::extendHalf(Value value, Location loc) {
  if (!value.getType().isF16())
    return value;
  return arith::ExtFOp::create(builder, loc, builder.getF32Type(), value);
}

Value Importer::negate(Value value, Location loc) {
  Value negated = arith::NegFOp::create(builder, loc, extendHalf(value, loc));
  return value.getType().isF16() ? roundToHalf(negated, loc) : negated;
}

/// An f32 that rounds to the same half as the f64 `value` does: where f32 does
/// not hold `value`, that of the two f32 around it whose last bit is 1.
Value Importer::roundToOdd(Value value, Location loc) {
  Type single = builder.getF32Type(), bits = builder.getI32Type();
  Value nearest = arith::TruncFOp::create(builder, loc, single, value);
  Value back = arith::ExtFOp::create(builder, loc, value.getType(), nearest);
  auto magnitude = [&](Value number) -> Value {
    Value zero = constantOf(number.getType(), 0, loc);
    Value negative = arith::CmpFOp::create(
        builder, loc, arith::CmpFPredicate::OLT, number, zero);
    return arith::SelectOp::create(builder, loc, negative,
                                   arith::NegFOp::create(builder, loc, number),
                                   number);
  };
  Value isInexact = arith::CmpFOp::create(
      builder, loc, arith::CmpFPredicate::ONE, back, value);
  Value isLarger =
      arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OGT,
                            magnitude(back), magnitude(value));
  Value code = arith::BitcastOp::create(builder, loc, bits, nearest);
  code = arith::SubIOp::create(
      builder, loc, code, arith::ExtUIOp::create(builder, loc, bits, isLarger));
  code = arith::OrIOp::create(
      builder, loc, code,
      arith::ExtUIOp::create(builder, loc, bits, isInexact));
  return arith::BitcastOp::create(builder, loc, single, code);
}

Value Importer::roundToHalf(Value value, Location loc) {
  if (value.getType().isF64())
    value = roundToOdd(value, loc);
  return arith::TruncFOp::create(builder, loc, builder.getF16Type(), value);
}
