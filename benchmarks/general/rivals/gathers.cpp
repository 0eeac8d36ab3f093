//===- gathers.cpp - Rivals that read where data say ----------------------===//

#include "../PerItem.h"

using namespace bench::general;

namespace {
/// Rows of the matrix are V's lanes.
template <typename V> void ellSpmv(const Call &call) {
  using T = ElementOf<V>;
  constexpr int L = Traits<V>::lanes;
  T *__restrict y = call.buffer<T>(0);
  const T *values = call.buffer<T>(1), *x = call.buffer<T>(3);
  const int *columns = call.buffer<int>(2);
  int64_t rows = call.value<int>(4), width = call.value<int>(5);
  auto block = [&](int64_t row, auto null) {
    using W = decltype(null);
    W sum(0);
    for (int64_t k = 0; k < width; ++k) {
      int64_t at = k * rows + row;
      auto index = loadAt<Lanes<int, Traits<W>::lanes>>(columns + at);
      sum += loadAt<W>(values + at) * gather<W>(x, index);
    }
    storeAt(y + row, sum);
  };
  int64_t n = std::min(rows, call.items()), row = 0;
  for (; row + L <= n; row += L)
    block(row, V());
  for (; row < n; ++row)
    block(row, T());
}
template <typename T> std::vector<Form> ellSpmvs() {
  return {{kScalar, ellSpmv<T>},
          {kVectors, ellSpmv<Native<T>>},
          {"two vectors", ellSpmv<Lanes<T, 2 * lanesOf<T>()>>}};
}
RIVALS_OF_REALS(ell_spmv, ellSpmvs)

struct Interpolate {
  template <typename V>
  static void run(V *y, const V *x, const ElementOf<V> *table, int) {
    using T = ElementOf<V>;
    V at = x[0] * T(256);
    auto step = convert<int>(at);
    using I = decltype(step);
    step = least(greatest(step, I(0)), I(255));
    V part = at - convert<T>(step);
    V low = gather<V>(table, step), high = gather<V>(table + 1, step);
    y[0] = low + part * (high - low);
  }
};
template <typename T> std::vector<Form> interpolate() {
  return perItem<lanesOf<T>(), Interpolate, Out<T, 1>, In<T, 1>, Shared<T>,
                 Limit<int>>();
}
RIVALS_OF_REALS(interpolate, interpolate)

/// The knot is found by the bisection of the kernel.
struct Spline {
  template <typename V>
  static void run(V *y, const V *x, const ElementOf<V> *knots,
                  const ElementOf<V> *coefficients, int) {
    auto low = convert<int>(x[0]);
    using I = decltype(low);
    low = I(0);
    for (int half = 16; half > 0; half /= 2) {
      V knot = gather<V>(knots, I(low + half));
      if constexpr (Traits<V>::lanes == 1)
        low = knot <= x[0] ? low + half : low;
      else
        low += __builtin_convertvector(knot <= x[0], I) & half;
    }
    V t = x[0] - gather<V>(knots, low), c[4];
    for (int i = 0; i < 4; ++i)
      c[i] = gather<V>(coefficients + i, I(low * 4));
    y[0] = c[0] + t * (c[1] + t * (c[2] + t * c[3]));
  }
};
template <typename T> std::vector<Form> splines() {
  return perItem<lanesOf<T>(), Spline, Out<T, 1>, In<T, 1>, Shared<T>,
                 Shared<T>, Limit<int>>();
}
RIVALS_OF_REALS(spline, splines)

struct Bilinear {
  static constexpr int kWidth = 32;
  template <typename V>
  static void run(V *out, const V *at, const float *image) {
    auto x = convert<int>(at[0]), y = convert<int>(at[1]);
    using I = decltype(x);
    V px = at[0] - convert<float>(x), py = at[1] - convert<float>(y);
    I corner = y * kWidth + x;
    auto row = [&](const float *from) {
      V left = gather<V>(from, corner);
      return V(left + (gather<V>(from + 1, corner) - left) * px);
    };
    V above = row(image), below = row(image + kWidth);
    out[0] = above + (below - above) * py;
  }
};
const Rivals bilinear("bilinear", "", 0,
                      perItem<lanesOf<float>(), Bilinear, Out<float, 1>,
                              In<float, 2>, Shared<float>>());
} // namespace
