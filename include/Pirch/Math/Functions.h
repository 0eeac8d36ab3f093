//===- Functions.h - Mathematical functions of plain numbers ----*- C++ -*-===//
//
// The same bits on every target and in the oracle; see docs/Math.md.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_MATH_FUNCTIONS_H
#define PIRCH_MATH_FUNCTIONS_H

#include <cstdint>

namespace pirch::elementary {

/// What PIRCH computes itself: X(its name in C, the name of the operation of
/// MLIR's math dialect). A function here is a template of that name in one of
/// the headers that AllFunctions.h includes.
#define PIRCH_MATH_UNARY(X)                                                    \
  X(exp, ExpOp)                                                                \
  X(exp2, Exp2Op)                                                              \
  X(expm1, ExpM1Op)                                                            \
  X(log, LogOp)                                                                \
  X(log2, Log2Op)                                                              \
  X(log10, Log10Op)                                                            \
  X(log1p, Log1pOp)                                                            \
  X(sin, SinOp)                                                                \
  X(cos, CosOp)                                                                \
  X(tan, TanOp)                                                                \
  X(asin, AsinOp)                                                              \
  X(acos, AcosOp)                                                              \
  X(atan, AtanOp)                                                              \
  X(sinh, SinhOp)                                                              \
  X(cosh, CoshOp)                                                              \
  X(tanh, TanhOp)                                                              \
  X(cbrt, CbrtOp)                                                              \
  X(erf, ErfOp)
#define PIRCH_MATH_BINARY(X)                                                   \
  X(pow, PowFOp)                                                               \
  X(atan2, Atan2Op)

/// Functions of the host's numbers; `fast` as `--math=fast` has it.
namespace host {
#define PIRCH_FUNCTION(NAME, OP)                                               \
  float NAME(float x, bool fast = false);                                      \
  double NAME(double x, bool fast = false);
PIRCH_MATH_UNARY(PIRCH_FUNCTION)
#undef PIRCH_FUNCTION
#define PIRCH_FUNCTION(NAME, OP)                                               \
  float NAME(float x, float y, bool fast = false);                             \
  double NAME(double x, double y, bool fast = false);
PIRCH_MATH_BINARY(PIRCH_FUNCTION)
#undef PIRCH_FUNCTION
} // namespace host

} // namespace pirch::elementary

#endif // PIRCH_MATH_FUNCTIONS_H
