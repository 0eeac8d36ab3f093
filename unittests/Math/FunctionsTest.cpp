//===- FunctionsTest.cpp - Laws of the mathematical functions -------------===//
//
// Special values are those of C (annex F); PIRCH's functions are compared with
// the C library's where that has them, and with exact values.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Math/Functions.h"
#include "gtest/gtest.h"
#include <cmath>
#include <limits>
#include <vector>

namespace host = pirch::elementary::host;

namespace {

template <typename T> class MathTest : public testing::Test {
protected:
  using Limits = std::numeric_limits<T>;
  static constexpr T inf = Limits::infinity();
  static constexpr T nan = Limits::quiet_NaN();

  static std::vector<T> specialValues() {
    std::vector<T> values = {0,
                             Limits::denorm_min(),
                             Limits::min() / 3,
                             Limits::min(),
                             T(1e-10),
                             T(0.5),
                             1,
                             1 + Limits::epsilon(),
                             T(1.5),
                             2,
                             3,
                             T(4.5),
                             T(1e5),
                             T(1e30),
                             Limits::max(),
                             inf,
                             nan};
    for (size_t count = values.size(), i = 0; i < count; ++i)
      values.push_back(-values[i]);
    return values;
  }

  /// Whether `got` is NaN, an infinity or a zero where `wanted` is, of the same
  /// sign, and nowhere else. A result that is almost 0 or almost infinite may
  /// be rounded to it in one of both.
  static testing::AssertionResult isLike(T got, T wanted) {
    if (std::isnan(got) != std::isnan(wanted))
      return testing::AssertionFailure() << got << " instead of " << wanted;
    if (std::isnan(got))
      return testing::AssertionSuccess();
    bool isClose =
        std::fabs(got - wanted) <=
        2 * std::fabs(wanted) * Limits::epsilon() + Limits::denorm_min();
    if ((got == wanted || isClose) && std::signbit(got) == std::signbit(wanted))
      return testing::AssertionSuccess();
    return testing::AssertionFailure() << got << " instead of " << wanted;
  }
};

using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(MathTest, Types, );

TYPED_TEST(MathTest, SpecialValuesAreThoseOfTheLibrary) {
  using T = TypeParam;
  for (T x : this->specialValues()) {
#define PIRCH_FUNCTION(NAME, OP)                                               \
  EXPECT_TRUE(this->isLike(host::NAME(x), std::NAME(x))) << #NAME << " " << x;
    PIRCH_MATH_UNARY(PIRCH_FUNCTION)
#undef PIRCH_FUNCTION
    for (T y : this->specialValues()) {
#define PIRCH_FUNCTION(NAME, OP)                                               \
  EXPECT_TRUE(this->isLike(host::NAME(x, y), std::NAME(x, y)))                 \
      << #NAME << " " << x << " " << y;
      PIRCH_MATH_BINARY(PIRCH_FUNCTION)
#undef PIRCH_FUNCTION
    }
  }
}

TYPED_TEST(MathTest, FunctionsAreOddOrEven) {
  using T = TypeParam;
  for (T x = T(1e-6); x < T(1e6); x *= T(1.37)) {
#define PIRCH_ODD(NAME) EXPECT_EQ(host::NAME(-x), -host::NAME(x)) << x;
    PIRCH_ODD(sin)
    PIRCH_ODD(tan)
        PIRCH_ODD(atan) PIRCH_ODD(sinh) PIRCH_ODD(tanh) PIRCH_ODD(cbrt)
            PIRCH_ODD(erf)
#undef PIRCH_ODD
                EXPECT_EQ(host::cos(-x), host::cos(x))
        << x;
    EXPECT_EQ(host::cosh(-x), host::cosh(x)) << x;
  }
}

TYPED_TEST(MathTest, WhatIsExactIsExact) {
  using T = TypeParam;
  int most = std::numeric_limits<T>::max_exponent;
  EXPECT_EQ(host::exp(T(0)), T(1));
  EXPECT_EQ(host::cos(T(0)), T(1));
  EXPECT_EQ(host::cosh(T(0)), T(1));
  EXPECT_EQ(host::acos(T(1)), T(0));
  EXPECT_EQ(host::log(T(1)), T(0));
  for (int n = std::numeric_limits<T>::min_exponent -
               std::numeric_limits<T>::digits;
       n < most; ++n) {
    T power = std::ldexp(T(1), n);
    EXPECT_EQ(host::exp2(T(n)), power) << n;
    EXPECT_EQ(host::log2(power), T(n)) << n;
    EXPECT_EQ(host::pow(T(2), T(n)), power) << n;
  }
  for (int n = -100; n <= 100; ++n) {
    EXPECT_EQ(host::cbrt(T(n) * n * n), T(n)) << n;
    EXPECT_EQ(host::pow(T(n), T(2)), T(n) * n) << n;
    EXPECT_EQ(host::pow(T(n), T(1)), T(n)) << n;
    EXPECT_EQ(host::pow(T(n) * n, T(0.5)), T(std::abs(n))) << n;
  }
}

TYPED_TEST(MathTest, ArgumentsNextToMultiplesOfPiAreReducedExactly) {
  using T = TypeParam;
  // Of all numbers of the type, the one that is closest to a multiple of pi
  // / 2.
  T worst = sizeof(T) == 8 ? T(0x1.6ac5b262ca1ffp+849) : T(0x1.6a68b6p+49);
  auto exactly = [](T x) {
    return sizeof(T) == 8 ? std::cos((long double)x) : std::cos((double)x);
  };
  EXPECT_TRUE(this->isLike(host::cos(worst), T(exactly(worst))));
  for (T x = T(1e5); x < std::numeric_limits<T>::max() / 8; x *= T(7.3))
    EXPECT_TRUE(this->isLike(host::cos(x), T(exactly(x)))) << x;
}

TYPED_TEST(MathTest, FastFunctionsAreClose) {
  using T = TypeParam;
  constexpr T bound = 4 * std::numeric_limits<T>::epsilon();
  for (T x = T(-6); x < 6; x += T(0.0137)) {
#define PIRCH_FUNCTION(NAME, OP)                                               \
  if (T wanted = std::NAME(x); !std::isnan(wanted)) {                          \
    EXPECT_LE(std::fabs(host::NAME(x, true) - wanted),                         \
              bound * std::fabs(wanted))                                       \
        << #NAME << " " << x;                                                  \
  }
    PIRCH_MATH_UNARY(PIRCH_FUNCTION)
#undef PIRCH_FUNCTION
  }
}

} // namespace
