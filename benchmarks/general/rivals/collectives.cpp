//===- collectives.cpp - Rivals of scans, compactions and sums ------------===//

#include "../PerItem.h"
#include "../Rows.h"

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
//===----------------------------------------------------------------------===//
// radix_split
//===----------------------------------------------------------------------===//

/// All four bits at once: counts of the 16 digits, and a scatter.
template <int N> void countingSort(const Call &call) {
  for (int64_t group = 0; group < call.groups; ++group) {
    uint32_t *keys = call.buffer<uint32_t>(0) + group * N, sorted[N];
    uint8_t starts[17] = {};
    for (int i = 0; i < N; ++i)
      ++starts[(keys[i] & 15) + 1];
    for (int digit = 1; digit < 16; ++digit)
      starts[digit] += starts[digit - 1];
    for (int i = 0; i < N; ++i)
      sorted[starts[keys[i] & 15]++] = keys[i];
    std::memcpy(keys, sorted, sizeof(sorted));
  }
}
#ifdef __AVX512F__
/// The keys without a bit and those with it, compressed behind each other.
template <int N> void splitRows(const Call &call) {
  for (int64_t group = 0; group < call.groups; ++group) {
    uint32_t *keys = call.buffer<uint32_t>(0) + group * N;
    if constexpr (N <= 16) {
      __mmask16 all = static_cast<__mmask16>((1u << N) - 1);
      __m512i row = _mm512_maskz_loadu_epi32(all, keys);
      for (int bit = 0; bit < 4; ++bit) {
        __mmask16 ones =
            _mm512_test_epi32_mask(row, _mm512_set1_epi32(1 << bit));
        auto zeros = static_cast<__mmask16>(~ones & all);
        int count = __builtin_popcount(zeros);
        __m512i high = _mm512_maskz_compress_epi32(ones, row);
        auto upper = static_cast<__mmask16>(~0u << count);
        high = _mm512_maskz_expand_epi32(upper, high);
        row = _mm512_mask_compress_epi32(high, zeros, row);
        row = _mm512_mask_mov_epi32(high, static_cast<__mmask16>(~upper), row);
      }
      _mm512_mask_storeu_epi32(keys, all, row);
    } else {
      uint32_t rows[2][N + 32];
      std::memcpy(rows[0], keys, N * sizeof(uint32_t));
      for (int bit = 0; bit < 4; ++bit) {
        const uint32_t *from = rows[bit % 2];
        uint32_t *to = rows[1 - bit % 2];
        int zeros = 0, at = 0;
        __mmask16 ones[N / 16];
        __m512i row[N / 16];
        for (int part = 0; part < N / 16; ++part) {
          row[part] = _mm512_loadu_si512(from + part * 16);
          ones[part] =
              _mm512_test_epi32_mask(row[part], _mm512_set1_epi32(1 << bit));
          auto none = static_cast<__mmask16>(~ones[part]);
          _mm512_storeu_si512(to + zeros,
                              _mm512_maskz_compress_epi32(none, row[part]));
          zeros += __builtin_popcount(none);
        }
        for (int part = 0; part < N / 16; ++part) {
          _mm512_storeu_si512(to + zeros + at, _mm512_maskz_compress_epi32(
                                                   ones[part], row[part]));
          at += __builtin_popcount(ones[part]);
        }
      }
      std::memcpy(keys, rows[0], N * sizeof(uint32_t));
    }
  }
}
template <int N> std::vector<Form> splits() {
  return {{kScalar, countingSort<N>}, {kVectors, splitRows<N>}};
}
#else
template <int N> std::vector<Form> splits() {
  return {{kScalar, countingSort<N>}};
}
#endif
RIVALS_OF_INTEGERS(radix_split, splits)

//===----------------------------------------------------------------------===//
// sigma_clip
//===----------------------------------------------------------------------===//

