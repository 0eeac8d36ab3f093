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
} // namespace
