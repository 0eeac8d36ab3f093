//===- borders.cpp - Rivals that read neighbours of elements --------------===//
//
// What lies between the borders is computed by a loop without conditions, the
// few elements at the borders by the plain formula.
//
//===----------------------------------------------------------------------===//

#include "../Lanes.h"
#include "../Rivals.h"

using namespace bench::general;

namespace {
/// Compute elements `first` to `end - 1` of n by `inner(pointer, zero)`, in
/// vectors V and then one by one, and the others by `atBorder(i)`.
template <typename V, typename Inner, typename AtBorder>
void between(int64_t n, int64_t first, int64_t end, Inner inner,
             AtBorder atBorder) {
  constexpr int L = Traits<V>::lanes;
  first = std::min(first, n);
  end = std::max(first, end);
  for (int64_t i = 0; i < first; ++i)
    atBorder(i);
  int64_t i = first;
  for (; i + L <= end; i += L)
    inner(i, V());
  for (; i < end; ++i)
    inner(i, ElementOf<V>());
  for (; i < n; ++i)
    atBorder(i);
}

template <typename V> void heatRod(const Call &call) {
  using T = ElementOf<V>;
  T *__restrict y = call.buffer<T>(0);
  const T *__restrict x = call.buffer<T>(1);
  T k = call.value<T>(2);
  int64_t n = std::min<int64_t>(call.value<int>(3), call.items());
  between<V>(
      n, 1, n - 1,
      [=](int64_t i, auto null) {
        using W = decltype(null);
        W middle = loadAt<W>(x + i);
        storeAt(y + i, W(middle + k * (loadAt<W>(x + i - 1) - 2 * middle +
                                       loadAt<W>(x + i + 1))));
      },
      [=](int64_t i) {
        T left = x[std::max<int64_t>(i - 1, 0)];
        y[i] = x[i] + k * (left - 2 * x[i] + x[std::min(i + 1, n - 1)]);
      });
}

template <typename V> void advectRing(const Call &call) {
  using T = ElementOf<V>;
  T *__restrict y = call.buffer<T>(0);
  const T *__restrict x = call.buffer<T>(1);
  T c = call.value<T>(2);
  int64_t n = std::min<int64_t>(call.value<int>(3), call.items());
  between<V>(
      n, 2, n - 2,
      [=](int64_t i, auto null) {
        using W = decltype(null);
        auto at = [=](int64_t distance) { return loadAt<W>(x + i + distance); };
        storeAt(y + i, W(at(0) - c * (at(-2) - at(2) + 8 * (at(1) - at(-1)))));
      },
      [=](int64_t i) {
        auto at = [=](int64_t distance) { return x[(i + n + distance) % n]; };
        y[i] = x[i] - c * (at(-2) - at(2) + 8 * (at(1) - at(-1)));
      });
}

template <typename T> std::vector<Form> heatRods() {
  return {{kScalar, heatRod<T>}, {kVectors, heatRod<Native<T>>}};
}
template <typename T> std::vector<Form> advectRings() {
  return {{kScalar, advectRing<T>}, {kVectors, advectRing<Native<T>>}};
}
RIVALS_OF_REALS(heat_rod, heatRods)
RIVALS_OF_REALS(advect_ring, advectRings)
} // namespace