template <typename T> void plainSigmaClip(const Call &call) {
  int n = call.value<int>(3);
  for (int64_t group = 0; group < call.groups; ++group) {
#pragma clang fp reassociate(on)
    const T *x = call.buffer<T>(2) + group * n;
    T sum = 0, squares = 0, inside = 0;
    for (int i = 0; i < n; ++i) {
      sum += x[i];
      squares += x[i] * x[i];
    }
    T middle = sum / T(n),
      deviation = std::sqrt(squares / T(n) - middle * middle);
    int count = 0;
    for (int i = 0; i < n; ++i) {
      bool isInside = std::fabs(x[i] - middle) <= T(1.5) * deviation;
      inside += isInside ? x[i] : 0;
      count += isInside;
    }
    call.buffer<T>(0)[group] = inside / T(count);
    call.buffer<int>(1)[group] = count;
  }
}
template <typename T> void sigmaClip(const Call &call) {
  using N = Native<T>;
  struct Sums {
    N first, second;
  };
  auto add = [](Sums a, Sums b) {
    return Sums{a.first + b.first, a.second + b.second};
  };
  int n = call.value<int>(3);
  for (int64_t group = 0; group < call.groups; ++group) {
    const T *x = call.buffer<T>(2) + group * n;
    Sums sums = accumulate<Sums, N>(
        {N(0), N(0)}, n,
        [&](Sums &s, int64_t i, auto access) {
          N v = access.load(x + i, N(0));
          s.first += v;
          s.second += v * v;
        },
        add);
    T middle = sumOf(sums.first) / T(n);
    T deviation = std::sqrt(sumOf(sums.second) / T(n) - middle * middle);
    Sums kept = accumulate<Sums, N>(
        {N(0), N(0)}, n,
        [&](Sums &s, int64_t i, auto access) {
          N v = access.load(x + i, N(INFINITY));
          auto isInside = magnitude(N(v - middle)) <= N(T(1.5) * deviation);
          s.first += select(isInside, v, N(0));
          s.second += select(isInside, N(1), N(0));
        },
        add);
    T count = sumOf(kept.second);
    call.buffer<T>(0)[group] = sumOf(kept.first) / count;
    call.buffer<int>(1)[group] = int(count);
  }
}
template <typename T> std::vector<Form> sigmaClips() {
  return {{kScalar, plainSigmaClip<T>}, {kVectors, sigmaClip<T>}};
}
RIVALS_OF_REALS(sigma_clip, sigmaClips)
//===----------------------------------------------------------------------===//
// segmented_scan
//===----------------------------------------------------------------------===//

template <typename T, int N> void plainSegments(const Call &call) {
  for (int64_t group = 0; group < call.groups; ++group) {
    T *__restrict y = call.buffer<T>(0) + group * N, sum = 0;
    const T *x = call.buffer<T>(1) + group * N;
    const uint8_t *flag = call.buffer<uint8_t>(2) + group * N;
    for (int i = 0; i < N; ++i)
      y[i] = sum = flag[i] ? sum + x[i] : x[i];
  }
}
/// Groups in lanes, an element at a time.
template <typename T, int N> void segmentsOfGroups(const Call &call) {
  constexpr int Lanes = lanesOf<T>();
  using W = bench::general::Lanes<T, Lanes>;
  int64_t group = 0;
  for (; group + Lanes <= call.groups; group += Lanes) {
    W x[N], sum(0);
    Vec<uint8_t, Lanes> flag[N];
    loadTransposed<N>(call.buffer<T>(1) + group * N, x);
    loadTransposed<N>(call.buffer<uint8_t>(2) + group * N, flag);
    for (int i = 0; i < N; ++i) {
      auto goesOn = __builtin_convertvector(flag[i] != 0, Vec<bool, Lanes>);
      x[i] = sum = x[i] + (goesOn ? sum : W(0));
    }
    storeTransposed<N>(call.buffer<T>(0) + group * N, x);
  }
  for (; group < call.groups; ++group)
    for (int i = 0; i < N; ++i) {
      int64_t at = group * N + i;
      T *y = call.buffer<T>(0);
      y[at] = call.buffer<T>(1)[at] +
              (i && call.buffer<uint8_t>(2)[at] ? y[at - 1] : T(0));
    }
}
template <typename T, int N> std::vector<Form> segments() {
  return {{kScalar, plainSegments<T, N>}, {kVectors, segmentsOfGroups<T, N>}};
}
RIVALS_OF_SIZES(segmented_scan, segments)
} // namespace
