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

/// Rows of 16 cells, of which the outer two stay as they are.
template <typename V> void laplace3d(const Call &call) {
  using T = ElementOf<V>;
  constexpr int Row = 16, Plane = 256;
  T *__restrict out = call.buffer<T>(0);
  const T *__restrict in = call.buffer<T>(1);
  int64_t n = std::min<int64_t>(call.value<int>(2), call.items());
  for (int64_t start = Plane; start < n - Plane; start += Row) {
    int64_t y = start / Row % 16;
    if (y == 0 || y == 15)
      continue;
    auto cell = [=](int64_t i, auto null) {
      using W = decltype(null);
      auto at = [=](int64_t distance) { return loadAt<W>(in + i + distance); };
      return W(((at(-1) + at(1)) + (at(-Row) + at(Row))) +
               (at(-Plane) + at(Plane)) - 6 * at(0));
    };
    if constexpr (Traits<V>::lanes == 1) {
      for (int64_t i = start + 1; i < std::min(start + 15, n - Plane); ++i)
        out[i] = cell(i, T());
    } else {
      // 14 cells: whole vectors and a part, or two that overlap.
      constexpr int L = std::min(Traits<V>::lanes, 8);
      using W = Lanes<T, L>;
      if (start + 15 > n - Plane) {
        for (int64_t i = start + 1; i < n - Plane; ++i)
          out[i] = cell(i, T());
        continue;
      }
      int64_t i = start + 1;
      for (; i + L <= start + 15; i += L)
        storeAt(out + i, cell(i, W()));
      storeAt(out + start + 15 - L, cell(start + 15 - L, W()));
    }
  }
}
template <typename T> std::vector<Form> laplaces() {
  return {{kScalar, laplace3d<T>}, {kVectors, laplace3d<Native<T>>}};
}
RIVALS_OF_REALS(laplace3d, laplaces)

template <typename V> void maxPool(const Call &call) {
  using T = ElementOf<V>;
  constexpr int L = Traits<V>::lanes, Half = 32;
  int64_t n = call.items();
  for (int64_t i = 0; i < n;) {
    const T *above = call.buffer<T>(1) + i / Half * 4 * Half + i % Half * 2;
    auto block = [=](auto null) {
      using W = decltype(null);
      W first[2], second[2];
      loadTransposed<2>(above, first);
      loadTransposed<2>(above + 2 * Half, second);
      storeAt(call.buffer<T>(0) + i, greatest(greatest(first[0], first[1]),
                                              greatest(second[0], second[1])));
    };
    if (i + L <= n) {
      block(V());
      i += L;
    } else {
      block(T());
      ++i;
    }
  }
}
template <typename T> std::vector<Form> maxPools() {
  return {{kScalar, maxPool<T>}, {kVectors, maxPool<Native<T>>}};
}
RIVALS_OF_REALS(max_pool, maxPools)
} // namespace
