//===- demo.cpp - 100,000 LU factorizations, checked and timed ------------===//
//
// What scripts/demo runs: the kernel of examples/ldus.cl, compiled by pirchc
// for WG_SIZE 8 in f64, beside the same in C++, one thread, on the same
// matrices. Exit status 1 where any matrix is wrong.
//
//===----------------------------------------------------------------------===//

#include "ldus.h"
#include "ldus_forms.h"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <random>
#include <vector>

namespace {

constexpr int N = 8;
constexpr int64_t kCount = 100000;

std::vector<double> makeMatrices() {
  std::mt19937_64 engine(42);
  std::vector<double> data(kCount * N * N);
  for (size_t i = 0; i < data.size(); ++i)
    data[i] = static_cast<double>(engine() >> 11) * 0x1p-53 +
              (i % (N * N) % (N + 1) == 0 ? N : 0); // no vanishing pivots
  return data;
}

/// Largest |L D U - A|, in long double, over all matrices; NaN counts as large.
double residual(const std::vector<double> &factors,
                const std::vector<double> &original) {
  double worst = 0;
  for (int64_t m = 0; m < kCount; ++m) {
    const double *f = factors.data() + m * N * N;
    const double *a = original.data() + m * N * N;
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j) {
        long double sum = 0;
        for (int k = 0; k <= std::min(i, j); ++k) {
          long double lower = k == i ? 1.0L : f[i * N + k];
          long double upper = k == j ? 1.0L : f[k * N + j];
          sum += lower * f[k * N + k] * upper;
        }
        double error = std::fabs(static_cast<double>(sum - a[i * N + j]));
        worst = error <= worst ? worst : error;
        if (std::isnan(error))
          return INFINITY;
      }
  }
  return worst;
}

/// Median seconds of 11 runs after 2 warm-ups, on fresh copies of the input.
double time(const std::function<void(double *)> &run,
            const std::vector<double> &input, std::vector<double> &output) {
  std::vector<double> seconds;
  for (int i = 0; i < 13; ++i) {
    std::memcpy(output.data(), input.data(), input.size() * sizeof(double));
    auto start = std::chrono::steady_clock::now();
    run(output.data());
    std::chrono::duration<double> spent =
        std::chrono::steady_clock::now() - start;
    if (i >= 2)
      seconds.push_back(spent.count());
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds[seconds.size() / 2];
}

} // namespace

int main() {
  std::vector<double> input = makeMatrices();
  struct Form {
    const char *name;
    std::function<void(double *)> run;
  };
  std::vector<Form> forms = {
      {"PIRCH", [](double *a) { ldus(a, 0, kCount); }},
      {"C++, plain loops", [](double *a) { ldusPlain<double, N>(a, kCount); }},
      {"C++, interleaved",
       [](double *a) { ldusInterleaved<double, N, 8>(a, kCount); }},
#ifdef __AVX512F__
      {"intrinsics, row per register", [](double *a) { ldusRows8(a, kCount); }},
#endif
  };
  std::printf("%lld LDU factorizations of 8x8 double matrices, one thread\n",
              static_cast<long long>(kCount));
  std::printf("%-30s %10s %10s %8s %12s\n", "", "ns/matrix", "GB/s", "ratio",
              "max |LDU-A|");
  bool good = true;
  double mine = 0;
  for (const Form &form : forms) {
    std::vector<double> output(input.size());
    double seconds = time(form.run, input, output);
    double error = residual(output, input);
    good &= error < 1e-12;
    if (mine == 0)
      mine = seconds;
    double bytes = 2.0 * input.size() * sizeof(double);
    std::printf("%-30s %10.1f %10.1f %7.2fx %12.2g%s\n", form.name,
                seconds * 1e9 / kCount, bytes / seconds * 1e-9, seconds / mine,
                error, error < 1e-12 ? "" : "  WRONG");
  }
  std::printf(good ? "all %lld matrices of each form are right\n"
                   : "some of the %lld matrices are wrong\n",
              static_cast<long long>(kCount));
  return good ? 0 : 1;
}
