//===- Root.h - cbrt --------------------------------------------*- C++ -*-===//
//
// The cube root, for one class of numbers as Number.h describes.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_MATH_ROOT_H
#define PIRCH_MATH_ROOT_H

#include "Pirch/Math/Logarithm.h"

namespace pirch::elementary {

/// Subnormal numbers are scaled by 2 to three times this.
template <typename R> inline constexpr int kRootScale = R::isDouble ? 18 : 8;

/// y * 2^q with the sign of x, or x where it is its own root.
template <typename R>
R finishRoot(R x, R magnitude, R y, typename R::Integer q,
             typename R::Bool isSubnormal) {
  R result = y * powerOfTwo<R>(q);
  result = select(isSubnormal, result * power(-kRootScale<R>), result);
  result = flip(result, signBit(x));
  auto isOrdinary = (magnitude > 0.0) & (magnitude < kInfinity);
  return select(isOrdinary, result, x);
}

/// |x| = 2^(3 q) m with 0.35 <= m < 2.83. z approximates m^(-1/3), by a
/// polynomial and Newton's iteration, and m z^2 the root, which is then
/// corrected by what its third power lacks.
template <typename R> R cbrt(R x) {
  R magnitude = absolute(x);
  auto isSubnormal = magnitude < power(1 - R::bias);
  Binade<R> b = splitNormal(
      select(isSubnormal, magnitude * power(3 * kRootScale<R>), magnitude));
  Rounded<R> q = roundProduct(b.exponent, 1.0 / 3);
  R rest = fma(q.real, x.constant(-3), b.exponent); // -1, 0 or 1
  auto isLess = rest < 0.0, isMore = rest > 0.0;
  R one = x.constant(1);
  R m = (b.f + 1.0) *
        select(isLess, x.constant(0.5), select(isMore, x.constant(2), one));
  R z = polynomial(b.f, PIRCH_TABLE(R, cbrtReciprocal)) *
        select(isLess, x.constant(1.2599210498948732),
               select(isMore, x.constant(0.79370052598409974), one));
  for (int step = 0; step < (R::isDouble ? 2 : 1); ++step)
    z = fma(z * (1.0 / 3), fma(-(m * z), z * z, one), z);
  R square = z * z;
  R y = m * square;
  if constexpr (R::isFast) {
    y = fma(fma(-(y * y), y, m) * (1.0 / 3), square, y);
    return finishRoot(x, magnitude, y, toInteger(q), isSubnormal);
  }
  Two<R> ySquare = multiplyExactly(y, y);
  R cube = ySquare.high * y;
  R cubeError = fma(ySquare.low, y, fma(ySquare.high, y, -cube));
  R lacks = (m - cube) - cubeError;
  y = fma(lacks * (1.0 / 3), square, y);
  return finishRoot(x, magnitude, y, toInteger(q), isSubnormal);
}

} // namespace pirch::elementary

#endif // PIRCH_MATH_ROOT_H
