//===- EvaluateMath.cpp - Functions of the C library ----------------------===//
//
// Compiled code and the oracle call the C library of the host; the interpreter
// does as well, so that all three get the same bits. Lanes of f16 and bf16 are
// computed in f32, as `convert-math-to-libm` has it.
//
//===----------------------------------------------------------------------===//

#include "Evaluate.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>

using namespace mlir;
using namespace pirch;

/// Apply a function of the C library to values of one type.
template <typename Function, typename... Values>
static Lane callLibrary(LaneFormat format, Function function, Values... bits) {
  if (format.semantics == &APFloat::IEEEdouble())
    return toLane(APFloat(function(format.toFloat(bits).convertToDouble()...)));
  if (format.semantics == &APFloat::IEEEsingle())
    return toLane(APFloat(function(format.toFloat(bits).convertToFloat()...)));
  // The narrow types, which `convertToFloat` widens.
  APFloat result(function(format.toFloat(bits).convertToFloat()...));
  bool losesInfo;
  result.convert(*format.semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  return toLane(result);
}

/// `function` is one of both float and double.
template <typename OpT, typename Function>
static void addUnary(EvaluatorTable &table, Function function) {
  table.add<OpT>([function](OpT op, Frame &frame) {
    LaneFormat format = getElementTypeOrSelf(op.getType());
    return evaluateLaneWise<1>(op, frame, [&](std::array<uint64_t, 1> bits) {
      return callLibrary(format, function, bits[0]);
    });
  });
}

template <typename OpT, typename Function>
static void addBinary(EvaluatorTable &table, Function function) {
  table.add<OpT>([function](OpT op, Frame &frame) {
    LaneFormat format = getElementTypeOrSelf(op.getType());
    return evaluateLaneWise<2>(op, frame, [&](std::array<uint64_t, 2> bits) {
      return callLibrary(format, function, bits[0], bits[1]);
    });
  });
}

static void addPowersAndRoots(EvaluatorTable &table) {
  addUnary<math::SqrtOp>(table, [](auto x) { return std::sqrt(x); });
  addUnary<math::RsqrtOp>(table, [](auto x) { return 1 / std::sqrt(x); });
  addUnary<math::CbrtOp>(table, [](auto x) { return std::cbrt(x); });
  addBinary<math::PowFOp>(table, [](auto x, auto y) { return std::pow(x, y); });
}

static void addExponentials(EvaluatorTable &table) {
  addUnary<math::ExpOp>(table, [](auto x) { return std::exp(x); });
  addUnary<math::Exp2Op>(table, [](auto x) { return std::exp2(x); });
  addUnary<math::ExpM1Op>(table, [](auto x) { return std::expm1(x); });
  addUnary<math::LogOp>(table, [](auto x) { return std::log(x); });
  addUnary<math::Log2Op>(table, [](auto x) { return std::log2(x); });
  addUnary<math::Log10Op>(table, [](auto x) { return std::log10(x); });
  addUnary<math::Log1pOp>(table, [](auto x) { return std::log1p(x); });
  addUnary<math::ErfOp>(table, [](auto x) { return std::erf(x); });
  addUnary<math::ErfcOp>(table, [](auto x) { return std::erfc(x); });
}

static void addTrigonometry(EvaluatorTable &table) {
  addUnary<math::SinOp>(table, [](auto x) { return std::sin(x); });
  addUnary<math::CosOp>(table, [](auto x) { return std::cos(x); });
  addUnary<math::TanOp>(table, [](auto x) { return std::tan(x); });
  addUnary<math::AsinOp>(table, [](auto x) { return std::asin(x); });
  addUnary<math::AcosOp>(table, [](auto x) { return std::acos(x); });
  addUnary<math::AtanOp>(table, [](auto x) { return std::atan(x); });
  addUnary<math::SinhOp>(table, [](auto x) { return std::sinh(x); });
  addUnary<math::CoshOp>(table, [](auto x) { return std::cosh(x); });
  addUnary<math::TanhOp>(table, [](auto x) { return std::tanh(x); });
  addUnary<math::AsinhOp>(table, [](auto x) { return std::asinh(x); });
  addUnary<math::AcoshOp>(table, [](auto x) { return std::acosh(x); });
  addUnary<math::AtanhOp>(table, [](auto x) { return std::atanh(x); });
  addBinary<math::Atan2Op>(table,
                           [](auto y, auto x) { return std::atan2(y, x); });
}

void pirch::addMathEvaluators(EvaluatorTable &table) {
  addPowersAndRoots(table);
  addExponentials(table);
  addTrigonometry(table);
}
