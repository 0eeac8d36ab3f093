//===- OracleTest.cpp - The oracle against values known by hand -----------===//

#include "OracleHelper.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <cmath>
#include <thread>

using namespace pirch;
using testing::ElementsAre;

namespace {
constexpr const char *ldus = R"(
__kernel void k(REAL *a) {
  REAL row[get_local_size()];
  REAL pivot[get_local_size()];
  const int base = get_group_id() * WG_SIZE * WG_SIZE + get_local_id() * WG_SIZE;
  for (int ix = 0; ix < get_local_size(); ix += 1)
    row[ix] = a[base + ix];
  for (int s = 0; s < get_local_size(); s += 1) {
    for (int ix = s; ix < get_local_size(); ix += 1)
      pivot[ix] = shuffle(row[ix], s);
    if (get_local_id() > s)
      row[s] = row[s] / pivot[s];
    for (int ix = s + 1; ix < get_local_size(); ix += 1)
      if (get_local_id() >= s)
        row[ix] = get_local_id() == s ? row[ix] / pivot[s]
                                      : row[ix] - row[s] * pivot[ix];
  }
  for (int ix = 0; ix < get_local_size(); ix += 1)
    a[base + ix] = row[ix];
}
)";

/// The same factorization of one matrix, sequentially.
void factor(double *a, int n) {
  for (int s = 0; s < n; ++s) {
    for (int i = s + 1; i < n; ++i)
      a[i * n + s] /= a[s * n + s];
    for (int i = s + 1; i < n; ++i)
      for (int j = s + 1; j < n; ++j)
        a[i * n + j] = std::fma(-a[i * n + s], a[s * n + j], a[i * n + j]);
    for (int j = s + 1; j < n; ++j)
      a[s * n + j] /= a[s * n + s];
  }
}
} // namespace

//===----------------------------------------------------------------------===//
// Whole kernels
//===----------------------------------------------------------------------===//

class OracleLdus : public testing::TestWithParam<int> {};

TEST_P(OracleLdus, EqualsSequentialCode) {
  const int n = GetParam(), groups = 3;
  std::unique_ptr<Oracle> oracle = load(ldus, n, {"REAL=double"});
  ASSERT_TRUE(oracle);
  std::vector<double> a(groups * n * n), expected;
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = 1.0 + std::fmod(0.37 * static_cast<double>(i * i), 1.7);
  expected = a;
  for (int group = 0; group < groups; ++group)
    factor(&expected[group * n * n], n);
  void *args[] = {a.data()};
  ASSERT_FALSE(static_cast<bool>(oracle->run("k", args, 0, groups)));
  EXPECT_EQ(a, expected);
  EXPECT_EQ(oracle->undefinedReads(), 0);
}

INSTANTIATE_TEST_SUITE_P(Sizes, OracleLdus,
                         testing::Values(1, 2, 3, 4, 7, 8, 16, 32));

TEST(Oracle, DescribesKernels) {
  std::unique_ptr<Oracle> oracle = load(R"(
    int helper(int x) { return x; }
    __kernel void first(__global const float *restrict a, uint n, double s) {}
    kernel void second(const long *p, bool flag) {}
  )",
                                        4);
  ASSERT_TRUE(oracle);
  ASSERT_EQ(oracle->kernels().size(), 2u);
  const Oracle::Kernel &first = oracle->kernels()[0];
  EXPECT_EQ(first.name, "first");
  ASSERT_EQ(first.params.size(), 3u);
  EXPECT_EQ(first.params[0].name, "a");
  EXPECT_TRUE(first.params[0].isPointer && first.params[0].isFloat);
  EXPECT_EQ(first.params[0].elementBits, 32u);
  EXPECT_TRUE(first.params[1].isUnsigned && !first.params[1].isPointer);
  EXPECT_EQ(first.params[2].elementBits, 64u);
  EXPECT_EQ(oracle->kernels()[1].name, "second");
}

TEST(Oracle, PassesScalarsOfEveryType) {
  std::unique_ptr<Oracle> oracle = load(R"(
    kernel void k(double *r, char a, uchar b, short c, ushort d, int e, uint f,
                  long g, ulong h, float x, double y, bool z) {
      r[0] = a; r[1] = b; r[2] = c; r[3] = d; r[4] = e; r[5] = f; r[6] = g;
      r[7] = h; r[8] = x; r[9] = y; r[10] = z;
    }
  )",
                                        1);
  ASSERT_TRUE(oracle);
  std::vector<double> r(11);
  int8_t a = -1;
  uint8_t b = 255, z = 1;
  int16_t c = -2;
  uint16_t d = 65535;
  int32_t e = -3;
  uint32_t f = 4000000000u;
  int64_t g = -4;
  uint64_t h = 5;
  float x = 0.5f;
  double y = 0.25;
  void *args[] = {r.data(), &a, &b, &c, &d, &e, &f, &g, &h, &x, &y, &z};
  ASSERT_FALSE(static_cast<bool>(oracle->run("k", args, 0, 1)));
  EXPECT_THAT(r, ElementsAre(-1, 255, -2, 65535, -3, 4e9, -4, 5, 0.5, 0.25, 1));
}

