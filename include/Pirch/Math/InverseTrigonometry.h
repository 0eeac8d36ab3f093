//===- InverseTrigonometry.h - atan, atan2, asin and acos -------*- C++ -*-===//
//
// The inverse trigonometric functions, for one class of numbers as Number.h
// describes. All are computed by atan or asin of a small argument.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_MATH_INVERSETRIGONOMETRY_H
#define PIRCH_MATH_INVERSETRIGONOMETRY_H

#include "Pirch/Math/Basics.h"

namespace pirch::elementary {

/// base + atan(t) for |t| <= 1/2, where |base| >= |t| or base is 0.
template <typename R> R addArcTangent(Two<R> base, Two<R> t) {
  R square = t.high * t.high;
  if constexpr (R::isFast)
    return base.high + fma(square * t.high,
                           polynomial(square, PIRCH_TABLE(R, atanTail)),
                           t.high);
  R tail =
      fma(square * t.high, polynomial(square, PIRCH_TABLE(R, atanTail)), t.low);
  Two<R> sum = addSmaller(base.high, t.high);
  return sum.high + (sum.low + (tail + base.low));
}

/// With t = x up to 1/2, (x - 1) / (x + 1) up to 2, and -1 / x from there on:
/// all are at most 1/2, and what is added to atan(t) is 0, pi / 4 or pi / 2.
template <typename R> R atan(R x) {
  const auto &halfPi = PIRCH_TABLE(R, halfPi);
  R magnitude = absolute(x);
  // Infinity would give NaN; this gives pi / 2 as well.
  constexpr double most = power(R::precision + 10);
  R m = select(magnitude > most, x.constant(most), magnitude);
  R zero = x.constant(0), one = x.constant(1);
  auto isMiddle = m > 0.5, isLarge = m > 2.0;
  R sum = m + 1.0;
  R above = select(isLarge, -one, select(isMiddle, m - 1.0, m));
  Two<R> below = {select(isLarge, m, select(isMiddle, sum, one)),
                  select(isMiddle & !isLarge, m - (sum - 1.0), zero)};
  auto choose = [&](double part) {
    return select(isLarge, x.constant(part),
                  select(isMiddle, x.constant(part * 0.5), zero));
  };
  R result = addArcTangent(Two<R>{choose(halfPi[0]), choose(halfPi[1])},
                           divide(Two<R>{above, zero}, below));
  return makeOdd(x, magnitude, result);
}

/// The angle of a point. Of |x| and |y|, a is the smaller and b the greater
/// one; the angle between a and b is atan(a / b), which is pi / 4 +
/// atan((a - b) / (a + b)).
template <typename R> R atan2(R y, R x) {
  const auto &halfPi = PIRCH_TABLE(R, halfPi);
  R zero = x.constant(0), one = x.constant(1);
  R width = absolute(x), height = absolute(y);
  auto isSteep = height > width;
  R a = select(isSteep, width, height), b = select(isSteep, height, width);
  // Infinities and zeros have the angles of other points.
  a = select(b == kInfinity, select(a == kInfinity, one, zero), a);
  b = select((b == kInfinity) | (b == 0.0), one, b);
  // Neither a + b, 1 / b nor what a division leaves of a may overflow or lose
  // digits.
  constexpr int large = R::isDouble ? 900 : 100, small = R::isDouble ? 200 : 36,
                step = R::isDouble ? 800 : 90;
  auto scaleWhere = [&](R factor) {
    a = a * factor;
    b = b * factor;
  };
  scaleWhere(select(b > power(large), x.constant(power(-step)),
                    select(b < power(small), x.constant(power(step)), one)));
  auto isMiddle = a > b * 0.5;
  Two<R> sum = addSmaller(b, a);
  Two<R> t = divide(
      Two<R>{select(isMiddle, a - b, a), zero},
      Two<R>{select(isMiddle, sum.high, b), select(isMiddle, sum.low, zero)});
  // The angle is base + sign (pi / 4 + atan(t)).
  auto isLeft = toBits(x) < 0;
  auto isReversed = (isSteep | isLeft) & !(isSteep & isLeft);
  auto signs = select(isReversed, signBit(-one), signBit(one));
  auto base = [&](double part) {
    return select(isSteep, x.constant(part),
                  select(isLeft, x.constant(part * 2), zero));
  };
  auto quarter = [&](double part) {
    return flip(select(isMiddle, x.constant(part * 0.5), zero), signs);
  };
  Two<R> start = addSmaller(base(halfPi[0]), quarter(halfPi[0]));
  start.low = start.low + (base(halfPi[1]) + quarter(halfPi[1]));
  R result =
      addArcTangent(start, Two<R>{flip(t.high, signs), flip(t.low, signs)});
  result = flip(absolute(result), signBit(y));
  return select((x != x) | (y != y), x.constant(kNaN), result);
}

/// asin(v) - v for the v of |x|: |x| itself up to 1/2, and sqrt((1 - |x|) / 2)
/// from there on, where asin(|x|) = pi / 2 - 2 asin(v).
template <typename R> struct ArcSine {
  R v, tail;
  typename R::Bool isLarge;
};

template <typename R> ArcSine<R> reduceArcSine(R magnitude) {
  auto isLarge = magnitude > 0.5;
  R z =
      select(isLarge,
             fma(magnitude, magnitude.constant(-0.5), magnitude.constant(0.5)),
             magnitude * magnitude);
  R root = squareRoot(z);
  if constexpr (R::isFast) {
    R v = select(isLarge, root, magnitude);
    return {v, v * z * polynomial(z, PIRCH_TABLE(R, asinTail)), isLarge};
  }
  R zero = magnitude.constant(0);
  R error = fma(-root, root, z) /
            select(root == 0.0, magnitude.constant(1), root + root);
  R v = select(isLarge, root, magnitude);
  R low = select(isLarge, error, zero);
  return {v, fma(v * z, polynomial(z, PIRCH_TABLE(R, asinTail)), low), isLarge};
}

template <typename R> R asin(R x) {
  const auto &halfPi = PIRCH_TABLE(R, halfPi);
  R magnitude = absolute(x);
  ArcSine<R> sine = reduceArcSine(magnitude);
  Two<R> sum = addSmaller(x.constant(halfPi[0]), sine.v * -2.0);
  R large = sum.high +
            (sum.low + fma(sine.tail, x.constant(-2), x.constant(halfPi[1])));
  return makeOdd(x, magnitude, select(sine.isLarge, large, sine.v + sine.tail));
}

template <typename R> R acos(R x) {
  const auto &halfPi = PIRCH_TABLE(R, halfPi);
  ArcSine<R> sine = reduceArcSine(absolute(x));
  auto isNegative = toBits(x) < 0;
  R zero = x.constant(0);
  auto base = [&](double part) {
    return select(sine.isLarge, select(isNegative, x.constant(part * 2), zero),
                  x.constant(part));
  };
  R factor =
      select(sine.isLarge, select(isNegative, x.constant(-2), x.constant(2)),
             select(isNegative, x.constant(1), x.constant(-1)));
  Two<R> sum = addSmaller(base(halfPi[0]), sine.v * factor);
  return sum.high + (sum.low + fma(sine.tail, factor, base(halfPi[1])));
}

} // namespace pirch::elementary

#endif // PIRCH_MATH_INVERSETRIGONOMETRY_H
