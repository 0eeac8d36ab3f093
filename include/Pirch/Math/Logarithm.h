//===- Logarithm.h - log, log2, log10 and log1p -----------------*- C++ -*-===//
//
// x = 2^k (1 + f) with sqrt(1/2) <= 1 + f < sqrt(2). The logarithm of 1 + f is
// a polynomial in f for f32; for f64, one in s^2 with s = f / (2 + f), since it
// takes a third of the terms.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_MATH_LOGARITHM_H
#define PIRCH_MATH_LOGARITHM_H

#include "Pirch/Math/Basics.h"

namespace pirch::elementary {

template <typename R> struct Binade {
  R exponent, f;
  typename R::Integer exponentBits;
};

/// The bits of sqrt(1/2), rounded.
template <typename R>
inline constexpr int64_t kRootOfHalf =
    R::isDouble ? 0x3fe6a09e667f3bcd : 0x3f3504f3;

/// For a positive normal number.
template <typename R> Binade<R> splitNormal(R x) {
  auto bits = toBits(x) - kRootOfHalf<R>;
  auto exponent = bits >> R::storedBits;
  R m = fromBits<R>((bits & ((int64_t{1} << R::storedBits) - 1)) +
                    kRootOfHalf<R>);
  return {toReal<R>(exponent), m - 1.0, exponent};
}

/// For a positive number.
template <typename R> Binade<R> splitBinade(R x) {
  auto isSubnormal = x < power(1 - R::bias);
  Binade<R> result =
      splitNormal(select(isSubnormal, x * power(R::precision), x));
  result.exponent = select(isSubnormal, result.exponent - double(R::precision),
                           result.exponent);
  return result;
}

/// log(1 + f) - f.
template <typename R> R logTail(R f) {
  R halfOfSquare = f * f * 0.5;
  if constexpr (R::isDouble) {
    R s = f / (f + 2.0);
    R z = s * s;
    R rest = z * polynomial(z, coefficients::logQuotientF64);
    return fma(s, halfOfSquare + rest, -halfOfSquare);
  } else {
    return f * f *
           fma(f, polynomial(f, coefficients::logF32), f.constant(-0.5));
  }
}

/// `result` for positive finite numbers, and what a logarithm is for others.
template <typename R> R limitLogarithm(R x, R result) {
  result = select(x < kInfinity, result, x);
  R none = select(x == 0.0, x.constant(-kInfinity), x.constant(kNaN));
  return select(x > 0.0, result, none);
}

template <typename R> R log(R x) {
  const auto &ln2 = PIRCH_TABLE(R, ln2);
  Binade<R> b = splitBinade(x);
  if constexpr (R::isFast)
    return limitLogarithm(
        x, fma(b.exponent, x.constant(ln2[0] + ln2[1]), b.f + logTail(b.f)));
  Two<R> sum = addSmaller(b.exponent * ln2[0], b.f);
  R tail = fma(b.exponent, x.constant(ln2[1]), logTail(b.f));
  return limitLogarithm(x, sum.high + (sum.low + tail));
}

/// log(1 + f) - f + f^2 / 2, given f^2 / 2.
template <typename R> R logRest(R f, R halfOfSquare) {
  if constexpr (R::isDouble) {
    R s = f / (f + 2.0);
    R z = s * s;
    return s *
           fma(z, polynomial(z, coefficients::logQuotientF64), halfOfSquare);
  } else {
    return f * (halfOfSquare + halfOfSquare) *
           polynomial(f, coefficients::logF32);
  }
}

/// log(1 + f) * factor + exponent + rest, where the last is small. f - f^2 / 2
/// has twice the precision.
template <typename R>
R convertLogarithm(R exponent, R f, const double (&factor)[2], R rest) {
  if constexpr (R::isFast)
    return fma(f + logTail(f), f.constant(factor[0]), exponent + rest);
  Two<R> square = multiplyExactly(f, f);
  R half = square.high * 0.5;
  Two<R> quadratic = addSmaller(f, -half);
  R tail = fma(square.low, f.constant(-0.5), quadratic.low) + logRest(f, half);
  Two<R> scaled = multiply(quadratic.high, factor);
  Two<R> sum = addSmaller(exponent, scaled.high);
  rest = rest + fma(tail, f.constant(factor[0]), scaled.low);
  return sum.high + (sum.low + rest);
}

template <typename R> R log2(R x) {
  Binade<R> b = splitBinade(x);
  return limitLogarithm(x, convertLogarithm(b.exponent, b.f,
                                            PIRCH_TABLE(R, log2OfE),
                                            x.constant(0)));
}

template <typename R> R log10(R x) {
  const auto &log10Of2 = PIRCH_TABLE(R, log10Of2);
  Binade<R> b = splitBinade(x);
  return limitLogarithm(x, convertLogarithm(b.exponent * log10Of2[0], b.f,
                                            PIRCH_TABLE(R, log10OfE),
                                            b.exponent * log10Of2[1]));
}

/// 1 + x, rounded, is split; what rounding took is added to the logarithm.
template <typename R> R log1p(R x) {
  const auto &ln2 = PIRCH_TABLE(R, ln2);
  Two<R> sum = addExactly(x.constant(1), x);
  Binade<R> b = splitNormal(sum.high);
  auto isNear = (x > -0.29) & (x < 0.41);
  R zero = x.constant(0);
  R exponent = select(isNear, zero, b.exponent);
  R f = select(isNear, x, b.f);
  R scaled =
      sum.low * powerOfTwo<R>(b.exponentBits.constant(0) - b.exponentBits);
  // From 2^60 on, 1 is too small to matter.
  R error = select(isNear | !(b.exponentBits < 60), zero, scaled);
  // error / (1 + f)
  R corrected = error * fma(f, f - 1.0, x.constant(1));
  Two<R> high = addSmaller(exponent * ln2[0], f);
  R tail = fma(exponent, x.constant(ln2[1]), logTail(f) + corrected);
  R result = limitLogarithm(x + 1.0, high.high + (high.low + tail));
  return select(absolute(x) < power(-R::precision), x, result);
}

} // namespace pirch::elementary

#endif // PIRCH_MATH_LOGARITHM_H
