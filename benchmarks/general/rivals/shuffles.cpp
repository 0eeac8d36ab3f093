//===- shuffles.cpp - Rivals of groups that exchange registers ------------===//

#include "../PerItem.h"
#include <array>

using namespace bench::general;

namespace {
//===----------------------------------------------------------------------===//
// bitonic_sort
//===----------------------------------------------------------------------===//

/// Batcher's odd-even mergesort: pairs of keys to bring into order.
template <int N> struct SortingNetwork {
  int low[N * N] = {}, high[N * N] = {}, size = 0;

  constexpr SortingNetwork() {
    for (int p = 1; p < N; p *= 2)
      for (int k = p; k > 0; k /= 2)
        for (int j = k % p; j + k < N; j += 2 * k)
          for (int i = j; i < j + k && i + k < N; ++i)
            if (i / (2 * p) == (i + k) / (2 * p)) {
              low[size] = i;
              high[size++] = i + k;
            }
  }
};

template <int N> struct Sort {
  template <typename V> static void run(V *keys) {
    static constexpr SortingNetwork<N> network;
#pragma clang loop unroll(full)
    for (int pair = 0; pair < network.size; ++pair) {
      V a = keys[network.low[pair]], b = keys[network.high[pair]];
      keys[network.low[pair]] = least(a, b);
      keys[network.high[pair]] = greatest(a, b);
    }
  }
};
template <typename T, int N> void standardSort(const Call &call) {
  T *keys = call.buffer<T>(0);
  for (int64_t group = 0; group < call.groups; ++group)
    std::sort(keys + group * N, keys + (group + 1) * N);
}
template <typename T, int N> std::vector<Form> sorts() {
  auto forms = perGroup<lanesOf<T>(), Sort<N>, InOut<T, N>>();
  forms.push_back({"std::sort", standardSort<T, N>});
  return forms;
}
RIVALS_OF_SIZES(bitonic_sort, sorts)

//===----------------------------------------------------------------------===//
// gauss_jordan
//===----------------------------------------------------------------------===//

template <typename T, int N> void plainGaussJordan(const Call &call) {
  for (int64_t group = 0; group < call.groups; ++group) {
    T a[N][N], b[N];
    int rowOf[N];
    bool used[N] = {};
    std::memcpy(a, call.buffer<T>(1) + group * N * N, sizeof(a));
    std::memcpy(b, call.buffer<T>(2) + group * N, sizeof(b));
    for (int k = 0; k < N; ++k) {
      int pivot = -1;
      for (int i = 0; i < N; ++i)
        if (!used[i] &&
            (pivot < 0 || std::fabs(a[i][k]) > std::fabs(a[pivot][k])))
          pivot = i;
      used[pivot] = true;
      rowOf[k] = pivot;
      T row[N], scale = 1 / a[pivot][k];
      std::memcpy(row, a[pivot], sizeof(row));
      T rhs = b[pivot];
      for (int i = 0; i < N; ++i) {
        T factor = a[i][k] * scale;
        for (int j = 0; j < N; ++j)
          a[i][j] -= factor * row[j];
        b[i] -= factor * rhs;
      }
      for (int j = 0; j < N; ++j)
        a[pivot][j] = row[j] * scale;
      b[pivot] = rhs * scale;
    }
    for (int k = 0; k < N; ++k)
      call.buffer<T>(0)[group * N + k] = b[rowOf[k]];
  }
}

/// Columns in vectors, a row of the matrix in each lane: the pivot is found by
/// one reduction, and its row is a broadcast of one lane of each column.
template <typename T, int N> struct GaussJordan {
  static constexpr int L = N < lanesOf<T>() ? N : lanesOf<T>(), Parts = N / L;
  using V = Lanes<T, L>;
  using I = IndexOf<V>;

  // The last column is the right-hand side.
  V columns[N + 1][Parts];
  uint64_t free = (1ull << N) - 1;
  int rowOf[N];
  I pivot;
  V factor[Parts];

  void load(const T *a, const T *b) {
    for (int part = 0; part < Parts; ++part) {
      V transposed[N];
      loadTransposed<N>(a + part * L * N, transposed);
      for (int j = 0; j < N; ++j)
        columns[j][part] = transposed[j];
      columns[N][part] = loadAt<V>(b + part * L);
    }
  }
  void choosePivot(int k) {
    V size[Parts], top;
    for (int part = 0; part < Parts; ++part) {
      Vec<bool, L> mask;
      uint64_t bits = free >> (part * L);
      std::memcpy(&mask, &bits, sizeof(mask));
      size[part] = mask ? magnitude(columns[k][part]) : V(-1);
      top = part ? greatest(top, size[part]) : size[part];
    }
    V greatestSize(greatestOf(top));
    uint64_t equal = 0;
    for (int part = 0; part < Parts; ++part)
      equal |= bitsOf(size[part] == greatestSize) << (part * L);
    rowOf[k] = __builtin_ctzll(equal);
    free &= ~(1ull << rowOf[k]);
    pivot = I(rowOf[k]);
    V scale = V(1) / lookUp<Parts>(columns[k], pivot);
    for (int part = 0; part < Parts; ++part)
      // In the pivot's row p - (1 - scale) * p is p * scale.
      factor[part] = select(iota<I>() + part * L == pivot, V(V(1) - scale),
                            V(columns[k][part] * scale));
  }
  void eliminate(int j) {
    V p = lookUp<Parts>(columns[j], pivot);
    for (int part = 0; part < Parts; ++part)
      columns[j][part] -= factor[part] * p;
  }
  void store(T *x) const {
    T solution[N];
    std::memcpy(solution, columns[N], sizeof(solution));
    for (int k = 0; k < N; ++k)
      x[k] = solution[rowOf[k]];
  }
};
/// `Together` systems side by side, since choosing a pivot is a long chain.
template <typename T, int N, int Together> void gaussJordan(const Call &call) {
  int64_t group = 0;
  for (; group + Together <= call.groups; group += Together) {
    GaussJordan<T, N> systems[Together];
    for (int s = 0; s < Together; ++s)
      systems[s].load(call.buffer<T>(1) + (group + s) * N * N,
                      call.buffer<T>(2) + (group + s) * N);
    for (int k = 0; k < N; ++k) {
      for (int s = 0; s < Together; ++s)
        systems[s].choosePivot(k);
      for (int j = k + 1; j <= N; ++j)
        for (int s = 0; s < Together; ++s)
          systems[s].eliminate(j);
    }
    for (int s = 0; s < Together; ++s)
      systems[s].store(call.buffer<T>(0) + (group + s) * N);
  }
  if constexpr (Together > 1)
    gaussJordan<T, N, 1>(
        {std::array<void *, 3>{call.buffer<T>(0) + group * N,
                               call.buffer<T>(1) + group * N * N,
                               call.buffer<T>(2) + group * N}
             .data(),
         call.wgSize, call.groups - group, call.isFromMemory});
}
template <typename T, int N> std::vector<Form> gaussJordans() {
  return {{kScalar, plainGaussJordan<T, N>},
          {"columns", gaussJordan<T, N, 1>},
          {"columns of two", gaussJordan<T, N, 2>},
          {"columns of four", gaussJordan<T, N, 4>}};
}
RIVALS_OF_SIZES(gauss_jordan, gaussJordans)

//===----------------------------------------------------------------------===//
// permute_rows
//===----------------------------------------------------------------------===//

constexpr int kRows = 4;

template <typename T, int N> void plainPermute(const Call &call) {
  T *__restrict y = call.buffer<T>(0);
  const T *__restrict x = call.buffer<T>(1);
  const int *__restrict order = call.buffer<int>(2);
  for (int64_t group = 0; group < call.groups; ++group)
    for (int row = 0; row < kRows; ++row)
      for (int i = 0; i < N; ++i)
        y[(group * kRows + row) * N + i] =
            x[(group * kRows + row) * N + (order[group * N + i] & (N - 1))];
}
template <typename T, int N> void permute(const Call &call) {
  constexpr int L = N < lanesOf<T>() ? N : lanesOf<T>(), Parts = N / L;
  using V = Lanes<T, L>;
  using Index = std::conditional_t<sizeof(T) == 8, int64_t, int32_t>;
  for (int64_t group = 0; group < call.groups; ++group) {
    const int *order = call.buffer<int>(2) + group * N;
    Lanes<Index, L> index[Parts];
    for (int part = 0; part < Parts; ++part)
      index[part] =
          convert<Index>(loadAt<Lanes<int, L>>(order + part * L) & (N - 1));
    for (int row = 0; row < kRows; ++row) {
      int64_t at = (group * kRows + row) * N;
      V table[Parts];
      for (int part = 0; part < Parts; ++part)
        table[part] = loadAt<V>(call.buffer<T>(1) + at + part * L);
      for (int part = 0; part < Parts; ++part)
        storeAt(call.buffer<T>(0) + at + part * L,
                lookUp<Parts>(table, index[part]));
    }
  }
}
template <typename T, int N> std::vector<Form> permutes() {
  return {{kScalar, plainPermute<T, N>}, {kVectors, permute<T, N>}};
}
RIVALS_OF_SIZES(permute_rows, permutes)

//===----------------------------------------------------------------------===//
// fft_group
//===----------------------------------------------------------------------===//

/// A transform for each problem; vectors hold one number of many transforms.
/// Two steps at a time, so that numbers are loaded and stored half as often.
template <int N> struct Fft {
  template <typename V> struct Complex {
    V re, im;
  };
  template <typename V>
  static void step(Complex<V> &a, Complex<V> &b, const ElementOf<V> *root) {
    V re = a.re - b.re, im = a.im - b.im;
    a = {a.re + b.re, a.im + b.im};
    b = {re * root[0] - im * root[1], re * root[1] + im * root[0]};
  }
  template <typename V>
  static void run(V *y, const V *x, const ElementOf<V> *roots) {
    const V *from = x;
    int length = N;
    for (; length >= 4; length /= 4, from = y)
      for (int start = 0; start < N; start += length)
        for (int i = 0; i < length / 4; ++i) {
          Complex<V> c[4];
          for (int part = 0; part < 4; ++part) {
            int at = 2 * (start + i + part * (length / 4));
            c[part] = {from[at], from[at + 1]};
          }
          int once = N / length, twice = 2 * once;
          step(c[0], c[2], roots + 2 * i * once);
          step(c[1], c[3], roots + 2 * (i + length / 4) * once);
          step(c[0], c[1], roots + 2 * i * twice);
          step(c[2], c[3], roots + 2 * i * twice);
          for (int part = 0; part < 4; ++part) {
            int at = 2 * (start + i + part * (length / 4));
            y[at] = c[part].re;
            y[at + 1] = c[part].im;
          }
        }
    if (length == 2)
      for (int at = 0; at < 2 * N; at += 4) {
        Complex<V> a{y[at], y[at + 1]}, b{y[at + 2], y[at + 3]};
        step(a, b, roots);
        y[at] = a.re;
        y[at + 1] = a.im;
        y[at + 2] = b.re;
        y[at + 3] = b.im;
      }
  }
};
template <typename T, int N> std::vector<Form> ffts() {
  return perGroup<lanesOf<T>(), Fft<N>, Out<T, 2 * N>, In<T, 2 * N>,
                  Shared<T>>();
}
RIVALS_OF_SIZES(fft_group, ffts)

//===----------------------------------------------------------------------===//
// poly_multiply
//===----------------------------------------------------------------------===//

template <int N> struct PolyMultiply {
  template <typename V> static void run(V *c, const V *a, const V *b) {
    V sums[N];
    for (int k = 0; k < N; ++k)
      sums[k] = V(0);
    for (int i = 0; i < N / 2; ++i)
      for (int j = 0; j < N / 2; ++j)
        sums[i + j] += a[i] * b[j];
    for (int k = 0; k < N; ++k)
      c[k] = sums[k];
  }
};
/// The product's coefficients in lanes; the second polynomial lies between
/// zeros, and is loaded further back for each coefficient of the first one.
template <typename T, int N> void polyMultiplyRows(const Call &call) {
  constexpr int Half = N / 2, L = std::min(N, lanesOf<T>()), Parts = N / L;
  using V = Lanes<T, L>;
  for (int64_t group = 0; group < call.groups; ++group) {
    const T *a = call.buffer<T>(1) + group * Half;
    T padded[Half + N] = {};
    std::memcpy(padded + Half, call.buffer<T>(2) + group * Half,
                sizeof(T) * Half);
    V sums[Parts] = {};
    for (int i = 0; i < Half; ++i)
      for (int part = 0; part < Parts; ++part)
        sums[part] += a[i] * loadAt<V>(padded + Half - i + part * L);
    for (int part = 0; part < Parts; ++part)
      storeAt(call.buffer<T>(0) + group * N + part * L, sums[part]);
  }
}
template <typename T, int N> std::vector<Form> polyMultiplies() {
  auto forms = perGroup<lanesOf<T>(), PolyMultiply<N>, Out<T, N>, In<T, N / 2>,
                        In<T, N / 2>>();
  forms.push_back({"rows in vectors", polyMultiplyRows<T, N>});
  return forms;
}
RIVALS_OF_SIZES(poly_multiply, polyMultiplies)

//===----------------------------------------------------------------------===//
// resample
//===----------------------------------------------------------------------===//

/// Both the sums and the places grow: one walk along both.
template <typename T, int N> void resampleInOrder(const Call &call) {
  for (int64_t group = 0; group < call.groups; ++group) {
    const T *weight = call.buffer<T>(1) + group * N;
    T u = call.buffer<T>(2)[group], sums[N], sum = 0;
    for (int i = 0; i < N; ++i)
      sums[i] = sum += weight[i];
    T step = sum / N;
    for (int i = 0, low = 0; i < N; ++i) {
      while (low < N - 1 && sums[low] < (i + u) * step)
        ++low;
      call.buffer<int>(0)[group * N + i] = low;
    }
  }
}
/// How many sums are less: a group in each lane.
template <int N> struct Resample {
  template <typename I, typename V>
  static void run(I *chosen, const V *weight, const V *u) {
    using T = ElementOf<V>;
    V sums[N], sum = weight[0];
    sums[0] = sum;
    for (int i = 1; i < N; ++i)
      sums[i] = sum = sum + weight[i];
    V step = sum * T(1.0 / N);
    for (int i = 0; i < N; ++i) {
      V at = (T(i) + u[0]) * step;
      IndexOf<V> count(0);
      for (int k = 0; k < N - 1; ++k)
        if constexpr (Traits<V>::lanes == 1)
          count += sums[k] < at;
        else
          count -= sums[k] < at;
      chosen[i] = convert<int>(count);
    }
  }
};
template <typename T, int N> std::vector<Form> resamples() {
  auto forms =
      perGroup<lanesOf<T>(), Resample<N>, Out<int, N>, In<T, N>, In<T, 1>>();
  forms.push_back({"in order", resampleInOrder<T, N>});
  return forms;
}
RIVALS_OF_SIZES(resample, resamples)
} // namespace
