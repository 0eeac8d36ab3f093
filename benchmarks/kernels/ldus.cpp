//===- ldus.cpp - LDU factorization ---------------------------------------===//

#include "../Case.h"
#include "../ldus_forms.h"

using namespace bench;

namespace {
template <typename T, int N> struct Ldus {
  static constexpr int kElements = N * N;

  template <void (*form)(T *, int64_t)>
  static void run(void **buffers, int64_t first, int64_t count) {
    form(static_cast<T *>(buffers[0]) + first * kElements, count);
  }

  static void make(Case &result) {
    result.buffers = {{"mat_a", result.groups * kElements, kElements, N + 1,
                       static_cast<double>(N)}};
    result.buffers[0].isOutput = true;
    result.scalars = {{"shift", 0}};
    result.bytes = 2.0 * kElements * sizeof(T);
    for (int s = 0; s < N; ++s) {
      double rest = N - 1 - s;
      result.flops += 2 * rest + 2 * rest * rest;
    }
    result.forms = {
        {"C++", run<ldusPlain<T, N>>},
        {"C++ interleaved", run<ldusInterleaved<T, N, lanesOf<T>()>>}};
#ifdef __AVX512F__
    if constexpr (sizeof(T) == 8 && N == 8)
      result.forms.push_back({"intrinsics", run<ldusRows8>});
    if constexpr (sizeof(T) == 4 && N == 16)
      result.forms.push_back({"intrinsics", run<ldusRows16>});
#endif
  }
};
} // namespace

std::unique_ptr<Case> bench::makeLdus(bool isDouble, int64_t size,
                                      int64_t groups) {
  return makeCase<Ldus>("ldus", isDouble, size, groups);
}
