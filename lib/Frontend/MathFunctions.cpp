//===- MathFunctions.cpp - Functions of numbers ---------------------------===//
//
// Calls of the built-in functions that compute with numbers become operations
// of `arith` and `math`.
//
//===----------------------------------------------------------------------===//

#include "Importer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace pirch;

template <typename OpT> static Value unary(OpBuilder &b, Location l, Value x) {
  return OpT::create(b, l, x);
}

/// The operation for a function `name` of one floating-point value; null where
/// no single operation computes it.
static Value emitUnaryMath(OpBuilder &builder, Location loc, StringRef name,
                           Value x) {
  using Maker = Value (*)(OpBuilder &, Location, Value);
  Maker maker = llvm::StringSwitch<Maker>(name)
                    .Cases({"sqrt", "native_sqrt"}, unary<math::SqrtOp>)
                    .Case("fabs", unary<math::AbsFOp>)
                    .Case("exp", unary<math::ExpOp>)
                    .Case("exp2", unary<math::Exp2Op>)
                    .Case("expm1", unary<math::ExpM1Op>)
                    .Case("log", unary<math::LogOp>)
                    .Case("log2", unary<math::Log2Op>)
                    .Case("log10", unary<math::Log10Op>)
                    .Case("log1p", unary<math::Log1pOp>)
                    .Case("sin", unary<math::SinOp>)
                    .Case("cos", unary<math::CosOp>)
                    .Case("tan", unary<math::TanOp>)
                    .Case("tanh", unary<math::TanhOp>)
                    .Case("sinh", unary<math::SinhOp>)
                    .Case("cosh", unary<math::CoshOp>)
                    .Case("asin", unary<math::AsinOp>)
                    .Case("acos", unary<math::AcosOp>)
                    .Case("atan", unary<math::AtanOp>)
                    .Case("cbrt", unary<math::CbrtOp>)
                    .Case("erf", unary<math::ErfOp>)
                    .Case("floor", unary<math::FloorOp>)
                    .Case("ceil", unary<math::CeilOp>)
                    .Case("round", unary<math::RoundOp>)
                    .Case("trunc", unary<math::TruncOp>)
                    .Case("rint", unary<math::RoundEvenOp>)
                    .Default(nullptr);
  return maker ? maker(builder, loc, x) : Value();
}

Value Importer::emitMath(StringRef name, ArrayRef<Value> args, bool isSigned,
                         Location loc) {
  Type type = args[0].getType();
  bool isFloat = isa<FloatType>(type);
  auto least = [&](Value a, Value b) -> Value {
    return isFloat    ? arith::MinNumFOp::create(builder, loc, a, b).getResult()
           : isSigned ? arith::MinSIOp::create(builder, loc, a, b).getResult()
                      : arith::MinUIOp::create(builder, loc, a, b).getResult();
  };
  auto greatest = [&](Value a, Value b) -> Value {
    return isFloat    ? arith::MaxNumFOp::create(builder, loc, a, b).getResult()
           : isSigned ? arith::MaxSIOp::create(builder, loc, a, b).getResult()
                      : arith::MaxUIOp::create(builder, loc, a, b).getResult();
  };
  if (name == "abs")
    return isFloat    ? math::AbsFOp::create(builder, loc, args[0]).getResult()
           : isSigned ? math::AbsIOp::create(builder, loc, args[0]).getResult()
                      : args[0];
  if (name == "min" || name == "fmin")
    return least(args[0], args[1]);
  if (name == "max" || name == "fmax")
    return greatest(args[0], args[1]);
  if (name == "clamp")
    return least(greatest(args[0], args[1]), args[2]);
  if (!isFloat) {
    if (name == "popcount")
      return math::CtPopOp::create(builder, loc, args[0]);
    if (name == "clz")
      return math::CountLeadingZerosOp::create(builder, loc, args[0]);
    if (name == "mul_hi")
      return isSigned ? arith::MulSIExtendedOp::create(builder, loc, args[0],
                                                       args[1])
                            .getHigh()
                      : arith::MulUIExtendedOp::create(builder, loc, args[0],
                                                       args[1])
                            .getHigh();
    if (name == "rotate") {
      int64_t width = type.getIntOrFloatBitWidth();
      Value mask = constantOf(type, width - 1, loc);
      Value left = arith::AndIOp::create(builder, loc, args[1], mask);
      Value back = arith::SubIOp::create(builder, loc, constantOf(type, 0, loc),
                                         args[1]);
      Value right = arith::AndIOp::create(builder, loc, back, mask);
      return arith::OrIOp::create(
          builder, loc, arith::ShLIOp::create(builder, loc, args[0], left),
          arith::ShRUIOp::create(builder, loc, args[0], right));
    }
    return {};
  }
  Value one = constantOf(type, 1, loc);
  if (name == "rcp" || name == "native_recip")
    return arith::DivFOp::create(builder, loc, one, args[0]);
  if (name == "rsqrt")
    return arith::DivFOp::create(builder, loc, one,
                                 math::SqrtOp::create(builder, loc, args[0]));
  if (name == "fma" || name == "mad")
    return math::FmaOp::create(builder, loc, args[0], args[1], args[2]);
  if (name == "pow")
    return math::PowFOp::create(builder, loc, args[0], args[1]);
  if (name == "atan2")
    return math::Atan2Op::create(builder, loc, args[0], args[1]);
  if (name == "copysign")
    return math::CopySignOp::create(builder, loc, args[0], args[1]);
  return emitUnaryMath(builder, loc, name, args[0]);
}
