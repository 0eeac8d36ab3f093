//===- Basics.h - What the mathematical functions share ---------*- C++ -*-===//
//
// Steps that several functions take: polynomials, rounding to an integer,
// scaling by powers of two, and sums and products of twice the precision. A
// step of one function only belongs to that function's header.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_MATH_BASICS_H
#define PIRCH_MATH_BASICS_H

#include "Pirch/Math/Coefficients.h"
#include "Pirch/Math/Number.h"
#include <limits>

namespace pirch::elementary {

/// Which of two tables of coefficients is for `R`: `TABLE(R, exp)` is expF32 or
/// expF64.
#define PIRCH_TABLE(R, NAME)                                                   \
  ::pirch::elementary::choose<R>(coefficients::NAME##F32,                      \
                                 coefficients::NAME##F64)

template <typename R, size_t count32, size_t count64>
constexpr const auto &choose(const double (&f32)[count32],
                             const double (&f64)[count64]) {
  if constexpr (R::isDouble)
    return f64;
  else
    return f32;
}

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// 2^exponent.
constexpr double power(int exponent) {
  double result = 1, factor = exponent < 0 ? 0.5 : 2;
  for (int i = 0; i < (exponent < 0 ? -exponent : exponent); ++i)
    result *= factor;
  return result;
}

/// The polynomial with these coefficients from number `first` on, the constant
/// before the others (Horner).
template <typename R, size_t count>
R polynomial(R x, const double (&table)[count], size_t first = 0) {
  R result = x.constant(table[count - 1]);
  for (size_t i = count - 1; i > first; --i)
    result = fma(result, x, x.constant(table[i - 1]));
  return result;
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// What, added to a number of a magnitude below 2^(precision - 2), leaves its
/// nearest integer in the last bits (ties to even).
template <typename R> constexpr double kRounder = 1.5 * power(R::storedBits);

/// kRounder's bits.
template <typename R>
constexpr int64_t kRounderBits =
    (int64_t{R::bias + R::storedBits} << R::storedBits) |
    (int64_t{1} << (R::storedBits - 1));

/// An integer in both forms. Above the sum's last bits, `bits` has others.
template <typename R> struct Rounded {
  R real;
  typename R::Integer bits;
};

/// The integer nearest to x * factor.
template <typename R> Rounded<R> roundProduct(R x, double factor) {
  R sum = fma(x, x.constant(factor), x.constant(kRounder<R>));
  return {sum - kRounder<R>, toBits(sum)};
}
template <typename R> Rounded<R> round(R x) {
  R sum = x + kRounder<R>;
  return {sum - kRounder<R>, toBits(sum)};
}

/// Integers below 2^(precision - 2).
template <typename R> R toReal(typename R::Integer n) {
  return fromBits<R>(n + kRounderBits<R>) - kRounder<R>;
}
template <typename R> typename R::Integer toInteger(Rounded<R> rounded) {
  return rounded.bits - kRounderBits<R>;
}

/// 2^n for -bias < n <= bias.
template <typename R> R powerOfTwo(typename R::Integer n) {
  return fromBits<R>((n + R::bias) << R::storedBits);
}

/// x * 2^n, rounded once, for a normal x and |n| < 2 * bias.
template <typename R> R scale(R x, typename R::Integer n) {
  auto half = n >> 1;
  return x * powerOfTwo<R>(half) * powerOfTwo<R>(n - half);
}

template <typename R> typename R::Integer signBit(R x) {
  return toBits(x) & (R::isDouble ? std::numeric_limits<int64_t>::min()
                                  : std::numeric_limits<int32_t>::min());
}

/// `x` with its sign changed where that bit of `sign` is set, which has no
/// other.
template <typename R> R flip(R x, typename R::Integer sign) {
  return fromBits<R>(toBits(x) ^ sign);
}

/// The last bit of an integer as a sign.
template <typename R> typename R::Integer lastBitAsSign(typename R::Integer n) {
  return n << (8 * int(sizeof(typename R::Scalar)) - 1);
}

/// A function of |x| made odd: its zero keeps the sign, what is so small that
/// the function is the identity keeps every bit.
template <typename R> R makeOdd(R x, R magnitude, R ofMagnitude) {
  R result = select(magnitude < power(-R::precision), magnitude, ofMagnitude);
  return flip(result, signBit(x));
}

//===----------------------------------------------------------------------===//
// Numbers of twice the precision
//===----------------------------------------------------------------------===//

/// The sum of two numbers, the second less than an ulp or so of the first.
template <typename R> struct Two {
  R high, low;
};

/// x + y exactly, where |x| >= |y| or x is 0.
template <typename R> Two<R> addSmaller(R x, R y) {
  R sum = x + y;
  return {sum, y - (sum - x)};
}
/// x + y exactly.
template <typename R> Two<R> addExactly(R x, R y) {
  R sum = x + y;
  R ofY = sum - x;
  return {sum, (x - (sum - ofY)) + (y - ofY)};
}
/// x * y exactly.
template <typename R> Two<R> multiplyExactly(R x, R y) {
  R product = x * y;
  return {product, fma(x, y, -product)};
}
/// x * (c[0] + c[1]).
template <typename R> Two<R> multiply(R x, const double (&c)[2]) {
  Two<R> product = multiplyExactly(x, x.constant(c[0]));
  return {product.high, fma(x, x.constant(c[1]), product.low)};
}

/// x / y; the error is a few units of twice the precision.
template <typename R> Two<R> divideInTwo(Two<R> x, Two<R> y) {
  R reciprocal = 1.0 / y.high;
  R quotient = x.high * reciprocal;
  R left = fma(-quotient, y.high, x.high) + fma(-quotient, y.low, x.low);
  return {quotient, left * reciprocal};
}

/// The same; of fast numbers, the quotient of the first parts.
template <typename R> Two<R> divide(Two<R> x, Two<R> y) {
  if constexpr (R::isFast)
    return {x.high / y.high, x.high.constant(0)};
  else
    return divideInTwo(x, y);
}

} // namespace pirch::elementary

#endif // PIRCH_MATH_BASICS_H
