//===- Roofline.cpp - What the machine can do at most ---------------------===//

#include "Roofline.h"
#include "Case.h"
#include <algorithm>
#include <chrono>

using namespace bench;

template <typename Body> static double bestSeconds(Body body) {
  double best = 1e30;
  for (int i = 0; i < 7; ++i) {
    auto start = std::chrono::steady_clock::now();
    body();
    std::chrono::duration<double> spent =
        std::chrono::steady_clock::now() - start;
    best = std::min(best, spent.count());
  }
  return best;
}

/// Enough independent chains to fill two pipelines of some five cycles.
template <typename T> static double measureFma() {
  constexpr int kChains = 16, kRounds = 1 << 20;
  using V = Vec<T, lanesOf<T>()>;
  V sums[kChains];
  for (int c = 0; c < kChains; ++c)
    sums[c] = V(T(c));
  V factor = V(T(0.5)), plus = V(T(1));
  double seconds = bestSeconds([&] {
    for (int r = 0; r < kRounds; ++r) {
#pragma clang loop unroll(full)
      for (int c = 0; c < kChains; ++c)
        sums[c] = __builtin_elementwise_fma(sums[c], factor, plus);
    }
    asm volatile("" : : "r"(sums) : "memory");
  });
  return 2.0 * kChains * kRounds * lanesOf<T>() / seconds;
}

Roofline bench::measureRoofline() {
  constexpr size_t kElements = size_t(1) << 25; // 256 MB each
  std::vector<double> from(kElements, 1.0), to(kElements, 0.0);
  double seconds = bestSeconds([&] {
    for (size_t i = 0; i < kElements; ++i)
      to[i] = from[i];
    asm volatile("" : : "r"(to.data()) : "memory");
  });
  return {2.0 * kElements * sizeof(double) / seconds, measureFma<double>(),
          measureFma<float>()};
}
