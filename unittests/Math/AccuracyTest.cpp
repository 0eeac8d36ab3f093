//===- AccuracyTest.cpp - No result is wrong by more than 1 ulp -----------===//
//
// A sample; `scripts/accuracy` measures all of f32, and docs/Math.md has what
// it found.
//
//===----------------------------------------------------------------------===//

#include "Accuracy.h"
#include "Pirch/Math/Functions.h"
#include "gtest/gtest.h"
#include <cstring>
#include <random>

using namespace pirch;
namespace host = pirch::elementary::host;

namespace {

/// Numbers of all binades, and as many again between -16 and 16, where
/// functions vary most.
template <typename T> class Sample {
public:
  T next() {
    uint64_t bits = random();
    if (bits & 1)
      return std::ldexp(T(int64_t(bits)), -59);
    T value;
    bits >>= 64 - 8 * sizeof(T);
    if constexpr (sizeof(T) == 4) {
      uint32_t narrow = bits;
      std::memcpy(&value, &narrow, sizeof(T));
    } else {
      bits ^= random() << 1;
      std::memcpy(&value, &bits, sizeof(T));
    }
    return value;
  }

private:
  std::mt19937_64 random;
};

template <typename T> class AccuracyTest : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(AccuracyTest, Types, );

constexpr int kPoints = 100000;

#define PIRCH_FUNCTION(NAME, OP)                                               \
  TYPED_TEST(AccuracyTest, NAME) {                                             \
    using T = TypeParam;                                                       \
    using Wide = typename Reference<T>::Type;                                  \
    Sample<T> sample;                                                          \
    for (int i = 0; i < kPoints; ++i) {                                        \
      T x = sample.next();                                                     \
      ASSERT_LE(countUlps(host::NAME(x), std::NAME(Wide(x))), 1.0) << x;       \
      ASSERT_LE(countUlps(host::NAME(x, true), std::NAME(Wide(x))), 4.0) << x; \
    }                                                                          \
  }
PIRCH_MATH_UNARY(PIRCH_FUNCTION)
#undef PIRCH_FUNCTION

#define PIRCH_FUNCTION(NAME, OP)                                               \
  TYPED_TEST(AccuracyTest, NAME) {                                             \
    using T = TypeParam;                                                       \
    using Wide = typename Reference<T>::Type;                                  \
    Sample<T> sample;                                                          \
    for (int i = 0; i < kPoints; ++i) {                                        \
      T x = sample.next(), y = sample.next();                                  \
      Wide wanted = std::NAME(Wide(x), Wide(y));                               \
      ASSERT_LE(countUlps(host::NAME(x, y), wanted), 1.0) << x << " " << y;    \
      ASSERT_LE(countUlps(host::NAME(x, y, true), wanted), 4.0)                \
          << x << " " << y;                                                    \
    }                                                                          \
  }
PIRCH_MATH_BINARY(PIRCH_FUNCTION)
#undef PIRCH_FUNCTION

} // namespace
