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
} // namespace
