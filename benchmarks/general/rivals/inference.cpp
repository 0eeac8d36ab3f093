//===- inference.cpp - Rivals from networks in use and time series --------===//

#include "../PerItem.h"
#include "../Rows.h"
#include "../VectorMath.h"
#ifdef __AVX2__
#include <immintrin.h>
#endif

using namespace bench::general;

namespace {
//===----------------------------------------------------------------------===//
// q8_blocks
//===----------------------------------------------------------------------===//

constexpr int kBlocks = 8, kQuants = 32, kBlockBytes = 2 + kQuants;

float scaleOf(const uint8_t *block) {
  _Float16 scale;
  std::memcpy(&scale, block, sizeof(scale));
  return static_cast<float>(scale);
}
const int8_t *quantsOf(const uint8_t *block) {
  return reinterpret_cast<const int8_t *>(block + 2);
}

void plainQ8Blocks(const Call &call) {
  float *__restrict y = call.buffer<float>(0);
  const uint8_t *w = call.buffer<uint8_t>(1), *vector = call.buffer<uint8_t>(2);
  int8_t x[kBlocks][kQuants];
  float scales[kBlocks];
  for (int b = 0; b < kBlocks; ++b) {
    scales[b] = scaleOf(vector + b * kBlockBytes);
    std::memcpy(x[b], quantsOf(vector + b * kBlockBytes), kQuants);
  }
  for (int64_t row = 0; row < call.groups; ++row) {
    float sum = 0;
    for (int b = 0; b < kBlocks; ++b, w += kBlockBytes) {
      const int8_t *q = quantsOf(w);
      int dot = 0;
      for (int i = 0; i < kQuants; ++i)
        dot += q[i] * x[b][i];
      sum += static_cast<float>(dot) * scaleOf(w) * scales[b];
    }
    y[row] = sum;
  }
}

/// Each lane of the result is the sum of four of the products.
Vec<int, 8> dotsOf(Vec<int16_t, 32> a, Vec<int16_t, 32> b) {
#ifdef __AVX2__
  return Vec<int, 8>(_mm256_madd_epi16(__m256i(a.lo), __m256i(b.lo))) +
         Vec<int, 8>(_mm256_madd_epi16(__m256i(a.hi), __m256i(b.hi)));
#else
  auto products = convert<int>(a) * convert<int>(b);
  return (products.lo.lo + products.lo.hi) + (products.hi.lo + products.hi.hi);
#endif
}
/// The bytes become words, whose products are added in pairs.
void q8BlocksByWords(const Call &call) {
  using V = Vec<float, 8>;
  float *y = call.buffer<float>(0);
  const uint8_t *w = call.buffer<uint8_t>(1), *vector = call.buffer<uint8_t>(2);
  auto load = [](const uint8_t *block) {
    return convert<int16_t>(loadAt<Vec<int8_t, 32>>(quantsOf(block)));
  };
  Vec<int16_t, 32> x[kBlocks];
  float scales[kBlocks];
  for (int b = 0; b < kBlocks; ++b) {
    x[b] = load(vector + b * kBlockBytes);
    scales[b] = scaleOf(vector + b * kBlockBytes);
  }
  for (int64_t row = 0; row < call.groups; ++row) {
    V sums[2] = {V(0), V(0)};
    for (int b = 0; b < kBlocks; ++b, w += kBlockBytes)
      sums[b % 2] +=
          convert<float>(dotsOf(load(w), x[b])) * (scaleOf(w) * scales[b]);
    y[row] = sumOf(V(sums[0] + sums[1]));
  }
}

#if defined(__AVX512VNNI__) && defined(__AVX512BW__) && defined(__AVX512VL__)
constexpr int kPairs = kBlocks / 2, kPairBytes = 2 * kBlockBytes;

/// The bytes of two blocks lie one behind the other in a register.
__m512i loadPair(const uint8_t *block) {
  auto load = [](const uint8_t *block) {
    return _mm256_loadu_si256(
        reinterpret_cast<const __m256i *>(quantsOf(block)));
  };
  return _mm512_inserti64x4(_mm512_castsi256_si512(load(block)),
                            load(block + kBlockBytes), 1);
}
/// The scales of a row are 17 words apart, so that a permutation of two loads
/// finds four of them.
Vec<float, 8> scalesOf(const uint8_t *row) {
  const __m512i places =
      _mm512_zextsi128_si512(_mm_setr_epi16(0, 17, 32, 49, 0, 0, 0, 0));
  auto four = [=](const uint8_t *block) {
    return _mm512_castsi512_si128(
        _mm512_permutex2var_epi16(_mm512_loadu_si512(block), places,
                                  _mm512_loadu_si512(block + kPairBytes)));
  };
  return Vec<float, 8>(_mm256_cvtph_ps(
      _mm_unpacklo_epi64(four(row), four(row + 2 * kPairBytes))));
}
/// The instruction multiplies unsigned by signed bytes: the matrix is moved up
/// by 128, and what this adds, which is the same for all rows, is where the
/// sums begin below zero.
void q8BlocksByBytes(const Call &call) {
  using V = Vec<float, 16>;
  using I = Vec<int, 16>;
  float *y = call.buffer<float>(0);
  const uint8_t *w = call.buffer<uint8_t>(1), *vector = call.buffer<uint8_t>(2);
  const __m512i up = _mm512_set1_epi8(static_cast<char>(0x80));
  Vec<float, 8> right = scalesOf(vector);
  __m512i x[kPairs], start[kPairs], places[kPairs];
  for (int pair = 0; pair < kPairs; ++pair) {
    x[pair] = loadPair(vector + pair * kPairBytes);
    start[pair] =
        __m512i(-I(_mm512_dpbusd_epi32(_mm512_setzero_si512(), up, x[pair])));
    places[pair] = __m512i(I(iota<I>() / 8 + 2 * pair));
  }
  for (int64_t row = 0; row < call.groups; ++row) {
    __m512 scales = _mm512_castps256_ps512(__m256(scalesOf(w) * right));
    V sums[2] = {V(0), V(0)};
    for (int pair = 0; pair < kPairs; ++pair, w += kPairBytes) {
      I dots(_mm512_dpbusd_epi32(start[pair], _mm512_xor_si512(loadPair(w), up),
                                 x[pair]));
      sums[pair % 2] +=
          convert<float>(dots) * V(_mm512_permutexvar_ps(places[pair], scales));
    }
    y[row] = sumOf(V(sums[0] + sums[1]));
  }
}
const Rivals q8Rivals("q8_blocks", "", 0,
                      {{kScalar, plainQ8Blocks},
                       {kVectors, q8BlocksByBytes},
                       {"words", q8BlocksByWords}});
#else
const Rivals q8Rivals("q8_blocks", "", 0,
                      {{kScalar, plainQ8Blocks}, {kVectors, q8BlocksByWords}});
#endif

//===----------------------------------------------------------------------===//
// swiglu, mlp16, moe_gate
//===----------------------------------------------------------------------===//

template <typename T> void plainSwiglu(const Call &call) {
  int64_t items = call.items(), width = call.value<int>(2);
  for (int64_t first = 0; first < items; first += width) {
    T *__restrict out = call.buffer<T>(0) + first;
    const T *__restrict gate = call.buffer<T>(1) + 2 * first;
    const T *__restrict up = gate + width;
    int64_t n = std::min(width, items - first);
#pragma clang loop vectorize(enable)
    for (int64_t i = 0; i < n; ++i)
      out[i] = gate[i] / (1 + std::exp(-gate[i])) * up[i];
  }
}
template <typename T> void swiglu(const Call &call) {
  using V = Native<T>;
  int64_t items = call.items(), width = call.value<int>(2);
  for (int64_t first = 0; first < items; first += width) {
    T *out = call.buffer<T>(0) + first;
    const T *gate = call.buffer<T>(1) + 2 * first, *up = gate + width;
    eachVector<V>(std::min(width, items - first), [=](int64_t i, auto access) {
      V x = access.load(gate + i, V(0));
      access.store(out + i,
                   V(x / (V(1) + vexp(V(-x))) * access.load(up + i, V(0))));
    });
  }
}
template <typename T> std::vector<Form> swiglus() {
  return {{kScalar, plainSwiglu<T>}, {kVectors, swiglu<T>}};
}
RIVALS_OF_REALS(swiglu, swiglus)

/// Each hidden unit is added to both outputs at once, so that none is kept. If
/// `ByExp`, exponentials make its hyperbolic tangent: their relative error near
/// zero does not matter in a sum.
template <bool ByExp> struct Mlp16 {
  template <typename V, typename T>
  static void run(V *out, const V *in, const T *w1, const T *b1, const T *w2,
                  const T *b2) {
    V x[4], sum[2] = {V(b2[0]), V(b2[1])};
    std::copy(in, in + 4, x);
    for (int j = 0; j < 16; ++j) {
      V unit(b1[j]);
      for (int i = 0; i < 4; ++i)
        unit += w1[4 * j + i] * x[i];
      if constexpr (ByExp)
        unit = V(1) - V(2) / (vexp(V(unit + unit)) + V(1));
      else
        unit = vtanh(unit);
      sum[0] += w2[j] * unit;
      sum[1] += w2[16 + j] * unit;
    }
    out[0] = sum[0];
    out[1] = sum[1];
  }
};
template <typename T> std::vector<Form> mlps() {
  constexpr int L = lanesOf<T>();
  auto forms = perItem<L, Mlp16<false>, Out<T, 2>, In<T, 4>, Shared<T>,
                       Shared<T>, Shared<T>, Shared<T>>();
  forms.push_back(
      {"exponentials", runVectors<false, L, Mlp16<true>, Out<T, 2>, In<T, 4>,
                                  Shared<T>, Shared<T>, Shared<T>, Shared<T>>});
  return forms;
}
RIVALS_OF_REALS(mlp16, mlps)

/// The best two so far are kept; an expert with the same score as an earlier
/// one comes behind it.
struct MoeGate {
  template <typename I, typename V>
  static void run(I *expert, V *weight, const V *score) {
    using Index = IndexOf<V>;
    V first = score[0], second(-INFINITY);
    Index best(0), next(1);
    for (int e = 1; e < 8; ++e) {
      V s = score[e];
      auto isFirst = s > first;
      next = select(isFirst, best, select(s > second, Index(e), next));
      best = select(isFirst, Index(e), best);
      second = greatest(second, least(first, s));
      first = greatest(first, s);
    }
    V share = vexp(V(second - first)), scale = V(1) / (V(1) + share);
    expert[0] = convert<int>(best);
    expert[1] = convert<int>(next);
    weight[0] = scale;
    weight[1] = share * scale;
  }
};
template <typename T> std::vector<Form> gates() {
  return perItem<lanesOf<T>(), MoeGate, Out<int, 2>, Out<T, 2>, In<T, 8>>();
}
RIVALS_OF_REALS(moe_gate, gates)

//===----------------------------------------------------------------------===//
// selective_scan, drawdown
//===----------------------------------------------------------------------===//

/// The lanes of V are work items of a group of N, or of several groups if there
/// are more lanes; the next group's elements are `stride` on.
template <int N, typename V> struct Members {
  using T = ElementOf<V>;
  static constexpr int lanes = Traits<V>::lanes;
  static constexpr bool areMany = lanes > N;
  using Half = Members<N, Lanes<T, std::max(1, areMany ? lanes / 2 : 1)>>;
  static constexpr int64_t upper = lanes / 2 / N;

  static V load(const T *from, int64_t stride) {
    if constexpr (areMany)
      return join(Half::load(from, stride),
                  Half::load(from + upper * stride, stride));
    else
      return loadAt<V>(from);
  }
  static void store(T *to, V value, int64_t stride) {
    if constexpr (areMany) {
      Half::store(to, value.lo, stride);
      Half::store(to + upper * stride, value.hi, stride);
    } else {
      storeAt(to, value);
    }
  }
  /// All lanes of a group get the element that they share.
  static V fill(const T *from, int64_t stride) {
    if constexpr (areMany)
      return join(Half::fill(from, stride),
                  Half::fill(from + upper * stride, stride));
    else
      return V(from[0]);
  }

private:
  template <typename H> static V join(H low, H high) {
    V both;
    both.lo = low;
    both.hi = high;
    return both;
  }
};

/// This calls `step(group, members)` for all groups, as many at a time as
/// vectors of L lanes are for, which are at least N.
template <typename T, int N, int L, typename Step>
void eachMembers(int64_t groups, Step step) {
  static_assert(L >= N);
  int64_t group = 0;
  for (; group + L / N <= groups; group += L / N)
    step(group, Members<N, Lanes<T, L>>());
  for (; group < groups; ++group)
    step(group, Members<N, Lanes<T, N>>());
}

constexpr int kStates = 4, kSteps = 16;

template <typename T, int N> void plainSelectiveScan(const Call &call) {
  T rate[kStates][N];
  for (int i = 0; i < N; ++i)
    for (int s = 0; s < kStates; ++s)
      rate[s][i] = call.buffer<T>(3)[i * kStates + s];
  for (int64_t group = 0; group < call.groups; ++group) {
    T *__restrict y = call.buffer<T>(0) + group * kSteps * N;
    const T *u = call.buffer<T>(1) + group * kSteps * N;
    const T *delta = call.buffer<T>(2) + group * kSteps * N;
    const T *b = call.buffer<T>(4) + group * kSteps * kStates;
    const T *c = call.buffer<T>(5) + group * kSteps * kStates;
    T state[kStates][N] = {};
    for (int t = 0; t < kSteps; ++t) {
      T out[N] = {};
      for (int s = 0; s < kStates; ++s) {
        T in = b[t * kStates + s], weight = c[t * kStates + s];
#pragma clang loop vectorize(enable)
        for (int i = 0; i < N; ++i) {
          T dt = delta[t * N + i];
          state[s][i] =
              std::exp(-dt * rate[s][i]) * state[s][i] + dt * u[t * N + i] * in;
          out[i] += state[s][i] * weight;
        }
      }
      std::memcpy(y + t * N, out, sizeof(out));
    }
  }
}
template <typename V> V expOf(V x) {
  if constexpr (isWide<V>()) {
    x.lo = expOf<decltype(x.lo + x.lo)>(x.lo);
    x.hi = expOf<decltype(x.hi + x.hi)>(x.hi);
    return x;
  } else {
    return vexp(x);
  }
}
template <typename T, int N> void selectiveScan(const Call &call) {
  T *y = call.buffer<T>(0);
  const T *u = call.buffer<T>(1), *delta = call.buffer<T>(2);
  const T *b = call.buffer<T>(4), *c = call.buffer<T>(5);
  T rates[kStates][N];
  for (int i = 0; i < N; ++i)
    for (int s = 0; s < kStates; ++s)
      rates[s][i] = call.buffer<T>(3)[i * kStates + s];
  auto scan = [&](int64_t group, auto members) {
    using M = decltype(members);
    using V = decltype(M::load(b, 0));
    V state[kStates];
    for (V &s : state)
      s = V(0);
    for (int t = 0; t < kSteps; ++t) {
      int64_t step = group * kSteps + t, shared = step * kStates;
      V dt = M::load(delta + step * N, kSteps * N), out(0);
      V input = dt * M::load(u + step * N, kSteps * N);
      for (int s = 0; s < kStates; ++s) {
        state[s] = expOf(V(-dt * M::load(rates[s], 0))) * state[s] +
                   input * M::fill(b + shared + s, kSteps * kStates);
        out += state[s] * M::fill(c + shared + s, kSteps * kStates);
      }
      M::store(y + step * N, out, kSteps * N);
    }
  };
  eachMembers<T, N, std::max(N, lanesOf<T>())>(call.groups, scan);
}
template <typename T, int N> std::vector<Form> scans() {
  return {{kScalar, plainSelectiveScan<T, N>}, {kVectors, selectiveScan<T, N>}};
}
RIVALS_OF_SIZES(selective_scan, scans)

constexpr int kPrices = 32;

template <typename T, int N> void plainDrawdown(const Call &call) {
  for (int64_t group = 0; group < call.groups; ++group) {
    const T *price = call.buffer<T>(1) + group * kPrices * N;
    T peak[N], loss[N] = {};
    std::memcpy(peak, price, sizeof(peak));
    for (int t = 1; t < kPrices; ++t)
      for (int i = 0; i < N; ++i) {
        T now = price[t * N + i];
        peak[i] = greatest(peak[i], now);
        loss[i] = greatest(loss[i], (peak[i] - now) / (peak[i] + 1));
      }
    std::memcpy(call.buffer<T>(0) + group * N, loss, sizeof(loss));
  }
}
/// At a new maximum the loss is zero and changes nothing. If not `Divides`,
/// fractions are compared by products, as prices are positive, and the greatest
/// one is divided at the end.
template <typename T, int N, int Parts, bool Divides>
void drawdown(const Call &call) {
  T *worst = call.buffer<T>(0);
  const T *price = call.buffer<T>(1);
  auto find = [=](int64_t group, auto members) {
    using M = decltype(members);
    using V = decltype(M::load(price, 0));
    const T *p = price + group * kPrices * N;
    V peak = M::load(p, kPrices * N), loss(0), base(1);
    for (int t = 1; t < kPrices; ++t) {
      V now = M::load(p + t * N, kPrices * N);
      peak = greatest(peak, now);
      V fall = peak - now, from = peak + V(1);
      if constexpr (Divides) {
        loss = greatest(loss, V(fall / from));
      } else {
        auto isWorse = fall * base > loss * from;
        loss = select(isWorse, fall, loss);
        base = select(isWorse, from, base);
      }
    }
    M::store(worst + group * N, V(loss / base), N);
  };
  eachMembers<T, N, std::max(N, Parts * lanesOf<T>())>(call.groups, find);
}
template <typename T, int N> std::vector<Form> drawdowns() {
  return {{kScalar, plainDrawdown<T, N>},
          {kVectors, drawdown<T, N, 1, true>},
          {"one division", drawdown<T, N, 4, false>}};
}
RIVALS_OF_SIZES(drawdown, drawdowns)

//===----------------------------------------------------------------------===//
// pixel_shuffle
//===----------------------------------------------------------------------===//

constexpr int kSide = 32, kPlane = kSide * kSide;

/// This calls `row(to, left, right)` for every row of 64 elements, which come
/// from two planes in turns, and copies what is left one by one.
template <typename T, typename Row>
void eachShuffledRow(const Call &call, Row row) {
  T *out = call.buffer<T>(0);
  const T *in = call.buffer<T>(1);
  int64_t items = call.items(), i = 0;
  auto leftOf = [=](int64_t i) {
    int64_t y = i / (2 * kSide) % (2 * kSide), image = i / (4 * kPlane);
    return in + (image * 4 + y % 2 * 2) * kPlane + y / 2 * kSide;
  };
  for (; i + 2 * kSide <= items; i += 2 * kSide)
    row(out + i, leftOf(i), leftOf(i) + kPlane);
  for (; i < items; ++i)
    out[i] = leftOf(i)[i % 2 * kPlane + i % (2 * kSide) / 2];
}
template <typename T> void plainPixelShuffle(const Call &call) {
  eachShuffledRow<T>(call, [](T *__restrict to, const T *left, const T *right) {
    for (int x = 0; x < kSide; ++x) {
      to[2 * x] = left[x];
      to[2 * x + 1] = right[x];
    }
  });
}
template <typename T> void pixelShuffle(const Call &call) {
  using V = Native<T>;
  bool isAligned =
      reinterpret_cast<uintptr_t>(call.buffer<T>(0)) % sizeof(V) == 0;
  bool streams = call.isFromMemory && isAligned;
  eachShuffledRow<T>(call, [=](T *to, const T *left, const T *right) {
    for (int x = 0; x < kSide; x += lanesOf<T>()) {
      V both[2] = {loadAt<V>(left + x), loadAt<V>(right + x)};
      storeTransposed<2>(to + 2 * x, both, streams);
    }
  });
}
template <typename T> std::vector<Form> pixelShuffles() {
  return {{kScalar, plainPixelShuffle<T>}, {kVectors, pixelShuffle<T>}};
}
RIVALS_OF_REALS(pixel_shuffle, pixelShuffles)
} // namespace
