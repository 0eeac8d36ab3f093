//===- OracleTest.cpp - The oracle against values known by hand -----------===//

#include "Pirch/Oracle/Oracle.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <cmath>
#include <thread>

using namespace pirch;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {
std::unique_ptr<Oracle> load(llvm::StringRef source, int64_t wgSize,
                             std::vector<std::string> defines = {},
                             bool fpContract = true) {
  std::string text;
  llvm::raw_string_ostream diag(text);
  SourceOptions options;
  options.wgShape = {wgSize};
  options.defines = std::move(defines);
  options.fpContract = fpContract;
  auto oracle = Oracle::create(source, "test.cl", options, diag);
  if (!oracle) {
    ADD_FAILURE() << llvm::toString(oracle.takeError()) << '\n' << text;
    return nullptr;
  }
  return std::move(*oracle);
}

/// Run kernel `k`, whose only parameter is `data`, on `groups` groups.
template <typename T>
std::vector<T> runOn(llvm::StringRef source, int64_t wgSize,
                     std::vector<T> data, int64_t groups = 1) {
  std::unique_ptr<Oracle> oracle = load(source, wgSize);
  if (!oracle)
    return {};
  void *args[] = {data.data()};
  int64_t bytes[] = {static_cast<int64_t>(data.size() * sizeof(T))};
  llvm::Error error = oracle->run("k", args, 0, groups, bytes);
  EXPECT_FALSE(static_cast<bool>(error)) << llvm::toString(std::move(error));
  return data;
}

/// The message of a run that has to fail.
std::string failure(llvm::Error error) {
  EXPECT_TRUE(static_cast<bool>(error));
  return llvm::toString(std::move(error));
}

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

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// What goes wrong
//===----------------------------------------------------------------------===//

TEST(Oracle, NamesTheBufferThatIsTooSmall) {
  std::unique_ptr<Oracle> oracle = load(R"(
    kernel void k(const float *in, float *out) {
      out[get_global_id(0)] = in[get_global_id(0) + 1];
    }
  )",
                                        4);
  ASSERT_TRUE(oracle);
  std::vector<float> in(8, 1), out(8, 0);
  void *args[] = {in.data(), out.data()};
  int64_t bytes[] = {32, 32};
  EXPECT_THAT(
      failure(oracle->run("k", args, 0, 2, bytes)),
      HasSubstr("buffer 'in' has 8 elements; group 1, work item 3 reads "
                "element 8"));
  bytes[1] = 8;
  EXPECT_THAT(failure(oracle->run("k", args, 0, 1, bytes)),
              HasSubstr("buffer 'out' has 2 elements; group 0, work item 2 "
                        "writes element 2"));
}

TEST(Oracle, SubscriptsOutsideArraysAreHarmless) {
  EXPECT_THAT(runOn<int>(R"(
    kernel void k(int *a) {
      __local int shared[2];
      int own[3];
      for (int i = 0; i < 3; ++i)
        own[i] = i + 5;
      shared[0] = 9;
      own[a[0]] += 1;
      a[1] = own[a[0]] + shared[a[0]];
    }
  )",
                         1, {-1000000, 0}),
              ElementsAre(-1000000, 6 + 9));
}

TEST(Oracle, ProbingUndoesStores) {
  std::unique_ptr<Oracle> oracle =
      load("kernel void k(int *a) { a[get_global_id(0)] += 1; "
           "a[get_global_id(0)] *= "
           "2; }",
           2);
  ASSERT_TRUE(oracle);
  std::vector<int> a = {1, 2, 3, 4};
  void *args[] = {a.data()};
  int64_t bytes[] = {16};
  EXPECT_FALSE(static_cast<bool>(oracle->probe("k", args, 1, 2, bytes)));
  EXPECT_THAT(a, ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(failure(oracle->probe("k", args, 2, 3, bytes)),
              HasSubstr("group 2, work item 0 reads element 4"));
}

TEST(Oracle, RefusesWhatItDoesNotKnow) {
  std::string text;
  llvm::raw_string_ostream diag(text);
  SourceOptions options;
  options.wgShape = {4};
  EXPECT_THAT(failure(Oracle::create("kernel void k(int *a) { a[0] = nope; }",
                                     "bad.cl", options, diag)
                          .takeError()),
              HasSubstr("could not compile"));
  EXPECT_THAT(text, HasSubstr("bad.cl:1:32: error: use of undeclared"));
  options.wgShape = {0};
  EXPECT_THAT(failure(Oracle::create("", "x.cl", options, diag).takeError()),
              HasSubstr("must be positive"));
  std::unique_ptr<Oracle> oracle = load("kernel void k(int *a) {}", 4);
  ASSERT_TRUE(oracle);
  EXPECT_THAT(failure(oracle->run("other", {}, 0, 1)),
              HasSubstr("no kernel 'other'"));
  EXPECT_THAT(failure(oracle->run("k", {}, 0, 1)),
              HasSubstr("takes 1 arguments, not 0"));
}
