//===- host.cpp - What host programs pay ----------------------------------===//
//
// Prints what a call through a handle costs beside one of the kernel's
// function, how long a kernel takes that is found on disk or in memory, and how
// long it takes to compile. Expected: at most 50 ns more for a call, 1 ms from
// disk, 150 ms to compile for WG_SIZE up to 16 and 1 s for 32.
//
//   pirch-bench-host FOLDER_OF_KERNELS
//
//===----------------------------------------------------------------------===//

#include "pirch/pirch.hpp"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

static const char *const kKernels[] = {"gema", "gemm", "trsv",   "ldus", "pade",
                                       "enum", "frcg", "reduce", "nbody"};
static const int kSizes[] = {4, 8, 16, 32};

static double now() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

static double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Nanoseconds of one call: the fastest of some rounds.
template <typename FunctionT> static double timeCalls(FunctionT call) {
  constexpr int calls = 1000000;
  double best = 1e9;
  for (int round = 0; round < 10; ++round) {
    double start = now();
    for (int index = 0; index < calls; ++index)
      call();
    best = std::min(best, (now() - start) / calls * 1e9);
  }
  return best;
}

static void measureCalls() {
  pirch::kernel<void(double *, const double *, double)> axpy(
      "__kernel void axpy(__global double *y, __global const double *x,\n"
      "                   double a) {\n"
      "  y[get_global_id(0)] += a * x[get_global_id(0)];\n"
      "}",
      "axpy", pirch::options().wg_size(8));
  std::vector<double> y(8), x(8);
  double a = 0;
  auto function = axpy.function();
  void *args[] = {y.data(), x.data(), &a};
  pirch_range one = {{1, 1, 1}, {}};
  double direct = timeCalls([&] { function(y.data(), x.data(), a, 0, 1); });
  double inC = timeCalls([&] { pirch_launch(axpy.get(), args, &one, 1); });
  axpy.threads(1);
  double inCxx = timeCalls([&] { axpy(y, x, a, 1); });
  axpy.threads(0);
  double automatic = timeCalls([&] { axpy(y, x, a, 1); });
  std::printf(
      "| call of a kernel for one group | ns | more than the function |\n"
      "|---|---|---|\n"
      "| the kernel's function | %.1f | |\n"
      "| pirch_launch, one thread | %.1f | %.1f |\n"
      "| pirch::kernel, one thread | %.1f | %.1f |\n"
      "| pirch::kernel, any threads | %.1f | %.1f |\n\n",
      direct, inC, inC - direct, inCxx, inCxx - direct, automatic,
      automatic - direct);
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

/// Milliseconds until the kernel of a file is there, which comes from `origin`.
static double timeCompile(const std::string &path, int size,
                          pirch_origin origin) {
  std::string word = "--wg-size=" + std::to_string(size);
  const char *options[] = {word.c_str()};
  pirch_module *module = nullptr;
  double start = now();
  pirch_status status = pirch_compile_file(path.c_str(), options, 1, &module);
  double milliseconds = (now() - start) * 1e3;
  if (status != PIRCH_SUCCESS || pirch_module_origin(module) != origin) {
    std::fprintf(stderr, "%s, WG_SIZE %d: %s\n", path.c_str(), size,
                 status == PIRCH_SUCCESS ? "not from where it should come"
                                         : pirch_error_text());
    std::exit(1);
  }
  pirch_module_release(module);
  return milliseconds;
}

static void measureCompilation(const std::string &folder,
                               const std::string &cache) {
  std::printf("| milliseconds | compiled:");
  for (int size : kSizes)
    std::printf(" %d |", size);
  std::printf(" from disk, median | most | from memory |\n|---|");
  for (int column = 0; column < 7; ++column)
    std::printf("---|");
  std::printf("\n");
  for (const char *name : kKernels) {
    std::string path = folder + "/" + name + ".cl";
    std::printf("| %s |", name);
    std::vector<double> disk, memory;
    for (int size : kSizes) {
      std::vector<double> cold;
      for (int round = 0; round < 3; ++round) {
        pirch_cache_configure("", 0, 0);
        cold.push_back(timeCompile(path, size, PIRCH_FROM_COMPILER));
      }
      std::printf(" %.0f |", median(cold));
      pirch_cache_configure(cache.c_str(), 0, 0);
      timeCompile(path, size, PIRCH_FROM_COMPILER);
      for (int round = 0; round < 11; ++round) {
        pirch_cache_configure(cache.c_str(), 0, 0);
        disk.push_back(timeCompile(path, size, PIRCH_FROM_DISK));
        memory.push_back(timeCompile(path, size, PIRCH_FROM_MEMORY));
      }
    }
    std::printf(" %.2f | %.2f | %.3f |\n", median(disk),
                *std::max_element(disk.begin(), disk.end()), median(memory));
    std::fflush(stdout);
  }
}

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: pirch-bench-host FOLDER_OF_KERNELS\n");
    return 1;
  }
  std::filesystem::path cache = std::filesystem::temp_directory_path() /
                                ("pirch-bench-host-" + std::to_string(now()));
  pirch_cache_configure("", 0, 0);
  measureCalls();
  measureCompilation(argv[1], cache.string());
  std::filesystem::remove_all(cache);
  return 0;
}
