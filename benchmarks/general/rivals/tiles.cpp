//===- tiles.cpp - Rivals of groups that share a tile of local memory -----===//
//
// Forms with a row of the group in a vector, whose lanes are moved, and forms
// with a group of its own in each lane.
//
//===----------------------------------------------------------------------===//

#include "../PerItem.h"
#include "../Rows.h"

using namespace bench::general;

namespace {
//===----------------------------------------------------------------------===//
// hillis_scan
//===----------------------------------------------------------------------===//

template <int N> struct RunningSums {
  template <typename V> static void run(V *sums, const V *x) {
    sums[0] = x[0];
    for (int i = 1; i < N; ++i)
      sums[i] = sums[i - 1] + x[i];
  }
};
/// Lane i is lane i - `Far` of the first vector, or a 0 of the second where a
/// row of N lanes has none.
template <int L, int N, int Far> struct LanesBelow {
  static constexpr int at(int lane) { return lane % N >= Far ? lane - Far : L; }
};
template <int N, int Far, typename V> V scanLanes(V sums) {
  if constexpr (Far >= N) {
    return sums;
  } else {
    constexpr int L = Traits<V>::lanes;
    return scanLanes<N, 2 * Far>(
        V(sums + shuffleBy<LanesBelow<L, N, Far>>(sums, V(0))));
  }
}
template <int L> struct LastLane {
  static constexpr int at(int) { return L - 1; }
};
/// Rows in vectors, by log steps; a long row's parts follow each other.
template <typename T, int N> void scanRows(const Call &call) {
  constexpr int L = lanesOf<T>(), Row = std::min(N, L);
  using V = Lanes<T, L>;
  T *sums = call.buffer<T>(0);
  const T *x = call.buffer<T>(1);
  int64_t i = 0, n = call.items();
  constexpr int64_t Step = std::max(N, L);
  for (; i + Step <= n; i += Step) {
    V before(0);
    for (int part = 0; part < Step; part += L) {
      V row = scanLanes<Row, 1>(loadAt<V>(x + i + part));
      if (part)
        row += before;
      storeAt(sums + i + part, row);
      before = shuffleBy<LastLane<L>>(row, row);
    }
  }
  for (; i < n; i += N)
    RunningSums<N>::run(sums + i, x + i);
}
template <typename T, int N> std::vector<Form> scans() {
  auto forms = perGroup<lanesOf<T>(), RunningSums<N>, Out<T, N>, In<T, N>>();
  forms.push_back({"rows in vectors", scanRows<T, N>});
  return forms;
}
RIVALS_OF_SIZES(hillis_scan, scans)

//===----------------------------------------------------------------------===//
// odd_even_sort
//===----------------------------------------------------------------------===//

/// The exchanges of Batcher's odd-even mergesort, which are fewer.
template <int N> struct MergeSort {
  template <typename V> static void run(V *keys) {
#pragma clang loop unroll(full)
    for (int p = 1; p < N; p *= 2)
#pragma clang loop unroll(full)
      for (int k = p; k > 0; k /= 2)
#pragma clang loop unroll(full)
        for (int j = k % p; j + k < N; j += 2 * k)
#pragma clang loop unroll(full)
          for (int i = j; i < j + k; ++i)
            if (i + k < N && i / (2 * p) == (i + k) / (2 * p)) {
              V a = keys[i], b = keys[i + k];
              keys[i] = least(a, b);
              keys[i + k] = greatest(a, b);
            }
  }
};
template <typename T, int N> std::vector<Form> sorts() {
  return perGroup<lanesOf<T>(), MergeSort<N>, InOut<T, N>>();
}
RIVALS_OF_SIZES(odd_even_sort, sorts)

//===----------------------------------------------------------------------===//
// halo_blur
//===----------------------------------------------------------------------===//

template <typename V> void blur(const Call &call) {
  using T = ElementOf<V>;
  T *__restrict y = call.buffer<T>(0);
  const T *x = call.buffer<T>(1);
  int64_t n = std::min<int64_t>(call.value<int>(2), call.items());
  auto border = [=](int64_t i) {
    auto at = [=](int64_t k) {
      return x[std::min(std::max(k, int64_t(0)), n - 1)];
    };
    y[i] = (at(i - 2) + at(i + 2)) * T(0.0625) +
           (at(i - 1) + at(i + 1)) * T(0.25) + at(i) * T(0.375);
  };
  auto inside = [=](int64_t i, auto null) {
    using W = decltype(null);
    W far = loadAt<W>(x + i - 2) + loadAt<W>(x + i + 2);
    W near = loadAt<W>(x + i - 1) + loadAt<W>(x + i + 1);
    storeAt(y + i,
            W(far * T(0.0625) + near * T(0.25) + loadAt<W>(x + i) * T(0.375)));
  };
  constexpr int L = Traits<V>::lanes;
  int64_t i = 0;
  for (; i < std::min<int64_t>(n, 2); ++i)
    border(i);
  for (; i + L <= n - 2; i += L)
    inside(i, V());
  for (; i < n - 2; ++i)
    inside(i, T());
  for (; i < n; ++i)
    border(i);
}
template <typename T> std::vector<Form> blurs() {
  return {{kScalar, blur<T>},
          {kVectors, blur<Native<T>>},
          {"four vectors", blur<Lanes<T, 4 * lanesOf<T>()>>}};
}
RIVALS_OF_REALS(halo_blur, blurs)

//===----------------------------------------------------------------------===//
// tree_argmin
//===----------------------------------------------------------------------===//

template <int N> struct ArgMin {
  template <typename V, typename I>
  static void run(V *least, I *place, const V *x) {
    V best = x[0];
    IndexOf<V> which(0);
    for (int i = 1; i < N; ++i) {
      auto isLess = x[i] < best;
      best = select(isLess, x[i], best);
      which = select(isLess, IndexOf<V>(i), which);
    }
    least[0] = best;
    place[0] = convert<int>(which);
  }
};
/// Rows of N in vectors of the same length: their least element, and the first
/// of the lanes that have it.
template <typename T, int N> void argMinRows(const Call &call) {
  constexpr int L = std::min(N, lanesOf<T>());
  using V = Lanes<T, L>;
  const T *x = call.buffer<T>(2);
  for (int64_t group = 0; group < call.groups; ++group) {
    V parts[N / L], best;
    for (int part = 0; part < N / L; ++part)
      parts[part] = loadAt<V>(x + group * N + part * L);
    best = parts[0];
    for (int part = 1; part < N / L; ++part)
      best = ::least(best, parts[part]);
    T value = reduce(best, [](auto a, auto b) { return ::least(a, b); });
    uint64_t bits = 0;
    for (int part = 0; part < N / L; ++part)
      bits |= bitsOf(parts[part] == V(value)) << (part * L);
    call.buffer<T>(0)[group] = value;
    call.buffer<int>(1)[group] = __builtin_ctzll(bits);
  }
}
template <typename T, int N> std::vector<Form> argMins() {
  auto forms =
      perGroup<lanesOf<T>(), ArgMin<N>, Out<T, 1>, Out<int, 1>, In<T, N>>();
  forms.push_back({"rows in vectors", argMinRows<T, N>});
  return forms;
}
RIVALS_OF_SIZES(tree_argmin, argMins)

//===----------------------------------------------------------------------===//
// sparse_rows
//===----------------------------------------------------------------------===//

constexpr int kRoom = 24;

template <typename T> void plainSparseRows(const Call &call) {
  T *__restrict y = call.buffer<T>(0);
  const int *lengths = call.buffer<int>(1), *columns = call.buffer<int>(2);
  const T *values = call.buffer<T>(3), *x = call.buffer<T>(4);
  for (int64_t row = 0; row < call.groups; ++row) {
#pragma clang fp reassociate(on)
    T sum = 0;
    for (int k = 0; k < lengths[row]; ++k)
      sum += values[row * kRoom + k] * x[columns[row * kRoom + k]];
    y[row] = sum;
  }
}
template <typename T> void sparseRows(const Call &call) {
  using V = Native<T>;
  using I = Lanes<int, lanesOf<T>()>;
  const int *columns = call.buffer<int>(2);
  const T *values = call.buffer<T>(3), *x = call.buffer<T>(4);
  for (int64_t row = 0; row < call.groups; ++row) {
    V sum(0);
    eachVector<V>(call.buffer<int>(1)[row], [&](int64_t k, auto access) {
      I index = access.load(columns + row * kRoom + k, I(0));
      sum += access.load(values + row * kRoom + k, V(0)) * gather<V>(x, index);
    });
    call.buffer<T>(0)[row] = sumOf(sum);
  }
}
template <typename T> std::vector<Form> sparse() {
  return {{kScalar, plainSparseRows<T>}, {kVectors, sparseRows<T>}};
}
RIVALS_OF_REALS(sparse_rows, sparse)
//===----------------------------------------------------------------------===//
// haar
//===----------------------------------------------------------------------===//

template <int N> struct Haar {
  template <typename V> static void run(V *y, const V *x) {
    const auto scale = ElementOf<V>(0.70710678118654752);
    V row[2 * N];
    for (int i = 0; i < 2 * N; ++i)
      row[i] = x[i];
#pragma clang loop unroll(full)
    for (int n = N; n > 0; n /= 2)
      for (int i = 0; i < n; ++i) {
        V a = row[2 * i], b = row[2 * i + 1];
        y[n + i] = (a - b) * scale;
        row[i] = (a + b) * scale;
      }
    y[0] = row[0];
  }
};
/// Rows as they lie: even and odd lanes of two vectors are brought together.
template <typename T, int N> void haarRows(const Call &call) {
  constexpr int L = std::min(N, lanesOf<T>()), Parts = 2 * N / L;
  using V = Lanes<T, L>;
  const V scale(T(0.70710678118654752));
  for (int64_t group = 0; group < call.groups; ++group) {
    const T *x = call.buffer<T>(1) + group * 2 * N;
    T *y = call.buffer<T>(0) + group * 2 * N;
    V row[Parts];
    for (int part = 0; part < Parts; ++part)
      row[part] = loadAt<V>(x + part * L);
#pragma clang loop unroll(full)
    for (int n = Parts / 2; n > 0; n /= 2)
      for (int i = 0; i < n; ++i) {
        V a = shuffleBy<EvenLanes>(row[2 * i], row[2 * i + 1]);
        V b = shuffleBy<OddLanes>(row[2 * i], row[2 * i + 1]);
        storeAt(y + (n + i) * L, V((a - b) * scale));
        row[i] = (a + b) * scale;
      }
    T rest[L];
    storeAt(rest, row[0]);
    for (int n = L / 2; n > 0; n /= 2)
      for (int i = 0; i < n; ++i) {
        T a = rest[2 * i], b = rest[2 * i + 1];
        y[n + i] = (a - b) * scale[0];
        rest[i] = (a + b) * scale[0];
      }
    y[0] = rest[0];
  }
}
template <typename T, int N> std::vector<Form> haars() {
  auto forms = perGroup<lanesOf<T>(), Haar<N>, Out<T, 2 * N>, In<T, 2 * N>>();
  forms.push_back({"rows in vectors", haarRows<T, N>});
  return forms;
}
RIVALS_OF_SIZES(haar, haars)
} // namespace
