//===- Trigonometry.h - sin, cos and tan ------------------------*- C++ -*-===//
//
// |x| = q pi / 2 + r with |r| <= pi / 4 and polynomials in r. r is a number of
// twice the precision, since |x| may be next to a multiple of pi / 2.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_MATH_TRIGONOMETRY_H
#define PIRCH_MATH_TRIGONOMETRY_H

#include "Pirch/Math/Basics.h"
#include <vector>

namespace pirch::elementary {

/// Arguments up to here are reduced by pi / 2 in three parts.
template <typename R>
inline constexpr double kCodyWaiteLimit = R::isDouble ? 0x1p32 : 0x1p16;

//===----------------------------------------------------------------------===//
// Large arguments
//===----------------------------------------------------------------------===//

/// Exact sums of neighbours from the last to the first, so that the first is
/// the sum and others what it leaves.
template <typename R> void distill(std::vector<R> &terms) {
  for (size_t i = terms.size() - 1; i > 0; --i) {
    Two<R> sum = addExactly(terms[i - 1], terms[i]);
    terms[i - 1] = sum.high;
    terms[i] = sum.low;
  }
}

/// x less a multiple of 8.
template <typename R> R modulo8(R x) {
  constexpr double rounder = 1.5 * power(R::precision + 2);
  return x - ((x + rounder) - rounder);
}

/// `count` words of 2 / pi from word `first` on. Each bit of `first` moves the
/// table by a power of two.
template <typename R>
std::vector<R> selectWords(typename R::Integer first, R like, size_t count) {
  const auto &table = PIRCH_TABLE(R, twoOverPi);
  constexpr int indexBits = R::isDouble ? 5 : 3;
  std::vector<R> words;
  for (double word : table)
    words.push_back(like.constant(word));
  for (int bit = indexBits - 1; bit >= 0; --bit) {
    size_t distance = size_t{1} << bit, wanted = count + distance - 1;
    auto isSet = (first & int64_t(distance)) == int64_t(distance);
    std::vector<R> moved;
    for (size_t i = 0; i < wanted && i < words.size(); ++i)
      moved.push_back(i + distance < words.size()
                          ? select(isSet, words[i + distance], words[i])
                          : words[i]);
    words = std::move(moved);
  }
  return words;
}

/// q (modulo 4), r and its error for an x of at least kCodyWaiteLimit, after
/// Payne and Hanek. x = X 2^E with an integer X. Of X 2^E * 2 / pi, only five
/// words of 2 / pi matter: what stands before gives multiples of 8, what stands
/// behind is less than the error.
template <typename R> std::array<R, 3> reduceLarge(R x) {
  constexpr int p = R::precision;
  auto bits = toBits(x);
  auto exponent = (bits >> R::storedBits) - (R::bias + R::storedBits); // E
  R integer = fromBits<R>((bits & ((int64_t{1} << R::storedBits) - 1)) +
                          (int64_t{R::bias + R::storedBits} << R::storedBits));
  // The first word is number floor((E - 2) / p), or 0.
  Rounded<R> block =
      roundProduct(toReal<R>(exponent) - (2 + (p - 1) * 0.5), 1.0 / p);
  auto first = toInteger(block);
  auto isNegative = first < 0;
  first = select(isNegative, first.constant(0), first);
  R skipped = select(isNegative, x.constant(0), block.real) * double(p);
  auto shift = exponent - toInteger(round(skipped)) - p;
  R factor = integer * powerOfTwo<R>(shift);

  std::vector<R> words = selectWords<R>(first, x, 5);
  std::vector<Two<R>> products;
  for (int i = 0; i < 5; ++i)
    products.push_back(multiplyExactly(factor, words[i] * power(-p * i)));
  // From 2^(p + 1) on, the first product is a multiple of 8 or has all that
  // matters in its error.
  Two<R> &head = products[0];
  R whole = select(head.high < power(p + 1), modulo8(head.high), x.constant(0));
  std::vector<R> terms = {whole, modulo8(head.low), modulo8(products[1].high),
                          products[1].low, products[2].high};
  // The sum of these is at most 2^5, and its nearest integer is q.
  for (size_t i = 1; i < terms.size(); ++i) {
    Two<R> sum = addExactly(terms[0], terms[i]);
    terms[0] = sum.high;
    terms[i] = sum.low;
  }
  R quadrant = round(terms[0]).real;
  terms[0] = terms[0] - quadrant;
  for (R term : {products[2].low, products[3].high, products[3].low,
                 products[4].high, products[4].low})
    terms.push_back(term);
  distill(terms);
  R rest = terms.back();
  for (size_t i = terms.size() - 2; i > 0; --i)
    rest = rest + terms[i];
  Two<R> fraction = addExactly(terms[0], rest);

  const auto &halfPi = PIRCH_TABLE(R, halfPi);
  Two<R> r = multiply(fraction.high, {halfPi[0], halfPi[1]});
  r.low = fma(fraction.low, x.constant(halfPi[0]), r.low);
  r = addSmaller(r.high, r.low);
  return {quadrant, r.high, r.low};
}

//===----------------------------------------------------------------------===//
// All arguments
//===----------------------------------------------------------------------===//

template <typename R> struct Angle {
  /// Its last two bits are the quadrant.
  typename R::Integer quadrant;
  Two<R> r;
};

/// For x that is not negative.
template <typename R> Angle<R> reduceAngle(R x) {
  const auto &halfPi = PIRCH_TABLE(R, halfPi);
  auto isLarge = [](R x) { return (x > kCodyWaiteLimit<R>)&(x < kInfinity); };
  Rounded<R> n = roundProduct(x, 0.63661977236758134);
  R first = fma(n.real, x.constant(-halfPi[0]), x); // exact
  Two<R> second = multiplyExactly(n.real, x.constant(halfPi[1]));
  // A Fast2Sum: `first` has so few bits that it need not be the greater one.
  Two<R> sum = addSmaller(first, -second.high);
  R error = fma(n.real, x.constant(-halfPi[2]), sum.low - second.low);
  auto reduced = whereAny(x, isLarge, std::array<R, 3>{n.real, sum.high, error},
                          [&] { return reduceLarge(x); });
  return {round(reduced[0]).bits, {reduced[1], reduced[2]}};
}

/// sin(r), which is r.high and this.
template <typename R> R sinTail(Two<R> r, R square) {
  return fma(square * r.high, polynomial(square, PIRCH_TABLE(R, sinTail)),
             r.low);
}

/// cos(r).
template <typename R> Two<R> cosInTwo(Two<R> r, R square) {
  R half = square * 0.5;
  Two<R> sum = addSmaller(r.high.constant(1), -half);
  R tail = fma(square * square, polynomial(square, PIRCH_TABLE(R, cosTail)),
               sum.low);
  return {sum.high, fma(-r.high, r.low, tail)};
}

/// Sine and cosine of r without what rounding takes.
template <typename R> std::array<R, 2> sinAndCos(Two<R> r) {
  R sum = r.high + r.low, square = sum * sum;
  return {fma(square * sum, polynomial(square, PIRCH_TABLE(R, sinTail)), sum),
          fma(square,
              fma(square, polynomial(square, PIRCH_TABLE(R, cosTail)),
                  sum.constant(-0.5)),
              sum.constant(1))};
}

/// The sine of an angle, whose quadrant may have been moved.
template <typename R> R sinOf(const Angle<R> &angle) {
  if constexpr (R::isFast) {
    auto [sine, cosine] = sinAndCos(angle.r);
    R result = select((angle.quadrant & 1) == 1, cosine, sine);
    return flip(result, lastBitAsSign<R>((angle.quadrant & 2) >> 1));
  }
  R square = angle.r.high * angle.r.high;
  R sine = angle.r.high + sinTail(angle.r, square);
  Two<R> cosine = cosInTwo(angle.r, square);
  auto isOdd = (angle.quadrant & 1) == 1;
  R result = select(isOdd, cosine.high + cosine.low, sine);
  return flip(result, lastBitAsSign<R>((angle.quadrant & 2) >> 1));
}

/// NaN for NaN and infinities.
template <typename R> R limitAngle(R magnitude, R result) {
  return select(magnitude < kInfinity, result, magnitude.constant(kNaN));
}

template <typename R> R sin(R x) {
  R magnitude = absolute(x);
  R result = sinOf(reduceAngle(magnitude));
  return limitAngle(magnitude, flip(result, signBit(x)));
}

template <typename R> R cos(R x) {
  R magnitude = absolute(x);
  Angle<R> angle = reduceAngle(magnitude);
  angle.quadrant = angle.quadrant + 1;
  return limitAngle(magnitude, sinOf(angle));
}

/// sin / cos or -cos / sin, of numbers of twice the precision.
template <typename R> R tan(R x) {
  R magnitude = absolute(x);
  Angle<R> angle = reduceAngle(magnitude);
  auto isOdd = (angle.quadrant & 1) == 1;
  auto sign = signBit(x) ^ lastBitAsSign<R>(angle.quadrant & 1);
  if constexpr (R::isFast) {
    auto [sine, cosine] = sinAndCos(angle.r);
    R result = select(isOdd, cosine, sine) / select(isOdd, sine, cosine);
    return limitAngle(magnitude, flip(result, sign));
  }
  R square = angle.r.high * angle.r.high;
  Two<R> cosine = cosInTwo(angle.r, square);
  // What rounding took from the square: r^2 / 2 and r^3 / 6 have it.
  R error = fma(angle.r.high, angle.r.high, -square);
  R tail =
      fma(angle.r.high * error, x.constant(-1.0 / 6), sinTail(angle.r, square));
  tail = fma(square * -0.5, angle.r.low, tail);
  Two<R> sine = addSmaller(angle.r.high, tail);
  cosine.low = fma(error, x.constant(-0.5), cosine.low);
  cosine = addSmaller(cosine.high, cosine.low);
  Two<R> above = {select(isOdd, cosine.high, sine.high),
                  select(isOdd, cosine.low, sine.low)};
  Two<R> below = {select(isOdd, sine.high, cosine.high),
                  select(isOdd, sine.low, cosine.low)};
  Two<R> quotient = divide(above, below);
  R result = quotient.high + quotient.low;
  return limitAngle(magnitude, flip(result, sign));
}

} // namespace pirch::elementary

#endif // PIRCH_MATH_TRIGONOMETRY_H
