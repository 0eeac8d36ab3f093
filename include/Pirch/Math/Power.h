//===- Power.h - pow --------------------------------------------*- C++ -*-===//
//
// 2^(y log2(x)), where logarithm and product have twice the precision.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_MATH_POWER_H
#define PIRCH_MATH_POWER_H

#include "Pirch/Math/Exponential.h"
#include "Pirch/Math/Logarithm.h"

namespace pirch::elementary {

/// log2(x) for a positive number, with an error of 2^-65 (f64), 2^-35 (f32) of
/// it: log(1 + f) = 2 atanh(s) with s = f / (2 + f).
template <typename R> Two<R> log2InTwo(R x) {
  Binade<R> b = splitBinade(x);
  Two<R> s =
      divideInTwo(Two<R>{b.f, x.constant(0)}, addSmaller(x.constant(2), b.f));
  Two<R> square = multiplyExactly(s.high, s.high);
  square.low = fma(s.high + s.high, s.low, square.low);
  // atanh(s) = s + s (z / 3 + z^2 tail)
  Two<R> third = multiply(square.high, PIRCH_TABLE(R, third));
  third.low = fma(square.low, x.constant(1.0 / 3), third.low);
  R tail = square.high * square.high *
           polynomial(square.high, PIRCH_TABLE(R, atanhTail));
  Two<R> factor = addSmaller(third.high, tail);
  factor.low = factor.low + third.low;
  Two<R> rest = multiplyExactly(s.high, factor.high);
  rest.low = fma(s.high, factor.low, fma(s.low, factor.high, rest.low));
  Two<R> atanh = addSmaller(s.high, rest.high);
  atanh.low = atanh.low + (rest.low + s.low);
  Two<R> fraction = multiply(atanh.high + atanh.high, PIRCH_TABLE(R, log2OfE));
  fraction.low = fma(atanh.low + atanh.low,
                     x.constant(PIRCH_TABLE(R, log2OfE)[0]), fraction.low);
  Two<R> sum = addSmaller(b.exponent, fraction.high);
  sum.low = sum.low + fraction.low;
  return addSmaller(sum.high, sum.low);
}

/// 2^x.
template <typename R> R exp2OfTwo(Two<R> x) {
  constexpr double most = R::isDouble ? 1100 : 200;
  auto isLarge = absolute(x.high) > most;
  R high = select(isLarge, x.high.constant(0), x.high);
  Rounded<R> n = round(high);
  Two<R> r = addSmaller(high - n.real, x.low);
  Two<R> natural = multiply(r.high, PIRCH_TABLE(R, ln2Full));
  natural.low =
      fma(r.low, high.constant(PIRCH_TABLE(R, ln2Full)[0]), natural.low);
  R result = scale(expOfTwo(natural), toInteger(n));
  return limitPower(x.high, -most, most, result);
}

/// Whether a number that is not negative is an integer.
template <typename R> typename R::Bool isInteger(R x) {
  constexpr double allIntegers = power(R::storedBits);
  return (x >= allIntegers) | ((x + allIntegers) - allIntegers == x);
}

template <typename R> R pow(R x, R y) {
  R base = absolute(x), exponent = absolute(y);
  // Beyond this, x^y is 0, 1 or infinite, and stays finite on the way.
  constexpr double most = power(R::isDouble ? 70 : 40);
  R limited = select(exponent > most, x.constant(most), exponent);
  limited = flip(limited, signBit(y));
  Two<R> logarithm = log2InTwo(base);
  Two<R> product = multiplyExactly(limited, logarithm.high);
  product.low = fma(limited, logarithm.low, product.low);
  R result = exp2OfTwo(product);

  R zero = x.constant(0), infinity = x.constant(kInfinity),
    none = x.constant(kNaN);
  auto isZero = base == 0.0, isInfinite = base == kInfinity;
  auto shrinks = (isZero & (y > 0.0)) | (isInfinite & (y < 0.0));
  result = select(isZero | isInfinite, select(shrinks, zero, infinity), result);
  auto yIsInteger = isInteger(exponent);
  auto yIsOdd = yIsInteger & !isInteger(exponent * 0.5);
  auto isNegative = toBits(x) < 0;
  result = select(isNegative & yIsOdd, -result, result);
  auto isUndefined =
      ((x < 0.0) & (base < kInfinity) & !yIsInteger) | (x != x) | (y != y);
  result = select(isUndefined, none, result);
  return select((y == 0.0) | (x == 1.0), x.constant(1), result);
}

} // namespace pirch::elementary

#endif // PIRCH_MATH_POWER_H