TEST(Oracle, KnowsWhereItIs) {
  EXPECT_THAT(runOn<int>(R"(
    kernel void k(int *a) {
      a[get_global_id(0)] = 1000 * get_group_id(0) + 100 * get_num_groups(0) +
                            10 * get_local_size(0) + get_local_id();
      a[get_global_id(0)] += get_local_id(1) + get_local_size(1) - 1;
    }
  )",
                         2, std::vector<int>(6), 3),
              ElementsAre(320, 321, 1320, 1321, 2320, 2321));
}

TEST(Oracle, RunsFromSeveralThreads) {
  std::unique_ptr<Oracle> oracle = load(ldus, 8, {"REAL=double"});
  ASSERT_TRUE(oracle);
  const int groups = 64;
  std::vector<double> a(groups * 64), expected;
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = 1.0 + std::fmod(0.61 * static_cast<double>(i * i), 1.3);
  expected = a;
  for (int group = 0; group < groups; ++group)
    factor(&expected[group * 64], 8);
  std::vector<std::thread> threads;
  for (int part = 0; part < 4; ++part)
    threads.emplace_back([&, part] {
      void *args[] = {a.data()};
      llvm::consumeError(oracle->run("k", args, part * 16, 16));
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(a, expected);
}

//===----------------------------------------------------------------------===//
// Exchange
//===----------------------------------------------------------------------===//

TEST(Oracle, ShufflesReadWhatWasBefore) {
  EXPECT_THAT(runOn<int>(R"(
    kernel void k(int *a) {
      int x = a[get_local_id()];
      x = shuffle(x, (get_local_id() + 1) % WG_SIZE);
      a[get_local_id()] = x;
    }
  )",
                         4, {10, 11, 12, 13}),
              ElementsAre(11, 12, 13, 10));
}

TEST(Oracle, ShufflesInEverySpelling) {
  EXPECT_THAT(
      runOn<long>(R"(
    kernel void k(long *a) {
      const int i = get_local_id();
      long x = a[i];
      a[i] = sub_group_shuffle(x, 3 - i);
      a[4 + i] = sub_group_shuffle_xor(x, 1);
      long up = sub_group_shuffle_up(x, 1), down = sub_group_shuffle_down(x, 1);
      if (i > 0) a[8 + i] = up;
      if (i < 3) a[12 + i] = down;
      a[16 + i] = sub_group_broadcast(x, 2);
    }
  )",
                  4,
                  {5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}),
      ElementsAre(8, 7, 6, 5, 6, 5, 8, 7, 0, 5, 6, 7, 6, 7, 8, 0, 7, 7, 7, 7));
}

TEST(Oracle, ShufflesEveryType) {
  EXPECT_THAT(runOn<double>(R"(
    kernel void k(double *a) {
      const int i = get_local_id(), j = 1 - i;
      double x = a[i];
      a[i] = shuffle((char)x, j) + shuffle((uchar)x, j) + shuffle((short)x, j) +
             shuffle((ushort)x, j) + shuffle((int)x, j) + shuffle((uint)x, j) +
             shuffle((long)x, j) + shuffle((ulong)x, j) + shuffle((float)x, j) +
             shuffle(x, j);
    }
  )",
                            2, {100, 1}),
              ElementsAre(10, 1000));
}

TEST(Oracle, ReducesAndScansInTrees) {
  // In another order these sums would differ: (0 + 2) + (1 + 3) for reductions,
  // (0 + 1) + (2 + 3) for scans, where 3 - big becomes 4 - big.
  const double big = 1e16;
  EXPECT_THAT(
      runOn<double>(R"(
    kernel void k(double *a) {
      const int i = get_local_id();
      double x = a[i];
      a[i] = sub_group_reduce_add(x);
      a[4 + i] = sub_group_scan_inclusive_add(x);
      a[8 + i] = sub_group_scan_exclusive_add(x);
      a[12 + i] = sub_group_scan_exclusive_max(x);
    }
  )",
                    4, {big, 1, -big, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}),
      ElementsAre(4, 4, 4, 4, big, big, 0, 4, 0, big, big, 0, -INFINITY, big,
                  big, big));
  EXPECT_THAT(runOn<unsigned>(R"(
    kernel void k(uint *a) {
      const int i = get_local_id();
      uint x = a[i];
      a[i] = sub_group_reduce_min(x) + 10 * sub_group_reduce_max(x) +
             100 * sub_group_any(x == 3) + 1000 * sub_group_all(x > 0);
    }
  )",
                              3, {3, 1, 2}),
              ElementsAre(1131, 1131, 1131));
}

