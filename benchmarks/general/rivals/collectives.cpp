//===- collectives.cpp - Rivals of scans and compactions ------------------===//

#include "../Lanes.h"
#include "../Rivals.h"
#include <algorithm>

using namespace bench::general;

namespace {
using V = Native<int>;
constexpr int L = lanesOf<int>();

/// Lanes move up by Distance, zeros come in.
template <int Distance> struct MoveUp {
  static constexpr int at(int lane) {
    return lane < Distance ? L + lane : lane - Distance;
  }
};
struct LastLane {
  static constexpr int at(int) { return L - 1; }
};
template <int Distance = 1> V scan(V v) {
  if constexpr (Distance == L)
    return v;
  else
    return scan<2 * Distance>(v + shuffleBy<MoveUp<Distance>>(v, V(0)));
}

void plainPrefixSum(const Call &call) {
  int n = call.value<int>(2);
  for (int64_t group = 0; group < call.groups; ++group) {
    int *__restrict out = call.buffer<int>(0) + group * n, sum = 0;
    const int *__restrict x = call.buffer<int>(1) + group * n;
    for (int i = 0; i < n; ++i)
      out[i] = sum += x[i];
  }
}
void prefixSum(const Call &call) {
  int n = call.value<int>(2);
  for (int64_t group = 0; group < call.groups; ++group) {
    int *out = call.buffer<int>(0) + group * n;
    const int *x = call.buffer<int>(1) + group * n;
    V carry(0);
    int i = 0;
    for (; i + L <= n; i += L) {
      V sum = scan(loadAt<V>(x + i));
      storeAt(out + i, sum + carry);
      carry += shuffleBy<LastLane>(sum, sum);
    }
    if (i < n)
      storePart(out + i, n - i, scan(loadPart(x + i, n - i, V(0))) + carry);
  }
}
const Rivals prefixSums("prefix_sum", "", 0,
                        {{kScalar, plainPrefixSum}, {kVectors, prefixSum}});

void plainCompact(const Call &call) {
  int n = call.value<int>(3), threshold = call.value<int>(4);
  for (int64_t group = 0; group < call.groups; ++group) {
    int *__restrict out = call.buffer<int>(0) + group * n, total = 0;
    const int *__restrict x = call.buffer<int>(2) + group * n;
    for (int i = 0; i < n; ++i)
      if (x[i] > threshold)
        out[total++] = x[i];
    call.buffer<int>(1)[group] = total;
  }
}
#ifdef __AVX512F__
void compact(const Call &call) {
  int n = call.value<int>(3), threshold = call.value<int>(4);
  for (int64_t group = 0; group < call.groups; ++group) {
    int *out = call.buffer<int>(0) + group * n, total = 0;
    const int *x = call.buffer<int>(2) + group * n;
    for (int i = 0; i < n; i += L) {
      int64_t count = std::min(L, n - i);
      V v = loadPart(x + i, count, V(0));
      auto keep =
          static_cast<__mmask16>(bitsOf(v > threshold) & ((1u << count) - 1));
      // Compressed in a register: Zen 4 and 5 compress to memory slowly.
      storePart(out + total, __builtin_popcount(keep),
                V(_mm512_maskz_compress_epi32(keep, __m512i(v))));
      total += __builtin_popcount(keep);
    }
    call.buffer<int>(1)[group] = total;
  }
}
const Rivals compactVectors("compact", "", 0, {{kVectors, compact}});
#endif
const Rivals compactScalars("compact", "", 0, {{kScalar, plainCompact}});
} // namespace
