//===- EvaluateMath.cpp - Mathematical functions --------------------------===//
//
// By the templates of Pirch/Math, as in compiled code and in the oracle, so
// that all three get the same bits; what has no template, by the C library of
// the host. Lanes of f16 and bf16 are computed in f32, as
// `convert-math-to-libm` has it.
//
//===----------------------------------------------------------------------===//

#include "Evaluate.h"
#include "Pirch/Math/Functions.h"
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

/// Whether `op` may be approximate, as by `--math=fast`.
template <typename OpT> static bool isFast(OpT op) {
  return bitEnumContainsAny(op.getFastmath(), arith::FastMathFlags::afn);
}

/// `function` is one of both float and double, and whether it may be
/// approximate.
template <typename OpT, typename Function>
static void addUnary(EvaluatorTable &table, Function function) {
  table.add<OpT>([function](OpT op, Frame &frame) {
    LaneFormat format = getElementTypeOrSelf(op.getType());
    bool fast = isFast(op);
    return evaluateLaneWise<1>(op, frame, [&](std::array<uint64_t, 1> bits) {
      return callLibrary(
          format, [&](auto x) { return function(x, fast); }, bits[0]);
    });
  });
}

template <typename OpT, typename Function>
static void addBinary(EvaluatorTable &table, Function function) {
  table.add<OpT>([function](OpT op, Frame &frame) {
    LaneFormat format = getElementTypeOrSelf(op.getType());
    bool fast = isFast(op);
    return evaluateLaneWise<2>(op, frame, [&](std::array<uint64_t, 2> bits) {
      return callLibrary(
          format, [&](auto x, auto y) { return function(x, y, fast); }, bits[0],
          bits[1]);
    });
  });
}

/// The functions that PIRCH computes itself.
static void addOwn(EvaluatorTable &table) {
#define PIRCH_FUNCTION(NAME, OP)                                               \
  addUnary<mlir::math::OP>(table, [](auto x, bool fast) {                      \
    return pirch::elementary::host::NAME(x, fast);                             \
  });
  PIRCH_MATH_UNARY(PIRCH_FUNCTION)
#undef PIRCH_FUNCTION
#define PIRCH_FUNCTION(NAME, OP)                                               \
  addBinary<mlir::math::OP>(table, [](auto x, auto y, bool fast) {             \
    return pirch::elementary::host::NAME(x, y, fast);                          \
  });
  PIRCH_MATH_BINARY(PIRCH_FUNCTION)
#undef PIRCH_FUNCTION
}

/// Those of the C library.
static void addOfLibrary(EvaluatorTable &table) {
  addUnary<mlir::math::SqrtOp>(table,
                               [](auto x, bool) { return std::sqrt(x); });
  addUnary<mlir::math::RsqrtOp>(table,
                                [](auto x, bool) { return 1 / std::sqrt(x); });
  addUnary<mlir::math::ErfcOp>(table,
                               [](auto x, bool) { return std::erfc(x); });
  addUnary<mlir::math::AsinhOp>(table,
                                [](auto x, bool) { return std::asinh(x); });
  addUnary<mlir::math::AcoshOp>(table,
                                [](auto x, bool) { return std::acosh(x); });
  addUnary<mlir::math::AtanhOp>(table,
                                [](auto x, bool) { return std::atanh(x); });
}

void pirch::addMathEvaluators(EvaluatorTable &table) {
  addOwn(table);
  addOfLibrary(table);
}