//===----------------------------------------------------------------------===//
// Divergence
//===----------------------------------------------------------------------===//

TEST(Oracle, MeetsOnlyThoseInTheSameIteration) {
  // WI 0 leaves the loop first, WI 3 last; each sum is over those still in it.
  EXPECT_THAT(runOn<int>(R"(
    kernel void k(int *a) {
      const int i = get_local_id();
      int total = 0;
      for (int s = 0; s <= i; ++s)
        total = 10 * total + sub_group_reduce_add(1);
      a[i] = total + 100000 * sub_group_reduce_add(1);
    }
  )",
                         4, {0, 0, 0, 0}),
              ElementsAre(400004, 400043, 400432, 404321));
}

TEST(Oracle, MatchesIterationsAfterSkippedOnes) {
  // Even and odd work items take part in alternate iterations.
  EXPECT_THAT(runOn<int>(R"(
    kernel void k(int *a) {
      const int i = get_local_id();
      int total = 0;
      for (int s = 0; s < 4; ++s)
        if (s % 2 == i % 2)
          total = 10 * total + sub_group_reduce_add(i);
      a[i] = total;
    }
  )",
                         4, {0, 0, 0, 0}),
              ElementsAre(22, 44, 22, 44));
}

TEST(Oracle, MeetsAgainAfterBranches) {
  EXPECT_THAT(runOn<int>(R"(
    int helper(int x) { return sub_group_reduce_add(x); }
    kernel void k(int *a) {
      const int i = get_local_id();
      int x;
      if (i < 1)
        x = helper(1);
      else if (i == 3)
        return;
      else
        x = helper(10);
      a[i] = x + 100 * helper(1);
    }
  )",
                         4, {0, 0, 0, -1}),
              ElementsAre(301, 320, 320, -1));
}

TEST(Oracle, NestedLoopsAndEarlyExits) {
  EXPECT_THAT(runOn<int>(R"(
    kernel void k(int *a) {
      const int i = get_local_id();
      int total = 0, s = 0;
      while (1) {
        int t = 0;
        do {
          total += sub_group_reduce_add(1);
          if (t == i) break;
        } while (++t < 2);
        if (++s > i) break;
      }
      a[i] = total;
    }
  )",
                         3, {0, 0, 0}),
              // Iteration s: inner counts 3,2 | 2,2 | 1,1 for those inside.
              ElementsAre(3, 3 + 2 + 2 + 2, 3 + 2 + 2 + 2 + 1 + 1));
}

TEST(Oracle, CountsUndefinedReads) {
  std::unique_ptr<Oracle> oracle = load(R"(
    kernel void k(int *a, int n) {
      const int i = get_local_id();
      int x = i;
      if (i > 0)
        x = shuffle(i, n);
      a[i] = x;
    }
  )",
                                        3);
  ASSERT_TRUE(oracle);
  std::vector<int> a(3);
  int n = 1;
  void *args[] = {a.data(), &n};
  ASSERT_FALSE(static_cast<bool>(oracle->run("k", args, 0, 1)));
  EXPECT_THAT(a, ElementsAre(0, 1, 1));
  EXPECT_EQ(oracle->undefinedReads(), 0);
  n = 0;
  ASSERT_FALSE(static_cast<bool>(oracle->run("k", args, 0, 1)));
  EXPECT_EQ(oracle->undefinedReads(), 2);
  n = -7;
  ASSERT_FALSE(static_cast<bool>(oracle->run("k", args, 0, 1)));
  EXPECT_EQ(oracle->undefinedReads(), 4);
}

TEST(Oracle, LocalMemoryBelongsToTheGroup) {
  EXPECT_THAT(runOn<float>(R"(
    kernel void k(__global float *a) {
      __local float tile[WG_SIZE];
      __local float total;
      __local float *p = tile;
      const int i = get_local_id(0);
      p[i] = a[get_global_id(0)];
      barrier(CLK_LOCAL_MEM_FENCE);
      if (i == 0) {
        total = 0;
        for (int j = 0; j < WG_SIZE; ++j) total += tile[j];
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      a[get_global_id(0)] = total + tile[WG_SIZE - 1 - i];
    }
  )",
                           2, {1, 2, 30, 40}, 2),
              ElementsAre(5, 4, 110, 100));
}
