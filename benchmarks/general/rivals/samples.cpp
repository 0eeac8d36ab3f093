//===- samples.cpp - Rivals on samples, pixels and codes of a few bits ----===//

#include "../PerItem.h"
#include "../VectorMath.h"

using namespace bench::general;

namespace {
//===----------------------------------------------------------------------===//
// bilateral
//===----------------------------------------------------------------------===//

template <typename V> void bilateral(const Call &call) {
  using T = ElementOf<V>;
  static constexpr T kPlace[4] = {1, T(0.8), T(0.4), T(0.1)};
  const T *in = call.buffer<T>(1);
  T *__restrict out = call.buffer<T>(0), sharpness = call.value<T>(2);
  eachBlock<V>(call.items(), [=](int64_t i, auto null) {
    using W = decltype(null);
    W here = loadAt<W>(in + i + 3), sum = here, weights(1);
    for (int d = 1; d <= 3; ++d)
      for (int side : {-d, d}) {
        W there = loadAt<W>(in + i + 3 + side), difference = there - here;
        W w = kPlace[d] * vexp(W(-sharpness * (difference * difference)));
        sum += w * there;
        weights += w;
      }
    storeAt(out + i, W(sum / weights));
  });
}
template <typename T> std::vector<Form> bilaterals() {
  return {{kScalar, bilateral<T>}, {kVectors, bilateral<Native<T>>}};
}
RIVALS_OF_REALS(bilateral, bilaterals)

//===----------------------------------------------------------------------===//
// binary_pattern
//===----------------------------------------------------------------------===//

/// The codes of `count` pixels from `at` on.
template <typename V>
void encodePixels(const uint8_t *at, int64_t pitch, int64_t count,
                  uint8_t *__restrict code) {
  eachBlock<V>(count, [=](int64_t i, auto null) {
    using W = decltype(null);
    const int64_t places[8] = {-1, pitch - 1, pitch,  pitch + 1,
                               1,  1 - pitch, -pitch, -pitch - 1};
    W center = loadAt<W>(at + i), bits(0);
    for (int bit = 0; bit < 8; ++bit)
      bits |= select(loadAt<W>(at + i + places[bit]) >= center,
                     W(static_cast<uint8_t>(1 << bit)), W(0));
    storeAt(code + i, bits);
  });
}
/// A group is a line of the image, which ends within a vector.
template <int L> void binaryPattern(const Call &call) {
  int64_t width = call.wgSize, pitch = width + 2;
  for (int64_t row = 0; row < call.groups; ++row)
    encodePixels<Lanes<uint8_t, L>>(
        call.buffer<uint8_t>(1) + (row + 1) * pitch + 1, pitch, width,
        call.buffer<uint8_t>(0) + row * width);
}
/// Lines follow each other, the borders between them included, of which the
/// codes are left out.
template <int N> void patternOfLines(const Call &call) {
  constexpr int64_t Rows = 64, Pitch = N + 2;
  uint8_t code[Rows * Pitch];
  for (int64_t row = 0; row < call.groups; row += Rows) {
    int64_t rows = std::min(Rows, call.groups - row);
    encodePixels<Native<uint8_t>>(call.buffer<uint8_t>(1) + (row + 1) * Pitch +
                                      1,
                                  Pitch, rows * Pitch - 2, code);
    for (int64_t line = 0; line < rows; ++line)
      std::memcpy(call.buffer<uint8_t>(0) + (row + line) * N,
                  code + line * Pitch, N);
  }
}
template <int N> std::vector<Form> patterns() {
  return {{kScalar, binaryPattern<1>},
          {kVectors, binaryPattern<N>},
          {"lines at once", patternOfLines<N>}};
}
RIVALS_OF_INTEGERS(binary_pattern, patterns)

//===----------------------------------------------------------------------===//
// mix_sat16
//===----------------------------------------------------------------------===//

template <int L> void mixSaturated(const Call &call) {
  const int16_t *a = call.buffer<int16_t>(1), *b = call.buffer<int16_t>(2);
  int16_t *__restrict out = call.buffer<int16_t>(0);
  int gainA = call.value<int>(3), gainB = call.value<int>(4);
  eachBlock<Lanes<int16_t, L>>(4 * call.items(), [=](int64_t i, auto null) {
    using W = decltype(null);
    W x = convert<int16_t>(convert<int>(loadAt<W>(a + i)) * gainA >> 15);
    W y = convert<int16_t>(convert<int>(loadAt<W>(b + i)) * gainB >> 15);
    storeAt(out + i, W(__builtin_elementwise_add_sat(x, y)));
  });
}
const Rivals mixes("mix_sat16", "", 0,
                   {{kScalar, mixSaturated<1>},
                    {kVectors, mixSaturated<lanesOf<int>()>},
                    {"two vectors", mixSaturated<2 * lanesOf<int>()>}});

//===----------------------------------------------------------------------===//
// varint_decode
//===----------------------------------------------------------------------===//

/// The slot of eight bytes is one number, whose highest bits say where it ends.
template <int L> void varintDecode(const Call &call) {
  uint32_t *__restrict values = call.buffer<uint32_t>(0);
  uint8_t *__restrict lengths = call.buffer<uint8_t>(1);
  const uint64_t *slots = call.buffer<uint64_t>(2);
  eachBlock<Lanes<uint64_t, L>>(call.items(), [=](int64_t i, auto null) {
    using W = decltype(null);
    W slot = loadAt<W>(slots + i);
    // The lowest of the bits that end a number, or else that of the fifth byte.
    W ends = (~slot & 0x80808080u) | 0x8000000000u;
    W upTo = ends ^ (ends - 1);
    W bits = slot & upTo & 0x7f7f7f7f7fu, value(0);
    for (int byte = 0; byte < 5; ++byte)
      value |= (bits >> byte) & (W(0x7f) << (7 * byte));
    auto length = convert<uint8_t>(W(__builtin_elementwise_popcount(upTo) / 8));
    auto low = convert<uint32_t>(value);
    std::memcpy(values + i, &low, sizeof(low));
    std::memcpy(lengths + i, &length, sizeof(length));
  });
}
const Rivals varints("varint_decode", "", 0,
                     {{kScalar, varintDecode<1>},
                      {kVectors, varintDecode<lanesOf<uint64_t>()>},
                      {"two vectors", varintDecode<2 * lanesOf<uint64_t>()>}});

//===----------------------------------------------------------------------===//
// merge_runs
//===----------------------------------------------------------------------===//

/// The numbers lie interleaved in the first-level cache, from where the next
/// ones are gathered.
template <int L> void mergeRuns(const Call &call) {
  constexpr int N = 8;
  using V = Vec<int, L>;
  using F = Vec<float, L>;
  int64_t items = call.items(), item = 0;
  for (; item + L <= items; item += L) {
    V x[N + 1], y[N + 1], out[2 * N];
    loadTransposed<N>(call.buffer<int>(1) + item * N, x);
    loadTransposed<N>(call.buffer<int>(2) + item * N, y);
    x[N] = y[N] = V(0);
    V i = iota<V>(), j = i;
    for (V &next : out) {
      V a = V(gather<F>(reinterpret_cast<const float *>(x), i));
      V b = V(gather<F>(reinterpret_cast<const float *>(y), j));
      V takes = (j >= N * L) | ((i < N * L) & (a <= b));
      next = takes ? a : b;
      i += takes & L;
      j += ~takes & L;
    }
    storeTransposed<2 * N>(call.buffer<int>(0) + item * 2 * N, out);
  }
}
void mergeOneByOne(const Call &call) {
  constexpr int N = 8;
  for (int64_t item = 0; item < call.items(); ++item) {
    const int *__restrict a = call.buffer<int>(1) + item * N;
    const int *__restrict b = call.buffer<int>(2) + item * N;
    int *__restrict out = call.buffer<int>(0) + item * 2 * N;
    for (int i = 0, j = 0, k = 0; k < 2 * N; ++k)
      out[k] = j == N || (i < N && a[i] <= b[j]) ? a[i++] : b[j++];
  }
}
const Rivals merges("merge_runs", "", 0,
                    {{kScalar, mergeOneByOne},
                     {kVectors, mergeRuns<lanesOf<int>()>}});

//===----------------------------------------------------------------------===//
// bitset_rows
//===----------------------------------------------------------------------===//

template <int L> void bitsInCommon(const Call &call) {
  using V = Lanes<uint64_t, L>;
  int64_t words = call.value<uint32_t>(3);
  for (int64_t row = 0; row < call.groups; ++row) {
    const uint64_t *a = call.buffer<uint64_t>(1) + row * words;
    const uint64_t *b = call.buffer<uint64_t>(2) + row * words;
    V sums[2] = {V(0), V(0)};
    int64_t i = 0;
    for (; i + 2 * L <= words; i += 2 * L)
      for (int part = 0; part < 2; ++part)
        sums[part] += __builtin_elementwise_popcount(
            V(loadAt<V>(a + i + part * L) & loadAt<V>(b + i + part * L)));
    uint64_t sum;
    if constexpr (L == 1)
      sum = sums[0] + sums[1];
    else
      sum = sumOf(V(sums[0] + sums[1]));
    for (; i < words; ++i)
      sum += __builtin_popcountll(a[i] & b[i]);
    call.buffer<uint32_t>(0)[row] = static_cast<uint32_t>(sum);
  }
}
const Rivals bitsets("bitset_rows", "", 0,
                     {{kScalar, bitsInCommon<1>},
                      {kVectors, bitsInCommon<lanesOf<uint64_t>()>}});

//===----------------------------------------------------------------------===//
// alias_sample
//===----------------------------------------------------------------------===//

/// A vector has the samples of as many work items; they are packed to bytes
/// together.
template <int L> void aliasSample(const Call &call) {
  constexpr int Samples = 8;
  uint8_t *sample = call.buffer<uint8_t>(0);
  const float *probability = call.buffer<float>(1);
  const uint8_t *alias = call.buffer<uint8_t>(2);
  uint32_t seed = call.value<uint32_t>(3);
  // The tables as bytes were as fast as this copy, which is gathered from.
  alignas(64) float wide[256];
  for (int i = 0; i < 256; ++i)
    wide[i] = alias[i];
  eachBlock<Lanes<uint32_t, L>>(call.items(), [&](int64_t i, auto null) {
    using W = decltype(null);
    constexpr int Count = Traits<W>::lanes;
    using F = Lanes<float, Count>;
    W state = static_cast<uint32_t>(i) + W(1);
    if constexpr (Count > 1)
      state += iota<W>();
    state = state * 747796405u + seed;
    uint64_t bytes[Count] = {};
    Lanes<uint64_t, Count> all(0);
    for (int k = 0; k < Samples; ++k) {
      state = state * 1664525u + 1013904223u;
      W column = state >> 24;
      F u = convert<float>(W(state & 0xffffff)) * 0x1p-24f;
      F other = gather<F>(wide, column), own = convert<float>(column);
      F taken = select(u < gather<F>(probability, column), own, other);
      all |= convert<uint64_t>(taken) << (8 * k);
    }
    std::memcpy(bytes, &all, sizeof(bytes));
    std::memcpy(sample + i * Samples, bytes, sizeof(bytes));
  });
}
const Rivals aliases("alias_sample", "", 0,
                     {{kScalar, aliasSample<1>},
                      {kVectors, aliasSample<lanesOf<int>()>}});
} // namespace
