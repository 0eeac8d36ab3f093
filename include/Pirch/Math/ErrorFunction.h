//===- ErrorFunction.h - erf ------------------------------------*- C++ -*-===//
//
// The error function, for one class of numbers as Number.h describes.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_MATH_ERRORFUNCTION_H
#define PIRCH_MATH_ERRORFUNCTION_H

#include "Pirch/Math/Exponential.h"

namespace pirch::elementary {

/// erf(x) for 0 <= x <= 1. What rounding takes from x^2 matters, times the
/// polynomial's derivative, which is -0.25 or so where it does.
template <typename R> R erfNear(R x) {
  const auto &table = PIRCH_TABLE(R, erfNear);
  Two<R> square = multiplyExactly(x, x);
  R constant = fma(square.low, x.constant(-0.25), x.constant(table[0]));
  R quotient = fma(square.high, polynomial(square.high, table, 1), constant);
  return fma(x, quotient, x);
}

/// A polynomial in x^2 up to 1; from there on 1 - erfc(x), where the logarithm
/// of erfc is a polynomial.
template <typename R> R erf(R x) {
  constexpr double most = R::isDouble ? 6 : 4; // from there on it is 1
  R magnitude = absolute(x);
  R limited = select(magnitude > most, x.constant(most), magnitude);
  R near = erfNear(limited);
  R logarithm = polynomial(limited - 1.0, PIRCH_TABLE(R, erfFar));
  R far = 1.0 - exp(logarithm);
  return flip(select(magnitude > 1.0, far, near), signBit(x));
}

} // namespace pirch::elementary

#endif // PIRCH_MATH_ERRORFUNCTION_H
