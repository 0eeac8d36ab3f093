//===- learning.cpp - Rivals from neural networks -------------------------===//

#include "../PerItem.h"
#include "../Rows.h"
#include "../VectorMath.h"

using namespace bench::general;

namespace {
//===----------------------------------------------------------------------===//
// quantize_rows
//===----------------------------------------------------------------------===//

constexpr int kWidth = 128;

int8_t toByte(float x) {
  return int8_t(std::min(std::max(std::nearbyint(x), -128.0f), 127.0f));
}
void plainQuantizeRows(const Call &call) {
  for (int64_t row = 0; row < call.groups; ++row) {
    int8_t *__restrict q = call.buffer<int8_t>(0) + row * kWidth;
    const float *x = call.buffer<float>(2) + row * kWidth;
    float top = 0;
#pragma clang loop vectorize(assume_safety)
    for (int i = 0; i < kWidth; ++i)
      top = std::fabs(x[i]) > top ? std::fabs(x[i]) : top;
    float inverse = top > 0 ? 127 / top : 0;
    for (int i = 0; i < kWidth; ++i)
      q[i] = toByte(x[i] * inverse);
    call.buffer<float>(1)[row] = top / 127;
  }
}
void quantizeRows(const Call &call) {
#ifdef __AVX512F__
  using V = Vec<float, 16>;
  constexpr int Parts = kWidth / 16;
  for (int64_t row = 0; row < call.groups; ++row) {
    const float *x = call.buffer<float>(2) + row * kWidth;
    V parts[Parts], tops[2] = {V(0), V(0)};
    for (int part = 0; part < Parts; ++part) {
      parts[part] = loadAt<V>(x + part * 16);
      tops[part % 2] = greatest(tops[part % 2], magnitude(parts[part]));
    }
    float top = greatestOf(greatest(tops[0], tops[1]));
    V inverse(top > 0 ? 127 / top : 0);
    for (int part = 0; part < Parts; ++part)
      _mm_storeu_si128(reinterpret_cast<__m128i *>(call.buffer<int8_t>(0) +
                                                   row * kWidth + part * 16),
                       _mm512_cvtsepi32_epi8(_mm512_cvtps_epi32(
                           __m512(V(parts[part] * inverse)))));
    call.buffer<float>(1)[row] = top / 127;
  }
#else
  plainQuantizeRows(call);
#endif
}
const Rivals quantize("quantize_rows", "", 0,
                      {{kScalar, plainQuantizeRows}, {kVectors, quantizeRows}});

//===----------------------------------------------------------------------===//
// attention
//===----------------------------------------------------------------------===//

constexpr int kDepth = 16;

template <typename T, int N> void plainAttention(const Call &call) {
  for (int64_t group = 0; group < call.groups; ++group) {
#pragma clang fp reassociate(on)
    T *__restrict out = call.buffer<T>(0) + group * kDepth;
    const T *q = call.buffer<T>(1) + group * kDepth;
    const T *k = call.buffer<T>(2) + group * N * kDepth;
    const T *v = call.buffer<T>(3) + group * N * kDepth;
    T weight[N], sums[kDepth] = {}, top = -INFINITY, sum = 0;
    for (int j = 0; j < N; ++j) {
      T score = 0;
      for (int d = 0; d < kDepth; ++d)
        score += q[d] * k[j * kDepth + d];
      weight[j] = score * T(0.25);
    }
    for (int j = 0; j < N; ++j)
      top = weight[j] > top ? weight[j] : top;
#pragma clang loop vectorize(enable)
    for (int j = 0; j < N; ++j)
      weight[j] = std::exp(weight[j] - top);
    for (int j = 0; j < N; ++j)
      sum += weight[j];
    for (int j = 0; j < N; ++j)
      for (int d = 0; d < kDepth; ++d)
        sums[d] += weight[j] * v[j * kDepth + d];
    for (int d = 0; d < kDepth; ++d)
      out[d] = sums[d] / sum;
  }
}
/// Keys as rows in vectors, whose sums are brought together in one tree.
template <typename T, int N> void attention(const Call &call) {
  constexpr int L = lanesOf<T>(), Parts = kDepth / L;
  using V = Lanes<T, L>;
  constexpr int Blocks = (N + L - 1) / L;
  for (int64_t group = 0; group < call.groups; ++group) {
    const T *q = call.buffer<T>(1) + group * kDepth;
    const T *k = call.buffer<T>(2) + group * N * kDepth;
    const T *v = call.buffer<T>(3) + group * N * kDepth;
    V query[Parts], score[Blocks], top(-INFINITY);
    for (int part = 0; part < Parts; ++part)
      query[part] = loadAt<V>(q + part * L) * T(0.25);
    for (int block = 0; block < Blocks; ++block) {
      V rows[L];
      for (int lane = 0; lane < L; ++lane) {
        const T *key = k + std::min(block * L + lane, N - 1) * kDepth;
        rows[lane] = query[0] * loadAt<V>(key);
        for (int part = 1; part < Parts; ++part)
          rows[lane] += query[part] * loadAt<V>(key + part * L);
      }
      for (int left = L / 2; left > 0; left /= 2)
        for (int r = 0; r < left; ++r)
          rows[r] = shuffleBy<EvenLanes>(rows[2 * r], rows[2 * r + 1]) +
                    shuffleBy<OddLanes>(rows[2 * r], rows[2 * r + 1]);
      score[block] = rows[0];
      top = greatest(top, rows[0]);
    }
    V greatestScore(greatestOf(top));
    alignas(64) T weight[Blocks * L];
    for (int block = 0; block < Blocks; ++block) {
      V e = vexp(V(score[block] - greatestScore));
      storeAt(weight + block * L, e);
    }
    T sum = 0;
    V sums[2][Parts] = {};
    for (int j = 0; j < N; ++j) {
      sum += weight[j];
      for (int part = 0; part < Parts; ++part)
        sums[j % 2][part] += weight[j] * loadAt<V>(v + j * kDepth + part * L);
    }
    V scale(1 / sum);
    for (int part = 0; part < Parts; ++part)
      storeAt(call.buffer<T>(0) + group * kDepth + part * L,
              V((sums[0][part] + sums[1][part]) * scale));
  }
}
template <typename T, int N> std::vector<Form> attentions() {
  return {{kScalar, plainAttention<T, N>}, {kVectors, attention<T, N>}};
}
RIVALS_OF_SIZES(attention, attentions)

//===----------------------------------------------------------------------===//
// half_axpby
//===----------------------------------------------------------------------===//

/// `L` numbers at a time.
template <int L> void halfAxpby(const Call &call) {
  uint16_t *y = call.buffer<uint16_t>(0);
  const uint16_t *x = call.buffer<uint16_t>(1);
  float a = call.value<float>(2), b = call.value<float>(3);
  auto block = [=](int64_t i, auto null) {
    using H = decltype(null);
    H first, second;
    std::memcpy(&first, x + i, sizeof(H));
    std::memcpy(&second, y + i, sizeof(H));
    auto sum = a * convert<float>(first) + b * convert<float>(second);
    H result = convert<_Float16>(sum);
    std::memcpy(y + i, &result, sizeof(H));
  };
  int64_t i = 0, n = call.items();
#pragma clang loop vectorize(assume_safety)
  for (; i + L <= n; i += L)
    block(i, Lanes<_Float16, L>());
  for (; i < n; ++i)
    block(i, _Float16());
}
const Rivals halfs("half_axpby", "", 0,
                   {{kScalar, halfAxpby<1>},
                    {kVectors, halfAxpby<lanesOf<float>()>},
                    {"four vectors", halfAxpby<4 * lanesOf<float>()>}});

//===----------------------------------------------------------------------===//
// cross_entropy
//===----------------------------------------------------------------------===//

template <typename V> void crossEntropy(const Call &call) {
  using T = ElementOf<V>;
  constexpr int Classes = 64, L = Traits<V>::lanes, Parts = Classes / L;
  for (int64_t row = 0; row < call.groups; ++row) {
    T *grad = call.buffer<T>(1) + row * Classes;
    const T *x = call.buffer<T>(2) + row * Classes;
    V part[Parts], tops[2], sums[2] = {V(0), V(0)};
    for (int p = 0; p < Parts; ++p) {
      part[p] = loadAt<V>(x + p * L);
      tops[p % 2] = p < 2 ? part[p] : greatest(tops[p % 2], part[p]);
    }
    V most = greatest(tops[0], tops[1]);
    T top;
    if constexpr (L == 1)
      top = most;
    else
      top = greatestOf(most);
    for (int p = 0; p < Parts; ++p) {
      part[p] = vexp(V(part[p] - top));
      sums[p % 2] += part[p];
    }
    V both = sums[0] + sums[1];
    T sum;
    if constexpr (L == 1)
      sum = both;
    else
      sum = sumOf(both);
    V scale(1 / sum);
    for (int p = 0; p < Parts; ++p)
      storeAt(grad + p * L, V(part[p] * scale));
    int label = call.buffer<int>(3)[row];
    grad[label] -= 1;
    call.buffer<T>(0)[row] = std::log(sum) + top - x[label];
  }
}
template <typename T> std::vector<Form> crossEntropies() {
  return {{kScalar, crossEntropy<T>}, {kVectors, crossEntropy<Native<T>>}};
}
RIVALS_OF_REALS(cross_entropy, crossEntropies)

//===----------------------------------------------------------------------===//
// embedding_bag
//===----------------------------------------------------------------------===//

template <typename T, int N> void embeddingBag(const Call &call) {
  constexpr int L = std::min(N, lanesOf<T>()), Parts = N / L;
  using V = Lanes<T, L>;
  const T *table = call.buffer<T>(1);
  for (int64_t bag = 0; bag < call.groups; ++bag) {
    const int *index = call.buffer<int>(2) + 8 * bag;
    for (int part = 0; part < Parts; ++part) {
      V sums[2] = {V(0), V(0)};
      for (int j = 0; j < 8; ++j)
        sums[j % 2] += loadAt<V>(table + index[j] * N + part * L);
      storeAt(call.buffer<T>(0) + bag * N + part * L,
              V((sums[0] + sums[1]) * T(0.125)));
    }
  }
}
template <typename T, int N> void plainEmbeddingBag(const Call &call) {
  const T *table = call.buffer<T>(1);
  for (int64_t bag = 0; bag < call.groups; ++bag) {
    const int *index = call.buffer<int>(2) + 8 * bag;
    T sums[N] = {};
    for (int j = 0; j < 8; ++j)
      for (int i = 0; i < N; ++i)
        sums[i] += table[index[j] * N + i];
    for (int i = 0; i < N; ++i)
      call.buffer<T>(0)[bag * N + i] = sums[i] * T(0.125);
  }
}
template <typename T, int N> std::vector<Form> embeddingBags() {
  return {{kScalar, plainEmbeddingBag<T, N>}, {kVectors, embeddingBag<T, N>}};
}
RIVALS_OF_SIZES(embedding_bag, embeddingBags)
} // namespace
