//===- signals.cpp - Rivals on signals ------------------------------------===//

#include "../PerItem.h"
#include "../Rows.h"

using namespace bench::general;

namespace {
constexpr int kTaps = 16;

template <typename T> void plainFir(const Call &call) {
  T *__restrict y = call.buffer<T>(0);
  const T *__restrict x = call.buffer<T>(1);
  T taps[kTaps];
  std::memcpy(taps, call.buffer<T>(2), sizeof(taps));
  int64_t n = std::min<int64_t>(call.value<int>(3), call.items());
  for (int64_t i = 0; i < n; ++i) {
    T sum = 0;
    for (int k = 0; k < kTaps; ++k)
      sum += taps[k] * x[i + k];
    y[i] = sum;
  }
}
template <typename T> void fir(const Call &call) {
  using V = Native<T>;
  constexpr int L = lanesOf<T>(), Unroll = 4;
  T *y = call.buffer<T>(0);
  const T *x = call.buffer<T>(1), *from = call.buffer<T>(2);
  V taps[kTaps];
  for (int k = 0; k < kTaps; ++k)
    taps[k] = V(from[k]);
  int64_t n = std::min<int64_t>(call.value<int>(3), call.items()), i = 0;
  for (; i + Unroll * L <= n; i += Unroll * L) {
    V sums[Unroll] = {};
    for (int k = 0; k < kTaps; ++k)
      for (int u = 0; u < Unroll; ++u)
        sums[u] += taps[k] * loadAt<V>(x + i + u * L + k);
    for (int u = 0; u < Unroll; ++u)
      storeAt(y + i + u * L, sums[u]);
  }
  eachVector<V>(n - i, [=](int64_t more, auto access) {
    V sum(0);
    for (int k = 0; k < kTaps; ++k)
      sum += taps[k] * access.load(x + i + more + k, V(0));
    access.store(y + i + more, sum);
  });
}
template <typename T> std::vector<Form> firs() {
  return {{kScalar, plainFir<T>}, {kVectors, fir<T>}};
}
RIVALS_OF_REALS(fir, firs)

struct Dct8 {
  template <typename V> static void run(V *x, const ElementOf<V> *table) {
    V in[8];
    for (int i = 0; i < 8; ++i)
      in[i] = x[i];
    for (int k = 0; k < 8; ++k) {
      V sum = in[0] * table[k * 8];
      for (int i = 1; i < 8; ++i)
        sum += in[i] * table[k * 8 + i];
      x[k] = sum;
    }
  }
};
template <typename T> std::vector<Form> dct8() {
  return perItem<lanesOf<T>(), Dct8, InOut<T, 8>, Shared<T>>();
}
RIVALS_OF_REALS(dct8, dct8)

//===----------------------------------------------------------------------===//
// iir
//===----------------------------------------------------------------------===//

/// `Width` values of V side by side, so that the filter's chain of operations
/// is hidden: all steps of some channels.
template <typename V, int Width>
void filterChannels(const Call &call, int64_t channel) {
  using T = ElementOf<V>;
  T *x = call.buffer<T>(0) + channel;
  int64_t channels = call.value<int>(1), steps = call.value<int>(2);
  T b0 = call.value<T>(3), b1 = call.value<T>(4), b2 = call.value<T>(5);
  T a1 = call.value<T>(6), a2 = call.value<T>(7);
  V s1[Width] = {}, s2[Width] = {};
  for (int64_t t = 0; t < steps; ++t)
    for (int w = 0; w < Width; ++w) {
      T *at = x + t * channels + w * Traits<V>::lanes;
      V in = loadAt<V>(at), out = in * b0 + s1[w];
      s1[w] = in * b1 - out * a1 + s2[w];
      s2[w] = in * b2 - out * a2;
      storeAt(at, out);
    }
}
template <typename V, int Width> void iir(const Call &call) {
  using T = ElementOf<V>;
  constexpr int L = Traits<V>::lanes;
  int64_t n = std::min<int64_t>(call.value<int>(1), call.items()), i = 0;
  for (; i + Width * L <= n; i += Width * L)
    filterChannels<V, Width>(call, i);
  for (; i < n; ++i)
    filterChannels<T, 1>(call, i);
}
template <typename T> std::vector<Form> iirs() {
  return {{kScalar, iir<T, 64>},
          {kVectors, iir<Native<T>, 1>},
          {"two vectors", iir<Native<T>, 2>},
          {"four vectors", iir<Native<T>, 4>}};
}
RIVALS_OF_REALS(iir, iirs)

//===----------------------------------------------------------------------===//
// autocorrelation
//===----------------------------------------------------------------------===//

/// Sums over a row, which the compiler vectorizes.
template <typename T, int N> void plainAutocorrelation(const Call &call) {
  constexpr int Length = 64;
  for (int64_t group = 0; group < call.groups; ++group) {
    const T *x = call.buffer<T>(1) + group * Length;
    T sums[N] = {};
    for (int lag = 0; lag < N; ++lag) {
#pragma clang fp reassociate(on)
      T sum = 0;
      for (int i = 0; i < Length - lag; ++i)
        sum += x[i] * x[i + lag];
      sums[lag] = sum;
    }
    for (int lag = 0; lag < N; ++lag)
      call.buffer<T>(0)[group * N + lag] = sums[lag] / Length;
  }
}
/// Lags in lanes; only the row's end, which lies before zeros, is a copy.
template <typename T, int N> void autocorrelation(const Call &call) {
  constexpr int Length = 64, L = std::min(N, lanesOf<T>()), Parts = N / L;
  using V = Lanes<T, L>;
  for (int64_t group = 0; group < call.groups; ++group) {
    const T *x = call.buffer<T>(1) + group * Length;
    T end[2 * N] = {};
    std::memcpy(end, x + Length - N, sizeof(T) * N);
    V sums[4][Parts] = {};
    auto add = [&](int i, const T *from) {
      for (int part = 0; part < Parts; ++part)
        sums[i % 4][part] += x[i] * loadAt<V>(from + part * L);
    };
#pragma clang loop unroll(full)
    for (int i = 0; i <= Length - N; ++i)
      add(i, x + i);
#pragma clang loop unroll(full)
    for (int i = 1; i < N; ++i)
      add(Length - N + i, end + i);
    for (int part = 0; part < Parts; ++part)
      storeAt(call.buffer<T>(0) + group * N + part * L,
              V(((sums[0][part] + sums[1][part]) +
                 (sums[2][part] + sums[3][part])) *
                T(1.0 / Length)));
  }
}
/// A row in each lane.
template <int N> struct Autocorrelation {
  template <typename V> static void run(V *r, const V *x) {
    constexpr int Length = 64;
    for (int lag = 0; lag < N; ++lag) {
      V sums[2] = {V(0), V(0)};
      for (int i = 0; i < Length - lag; ++i)
        sums[i % 2] += x[i] * x[i + lag];
      r[lag] = (sums[0] + sums[1]) * ElementOf<V>(1.0 / Length);
    }
  }
};
template <typename T, int N> std::vector<Form> autocorrelations() {
  auto forms =
      perGroup<lanesOf<T>(), Autocorrelation<N>, Out<T, N>, In<T, 64>>();
  forms.push_back({"sums along rows", plainAutocorrelation<T, N>});
  forms.push_back({"lags in lanes", autocorrelation<T, N>});
  return forms;
}
RIVALS_OF_SIZES(autocorrelation, autocorrelations)
} // namespace
