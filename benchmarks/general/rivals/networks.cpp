//===- networks.cpp - Rivals on butterflies and sorting networks ----------===//

#include "../PerItem.h"

using namespace bench::general;

namespace {
//===----------------------------------------------------------------------===//
// walsh
//===----------------------------------------------------------------------===//

template <int N> struct Walsh {
  template <typename V> static void run(V *x) {
#pragma clang loop unroll(full)
    for (int step = 1; step < N; step *= 2)
#pragma clang loop unroll(full)
      for (int pair = 0; pair < N; ++pair)
        if ((pair & step) == 0) {
          V a = x[pair], b = x[pair + step];
          x[pair] = a + b;
          x[pair + step] = a - b;
        }
  }
};
/// Lane i changes its place with lane i ^ Step.
template <int Step> struct Across {
  static constexpr int at(int lane) { return lane ^ Step; }
};
/// b - a in lanes with the bit, a + b in the others.
template <int Step, typename V> V butterfly(V x) {
  V other = shuffleBy<Across<Step>>(x, x);
  constexpr int L = Traits<V>::lanes;
  auto isHigh = (iota<Vec<int, L>>() & Step) != 0;
  auto sign = convert<ElementOf<V>>(isHigh) * 2 + 1;
  return x * sign + other;
}
template <int Step, typename V> V butterflies(V x) {
  if constexpr (Step < Traits<V>::lanes)
    return butterflies<2 * Step>(butterfly<Step>(x));
  else
    return x;
}
/// A row in registers.
template <typename T, int N> void walshByRows(const Call &call) {
  constexpr int L = std::min(N, lanesOf<T>()), Parts = N / L;
  using V = Lanes<T, L>;
  for (int64_t group = 0; group < call.groups; ++group) {
    T *row = call.buffer<T>(0) + group * N;
    V part[Parts];
    for (int p = 0; p < Parts; ++p)
      part[p] = butterflies<1>(loadAt<V>(row + p * L));
    Walsh<Parts>::run(part);
    for (int p = 0; p < Parts; ++p)
      storeAt(row + p * L, part[p]);
  }
}
template <typename T, int N> std::vector<Form> walshes() {
  auto forms = perGroup<lanesOf<T>(), Walsh<2 * N>, InOut<T, 2 * N>>();
  forms.push_back({"rows", walshByRows<T, 2 * N>});
  return forms;
}
RIVALS_OF_SIZES(walsh, walshes)

//===----------------------------------------------------------------------===//
// sort_pairs
//===----------------------------------------------------------------------===//

template <int N> struct SortPairs {
  template <typename V, typename U> static void run(V *keys, U *values) {
#pragma clang loop unroll(full)
    for (int size = 2; size <= N; size *= 2)
#pragma clang loop unroll(full)
      for (int stride = size / 2; stride > 0; stride /= 2)
#pragma clang loop unroll(full)
        for (int i = 0; i < N; ++i) {
          int j = i ^ stride;
          if (j < i)
            continue;
          bool isUp = (i & size) == 0;
          auto swaps = isUp ? keys[i] > keys[j] : keys[i] <= keys[j];
          V low = select(swaps, keys[j], keys[i]);
          keys[j] = select(swaps, keys[i], keys[j]);
          keys[i] = low;
          U first = select(swaps, values[j], values[i]);
          values[j] = select(swaps, values[i], values[j]);
          values[i] = first;
        }
  }
};
template <int N> void standardSortPairs(const Call &call) {
  for (int64_t group = 0; group < call.groups; ++group) {
    float *keys = call.buffer<float>(0) + group * N;
    uint32_t *values = call.buffer<uint32_t>(1) + group * N;
    std::pair<float, uint32_t> pairs[N];
    for (int i = 0; i < N; ++i)
      pairs[i] = {keys[i], values[i]};
    std::sort(pairs, pairs + N,
              [](const auto &a, const auto &b) { return a.first < b.first; });
    for (int i = 0; i < N; ++i) {
      keys[i] = pairs[i].first;
      values[i] = pairs[i].second;
    }
  }
}
template <int N> std::vector<Form> pairSorts() {
  auto forms = perGroup<lanesOf<float>(), SortPairs<N>, InOut<float, N>,
                        InOut<uint32_t, N>>();
  forms.push_back({"std::sort", standardSortPairs<N>});
  return forms;
}
RIVALS_OF_INTEGERS(sort_pairs, pairSorts)
} // namespace
