//===- Accuracy.h - Errors in units in the last place -----------*- C++ -*-===//

#ifndef PIRCH_UNITTESTS_MATH_ACCURACY_H
#define PIRCH_UNITTESTS_MATH_ACCURACY_H

#include <cmath>
#include <limits>

namespace pirch {

/// A type in which the C library is precise enough to measure errors of `T`.
template <typename T> struct Reference;
template <> struct Reference<float> {
  using Type = double;
};
template <> struct Reference<double> {
  using Type = long double;
};

/// The distance of `got` from `wanted` in units of the last place of `wanted`,
/// infinite if one of both is NaN and the other not, or where the sign of a
/// zero differs. Infinity counts as the power of two that it is rounded from.
template <typename T>
double countUlps(T got, typename Reference<T>::Type wanted) {
  using Wide = typename Reference<T>::Type;
  using Limits = std::numeric_limits<T>;
  constexpr double wrong = std::numeric_limits<double>::infinity();
  T rounded = static_cast<T>(wanted);
  if (std::isnan(got) || std::isnan(rounded))
    return std::isnan(got) && std::isnan(rounded) ? 0 : wrong;
  if (got == rounded && (got != 0 || wanted == 0))
    if (std::isinf(got) || got == 0)
      return std::signbit(got) == std::signbit(rounded) ? 0 : wrong;
  if (std::isinf(wanted))
    return wrong;
  Wide exact = got;
  if (std::isinf(got))
    exact = std::copysign(std::ldexp(Wide(1), Limits::max_exponent), got);
  int exponent;
  std::frexp(wanted, &exponent);
  exponent = std::max(exponent, Limits::min_exponent) - Limits::digits;
  return static_cast<double>(
      std::fabs((exact - wanted) / std::ldexp(Wide(1), exponent)));
}

} // namespace pirch

#endif // PIRCH_UNITTESTS_MATH_ACCURACY_H
