//===- ArithmeticTest.cpp - The oracle's arithmetic -----------------------===//

#include "OracleHelper.h"
#include "gmock/gmock.h"
#include <cmath>

using namespace pirch;
using testing::ElementsAre;

TEST(Oracle, ContractsWithinExpressionsOnly) {
  const char *source = R"(
    kernel void k(double *a) {
      double product = a[0] * a[0];
      a[1] = product - a[2];
      a[3] = a[0] * a[0] - a[2];
    }
  )";
  const double x = 1 + std::ldexp(1, -30);
  for (bool contract : {true, false}) {
    std::unique_ptr<Oracle> oracle = load(source, 1, {}, contract);
    ASSERT_TRUE(oracle);
    std::vector<double> a = {x, 0, x * x, 0};
    void *args[] = {a.data()};
    ASSERT_FALSE(static_cast<bool>(oracle->run("k", args, 0, 1)));
    EXPECT_EQ(a[1], 0);
    EXPECT_EQ(a[3], contract ? std::ldexp(1, -60) : 0);
  }
}

TEST(Oracle, IntegersAreDefinedEverywhere) {
  EXPECT_THAT(runOn<int>(R"(
    kernel void k(int *a) {
      a[0] = a[0] << 33;
      a[1] = a[1] / a[2];
      a[3] = a[3] / a[4];
      a[5] = a[5] % a[2];
      a[6] = a[6] + 1;
      a[7] = (uint)a[7] >> -1;
    }
  )",
                         1, {3, 7, 0, INT32_MIN, -1, 9, INT32_MAX, -1}),
              ElementsAre(6, 7, 0, INT32_MIN, -1, 0, INT32_MIN, 1));
}

TEST(Oracle, BuiltinsOfIntegers) {
  EXPECT_THAT(runOn<int>(R"(
    kernel void k(int *a) {
      a[0] = popcount((char)-1);
      a[1] = clz((short)1);
      a[2] = clz(0u);
      a[3] = mul_hi(0x40000000, 8);
      a[4] = mul_hi((uchar)200, (uchar)200);
      a[5] = rotate((uchar)0x81, (uchar)9);
      a[6] = abs(-5) + abs((char)-128);
      a[7] = clamp(9, 1, 5) + max(2, 3) + min(7u, 4u);
      a[8] = convert_uchar(257);
      a[9] = as_int(1.0f);
    }
  )",
                         1, std::vector<int>(10)),
              ElementsAre(8, 15, 32, 2, 156, 3, 133, 12, 1, 0x3f800000));
}

TEST(Oracle, BuiltinsOfFloats) {
  std::vector<double> r = runOn<double>(R"(
    kernel void k(double *a) {
      double x = a[0];
      a[0] = sqrt(x);
      a[1] = rsqrt(x);
      a[2] = rcp(x);
      a[3] = rint(2.5) + round(2.5) + floor(-0.5) + ceil(0.5) + trunc(-1.5);
      a[4] = fmin(x, (double)NAN) + fmax(1.0, 2.0) + fabs(-3.0);
      a[5] = exp(1.0);
      a[6] = pow(x, 0.3);
      a[7] = tanh((float)x);
      a[8] = select(1.0, 2.0, 1l) + isnan(NAN);
      a[9] = fma(x, x, 1.0) + mad(x, x, 1.0);
    }
  )",
                                        1, {7, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  volatile float seven = 7; // not folded by the compiler of this test
  EXPECT_THAT(r, ElementsAre(std::sqrt(7.), 1 / std::sqrt(7.), 1 / 7.,
                             2 + 3 - 1 + 1 - 1, 7 + 2 + 3, std::exp(1.),
                             std::pow(7., 0.3), std::tanh(seven), 3, 100));
}
