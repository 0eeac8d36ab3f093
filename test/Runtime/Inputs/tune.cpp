// Tuning: what is kept, and where it is found again.
#include "pirch/pirch.hpp"
#include <cstdio>

static const char *const kSource = R"(
__kernel void sums(__global double *a) {
  double x[WG_SIZE];
  __global double *row = a + get_global_id(0) * WG_SIZE;
  for (int j = 0; j < WG_SIZE; ++j)
    x[j] = row[j];
  for (int j = 1; j < WG_SIZE; ++j)
    x[j] += x[j - 1];
  for (int j = 0; j < WG_SIZE; ++j)
    row[j] = x[j];
}
#ifdef TWO
__kernel void other(__global double *a) { a[get_global_id(0)] = 1; }
#endif
)";

using Sums = pirch::kernel<void(double *)>;

int main() {
  const int groups = 500;
  std::vector<double> a(16 * groups);
  Sums sums(kSource, "sums", pirch::options().wg_size(4));
  auto trials = sums.tune(a, groups);
  std::printf("%d trials\n", int(trials.size())); // of 5 packs, 3 orders, and the usual choice
  auto fastest = trials.front();
  for (const auto &trial : trials)
    if (trial.nanoseconds < fastest.nanoseconds)
      fastest = trial;
  auto report = [&](const char *what, const Sums &kernel) {
    bool isFastest = kernel.info().wg_pack == fastest.wg_pack &&
                     kernel.info().lane_order == fastest.lane_order;
    std::printf("%s: %s, %s\n", what, isFastest ? "fastest" : "another",
                kernel.origin() == PIRCH_FROM_MEMORY ? "from memory"
                : kernel.origin() == PIRCH_FROM_DISK ? "from disk"
                                                     : "compiled");
  };
  report("tuned", sums);
  report("again", Sums(kSource, "sums", pirch::options().wg_size(4)));
  pirch_cache_configure(nullptr, 0, 0); // memory is forgotten
  Sums later(kSource, "sums", pirch::options().wg_size(4));
  report("later", later);
  std::vector<double> b(16 * groups, 1);
  later(b, groups);
  std::printf("%g\n", b[15]);
  try {
    Sums(kSource, "sums", pirch::options().wg_size(4).define("TWO"))
        .tune(a, groups);
  } catch (const pirch::error &error) {
    std::printf("%s\n", error.what());
  }
  try {
    sums.tune(a, 0);
  } catch (const pirch::error &error) {
    std::printf("%s\n", error.what());
  }
}
