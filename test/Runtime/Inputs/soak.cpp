// Compiles so many different kernels, and special versions of them, in one
// process, and prints how much memory it takes (docs/Testing.md). Run by hand:
//
//   c++ -std=c++17 -Iinclude test/Runtime/Inputs/soak.cpp -Lbuild/lib -lpirch
//       -o soak
//   PIRCH_CACHE_DIR= soak 10000 [MiB of the cache in memory]
#include "pirch/pirch.hpp"
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

/// MiB of the process that lie in memory.
static long getResident() {
  long pages = 0, resident = 0;
  if (std::FILE *file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%ld %ld", &pages, &resident) != 2)
      resident = 0;
    std::fclose(file);
  }
  return resident * sysconf(_SC_PAGESIZE) >> 20;
}

int main(int argc, char **argv) {
  const int kernels = argc > 1 ? std::atoi(argv[1]) : 10000;
  if (argc > 2)
    pirch_cache_configure("", 0, std::uint64_t(std::atoi(argv[2])) << 20);
  auto start = std::chrono::steady_clock::now();
  int wrong = 0;
  long first = 0;
  for (int number = 0; number < kernels; ++number) {
    pirch::kernel<void(double *, pirch::staged<int>)> kernel(
        "__kernel void soak(__global double *a, int n) {\n"
        "  for (int i = 0; i < n; ++i) a[get_global_id(0)] += NUMBER;\n"
        "}",
        "soak", pirch::options().wg_size(4).define("NUMBER", number));
    double a[4] = {0, 1, 2, 3};
    // A special version for every second one.
    if (number % 2)
      kernel.warm({2});
    kernel(a, pirch::staged<int>(2), 1);
    wrong += a[3] != 3 + 2.0 * number;
    if ((number + 1) % std::max(1, kernels / 10) == 0) {
      if (!first)
        first = getResident();
      pirch_cache_stats stats;
      pirch_cache_get_stats(&stats, sizeof(stats));
      std::printf(
          "%d kernels, %ld MiB, %llu KiB kept, %llu evictions, %.0f s\n",
          number + 1, getResident(),
          static_cast<unsigned long long>(stats.memory_bytes >> 10),
          static_cast<unsigned long long>(stats.evictions),
          std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                        start)
              .count());
      std::fflush(stdout);
    }
  }
  std::printf("%d wrong, %ld MiB more than after the first tenth\n", wrong,
              getResident() - first);
  return wrong != 0;
}
