//===- Exponential.h - exp, exp2, exp10, expm1 and hyperbolics --*- C++ -*-===//
//
// x = n log(2) + r with |r| <= log(2) / 2, a polynomial in r, and 2^n by its
// exponent.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_MATH_EXPONENTIAL_H
#define PIRCH_MATH_EXPONENTIAL_H

#include "Pirch/Math/Basics.h"

namespace pirch::elementary {

/// Where exp(x) becomes infinite and 0: beyond these it is, and what is
/// computed is of no use.
template <typename R> struct ExpRange {
  static constexpr double most = R::isDouble ? 709.79 : 88.73;
  static constexpr double least = R::isDouble ? -745.14 : -103.98;
};

/// `result`, which is a power of e^x, where x is in the range of exp.
template <typename R> R limitPower(R x, double least, double most, R result) {
  result = select(x > most, x.constant(kInfinity), result);
  return select(x < least, x.constant(0), result);
}

template <typename R> struct ReducedExponent {
  Rounded<R> n;
  /// What is left, and the rounding error of it.
  R r, error;
};

template <typename R> ReducedExponent<R> reduceExponent(R x) {
  const auto &ln2 = PIRCH_TABLE(R, ln2);
  Rounded<R> n = roundProduct(x, PIRCH_TABLE(R, log2OfE)[0]);
  R first = fma(n.real, x.constant(-ln2[0]), x); // exact
  R r = fma(n.real, x.constant(-ln2[1]), first);
  return {n, r, fma(n.real, x.constant(-ln2[1]), first - r)};
}

template <typename R> R exp(R x) {
  ReducedExponent<R> e = reduceExponent(x);
  R power = fma(e.r, polynomial(e.r, PIRCH_TABLE(R, exp)), x.constant(1));
  return limitPower(x, ExpRange<R>::least, ExpRange<R>::most,
                    scale(power, toInteger(e.n)));
}

template <typename R> R exp2(R x) {
  Rounded<R> n = round(x);
  R r = x - n.real;
  R power = fma(r, polynomial(r, PIRCH_TABLE(R, exp2)), x.constant(1));
  return limitPower(x, R::isDouble ? -1075.5 : -150.5,
                    R::isDouble ? 1024.5 : 128.5, scale(power, toInteger(n)));
}

/// e^(r.high + r.low) for |r| <= log(2) / 2.
template <typename R> R expOfTwo(Two<R> r) {
  R square = r.high * r.high;
  Two<R> linear = addSmaller(square.constant(1), r.high);
  R rest = fma(square, polynomial(r.high, PIRCH_TABLE(R, expTail)), r.low);
  return linear.high + (linear.low + rest);
}

template <typename R> R exp10(R x) {
  const auto &log10Of2 = PIRCH_TABLE(R, log10Of2);
  Rounded<R> n = roundProduct(x, 3.3219280948873623);
  R first = fma(n.real, x.constant(-log10Of2[0]), x);
  R r = fma(n.real, x.constant(-log10Of2[1]), first);
  R error = fma(n.real, x.constant(-log10Of2[1]), first - r);
  Two<R> natural = multiply(r, PIRCH_TABLE(R, ln10));
  natural.low = fma(error, x.constant(2.302585092994046), natural.low);
  return limitPower(x, R::isDouble ? -323.7 : -45.2,
                    R::isDouble ? 308.3 : 38.54,
                    scale(expOfTwo(natural), toInteger(n)));
}

/// (e^x - 1) / 2 for an x of which e^x is not 0 nor infinite. It is
/// 2^(n - 1) - 1/2 + 2^(n - 1) (r + r^2 / 2 + r^3 tail): terms may cancel, so
/// that all but the last are added exactly.
template <typename R> Two<R> halfOfExpm1(R x) {
  ReducedExponent<R> e = reduceExponent(x);
  R half = powerOfTwo<R>(toInteger(e.n) - 1);
  if constexpr (R::isFast) {
    R power = fma(e.r * e.r, polynomial(e.r, PIRCH_TABLE(R, expTail)), e.r);
    return {fma(half, power, half - 0.5), x.constant(0)};
  }
  Two<R> constant = addSmaller(half, x.constant(-0.5));
  // Each sum is a Fast2Sum also where n is 0, since the constant is 0 then, and
  // where it is negative, since it is a power of two.
  Two<R> linear = addSmaller(constant.high, half * e.r);
  Two<R> square = multiplyExactly(e.r, e.r);
  R quarter = half * 0.5;
  Two<R> sum = addSmaller(linear.high, quarter * square.high);
  R low = fma(half, e.error, linear.low + constant.low);
  low = sum.low + fma(quarter, square.low, low);
  const auto &table = PIRCH_TABLE(R, expTail);
  R tail = polynomial(e.r, table, /*first=*/1);
  return {sum.high, fma(half * (e.r * square.high), tail, low)};
}

template <typename R> R expm1(R x) {
  constexpr double least = R::isDouble ? -40 : -20; // from there on it is -1
  Two<R> half = halfOfExpm1(select(x < least, x.constant(least), x));
  R result = (half.high + half.low) * 2.0;
  result = select(x > ExpRange<R>::most, x.constant(kInfinity), result);
  return select(absolute(x) < power(-R::precision), x, result);
}

/// sinh(x) / 2 and cosh(x) / 2 are A sinh(r) + B cosh(r) and the same with A
/// and B exchanged, where A = (2^n + 2^-n) / 4 and B = (2^n - 2^-n) / 4.
template <typename R> struct Hyperbolic {
  Two<R> sum, difference;
  R r, sinhTail, coshTail;
};

template <typename R> Hyperbolic<R> reduceHyperbolic(R magnitude) {
  ReducedExponent<R> e = reduceExponent(magnitude);
  auto n = toInteger(e.n);
  R grows = powerOfTwo<R>(n - 2);
  // 2^-n does not matter from n = 60 on.
  auto shrinking = select(n < 60, n, n.constant(60)) + 2;
  R shrinks = powerOfTwo<R>(shrinking.constant(0) - shrinking);
  R square = e.r * e.r;
  R tail =
      fma(square * e.r, polynomial(square, PIRCH_TABLE(R, sinhTail)), e.error);
  return {addSmaller(grows, shrinks), addSmaller(grows, -shrinks), e.r, tail,
          square * polynomial(square, PIRCH_TABLE(R, coshTail))};
}

/// a sinh(r) + b cosh(r), twice.
template <typename R>
R combineHyperbolic(const Hyperbolic<R> &h, Two<R> a, Two<R> b) {
  R sum = fma(a.high, h.r, b.high);
  R error = fma(a.high, h.r, b.high - sum) + b.low;
  R rest = fma(b.high, h.coshTail, a.high * h.sinhTail);
  return (sum + (error + rest)) * 2.0;
}

/// `result`, or infinity where it is: from |x| = log(2 * the greatest number).
template <typename R> R limitHyperbolic(R magnitude, R result) {
  constexpr double limit = R::isDouble ? 710.48 : 89.42;
  return select(magnitude > limit, result.constant(kInfinity), result);
}

template <typename R> R cosh(R x) {
  R magnitude = absolute(x);
  Hyperbolic<R> h = reduceHyperbolic(magnitude);
  return limitHyperbolic(magnitude, combineHyperbolic(h, h.difference, h.sum));
}

template <typename R> R sinh(R x) {
  R magnitude = absolute(x);
  Hyperbolic<R> h = reduceHyperbolic(magnitude);
  R result = combineHyperbolic(h, h.sum, h.difference);
  return makeOdd(x, magnitude, limitHyperbolic(magnitude, result));
}

/// 1 - 2 / (e^(2x) + 1) for x >= 0.
template <typename R> R tanhOfLarge(R x) {
  ReducedExponent<R> e = reduceExponent(x + x);
  R power = powerOfTwo<R>(toInteger(e.n)), above = power + 1.0;
  R expm1 = e.r * polynomial(e.r, PIRCH_TABLE(R, exp));
  R divisor = fma(power, expm1, above);
  R quotient = x.constant(2) / divisor;
  if constexpr (R::isFast)
    return x.constant(1) - quotient;
  // What rounding took from the divisor (Fast2Sum), and how much is left of 2.
  R low = fma(power, expm1, above - divisor);
  R rest = fma(-quotient, low, fma(-quotient, divisor, x.constant(2)));
  return x.constant(1) - fma(rest * 0.5, quotient, quotient);
}

/// By a polynomial up to 0.55, from where on tanh(x) > 1/2, and by e^(2x).
template <typename R> R tanh(R x) {
  constexpr double most = R::isDouble ? 22 : 10; // from there on it is 1
  R magnitude = absolute(x);
  R limited = select(magnitude > most, x.constant(most), magnitude);
  R square = magnitude * magnitude;
  R near = fma(magnitude * square,
               polynomial(square, PIRCH_TABLE(R, tanhTail)), magnitude);
  return flip(select(magnitude < 0.55, near, tanhOfLarge(limited)),
              signBit(x));
}

} // namespace pirch::elementary

#endif // PIRCH_MATH_EXPONENTIAL_H
