// A host program in C++: typed handles, containers as buffers, futures, errors
// as exceptions. Prints the texts of errors, and what was not as it should be.
#include "pirch/pirch.hpp"
#include <array>
#include <cstdio>
#include <fstream>
#include <numeric>
#include <thread>

static int failures = 0;

#define EXPECT(CONDITION)                                                      \
  ((CONDITION) ? (void)0                                                       \
               : (void)(++failures, std::printf("line %d: not so: %s\n",       \
                                                __LINE__, #CONDITION)))

template <typename FunctionT>
static void expectError(const char *what, FunctionT function) {
  try {
    function();
    ++failures;
    std::printf("%s: no error\n", what);
  } catch (const pirch::error &error) {
    std::string text = error.what();
    std::printf("%s: %d: %s\n", what, error.status(),
                text.substr(0, text.find('\n')).c_str());
  }
}

static const char *const kAxpy = R"(
__kernel void axpy(__global double *y, __global const double *x, double a) {
  size_t at = get_global_id(0);
  y[at] += a * x[at];
})";

/// A kernel of which nobody knows what it accesses.
static const char *const kPick = R"(
__kernel void pick(__global float *y, __global const int *from, uchar n) {
  size_t at = get_global_id(0);
  y[at] = from[at] < n ? y[from[at]] : 0;
})";

using Axpy = pirch::kernel<void(double *, const double *, double)>;

static void testCalls() {
  const int groups = 400;
  Axpy axpy(kAxpy, "axpy", pirch::options().wg_size(8));
  std::vector<double> y(8 * groups, 1), x(8 * groups);
  std::iota(x.begin(), x.end(), 0);
  auto isRight = [&](double times) {
    for (std::size_t at = 0; at < y.size(); ++at)
      if (y[at] != 1 + times * x[at])
        return false;
    return true;
  };
  axpy(y, x, 2.0, groups);
  EXPECT(isRight(2));
  const std::vector<double> &constant = x;
  axpy.threads(1);
  axpy(y.data(), constant, 1, groups);
  EXPECT(isRight(3));
  axpy(y, {x.data(), x.size()}, 1, groups);
  EXPECT(isRight(4));
  std::future<void> done = axpy.async(y, x, 1, groups);
  done.get();
  EXPECT(isRight(5));
  axpy.function()(y.data(), x.data(), 1, 0, groups);
  EXPECT(isRight(6));
  std::array<double, 8> few = {};
  axpy(few, few.data() + 8, 1, 0); // no groups: nothing is accessed
  Axpy copy = axpy;
  copy(y, x, 1, groups);
  EXPECT(isRight(7));
  EXPECT(copy.origin() == PIRCH_FROM_COMPILER && copy.info().num_params == 3);
}

static void testFutureKeepsCode() {
  std::vector<double> y(8 * 1000, 1), x(8 * 1000, 1);
  std::future<void> done;
  {
    Axpy axpy(kAxpy, "axpy", pirch::options().wg_size(8).set("wg-pack", "2"));
    done = axpy.async(y, x, 1, 1000);
  }
  done.get();
  EXPECT(std::accumulate(y.begin(), y.end(), 0.0) == 2 * 8 * 1000);
}

static void testGrid(const std::string &folder) {
  std::string path = folder + ".cl";
  std::ofstream(path)
      << "__kernel void sum(__global long *y) {\n"
         "  size_t width = get_global_size(0);\n"
         "  y[get_global_id(1) * width + get_global_id(0)] =\n"
         "      get_global_id(0) + 100 * get_global_id(1) + N;\n"
         "}\n";
  auto sum = pirch::kernel<void(std::int64_t *)>::from_file(
      path, "sum", pirch::options().wg_size(4, 2).define("N", 5));
  std::vector<std::int64_t> y(12 * 10);
  sum(y, {3, 5});
  for (int at = 0; at < 120; ++at)
    EXPECT(y[at] == at % 12 + 100 * (at / 12) + 5);
  expectError("grid function", [&] { sum.function(); });
}

static void testThreads() {
  Axpy axpy(kAxpy, "axpy", pirch::options().wg_size(8));
  std::vector<std::thread> threads;
  std::vector<std::vector<double>> results(8, std::vector<double>(800, 1));
  std::vector<double> x(800, 1);
  for (std::vector<double> &y : results)
    threads.emplace_back([&] {
      for (int round = 0; round < 100; ++round)
        axpy(y, x, 1, 100);
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const std::vector<double> &y : results)
    EXPECT(y == std::vector<double>(800, 101));
}

static void testErrors() {
  auto eight = pirch::options().wg_size(8);
  Axpy axpy(kAxpy, "axpy", eight);
  std::vector<double> small(16), large(80);
  expectError("short buffer", [&] { axpy(large, small, 1, 10); });
  expectError("short future", [&] { axpy.async(small, large, 1, 10); });
  expectError("range", [&] { axpy(large, large, 1, {2, 2}); });
  expectError("source", [&] {
    pirch::kernel<void(float *)>("__kernel void k(__global float *a) {\n"
                                 "  a[0] = b;\n}",
                                 "k", eight, "errors.cl");
  });
  expectError("count", [&] {
    pirch::kernel<void(double *, const double *)>(kAxpy, "axpy", eight);
  });
  expectError("type", [&] {
    pirch::kernel<void(double *, const double *, float)>(kAxpy, "axpy", eight);
  });
  expectError("const", [&] {
    pirch::kernel<void(const double *, const double *, double)>(kAxpy, "axpy",
                                                                eight);
  });
  expectError("name", [&] { Axpy(kAxpy, "xapy", eight); });
  // Nobody knows what it accesses, so nothing is checked.
  pirch::kernel<void(float *, const int *, unsigned char)> pick(kPick, "pick",
                                                                eight);
  std::vector<float> y = {1, 2, 3, 4, 5, 6, 7, 8};
  std::vector<int> from = {7, 7, 7, 7, 0, 0, 9, 9};
  EXPECT(pick.param(1).is_extent_known && !pick.param(0).is_extent_known);
  std::vector<float> more = y;
  more.resize(16);
  pick(more, from, 8, 1);
  EXPECT(more[0] == 8 && more[6] == 0);
}

/// A pointer to void takes numbers as wide as the kernel's accesses.
static void testVoid() {
  const char *source = "__kernel void k(__global void *a) {\n"
                       "  ((__global float *)a)[get_global_id(0)] += 1;\n}";
  auto eight = pirch::options().wg_size(8);
  std::vector<float> numbers(8, 1.5f);
  pirch::kernel<void(float *)>(source, "k", eight)(numbers, 1);
  EXPECT(numbers == std::vector<float>(8, 2.5f));
  std::vector<unsigned> bits(8, 0);
  pirch::kernel<void(unsigned *)>(source, "k", eight)(bits, 1);
  EXPECT(bits == std::vector<unsigned>(8, 0x3f800000));
  expectError("void",
              [&] { pirch::kernel<void(double *)>(source, "k", eight); });
}

int main(int, char **argv) {
  testCalls();
  testFutureKeepsCode();
  testGrid(argv[0]);
  testThreads();
  testErrors();
  testVoid();
  std::printf("%d failures\n", failures);
  return failures != 0;
}
