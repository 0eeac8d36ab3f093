//===- chains.cpp - Rivals of groups that go through states ---------------===//
//
// Forms with a state in each lane, which read their neighbours from a small
// array or by moves of lanes, and forms with a problem of its own in each lane.
//
//===----------------------------------------------------------------------===//

#include "../PerItem.h"
#include "../VectorMath.h"

using namespace bench::general;

namespace {
//===----------------------------------------------------------------------===//
// viterbi
//===----------------------------------------------------------------------===//

constexpr int kSteps = 16;

/// The states of a group in vectors of L lanes.
template <typename T, int N, int L> void viterbi(const Call &call) {
  using V = Lanes<T, L>;
  using I = IndexOf<V>;
  constexpr int Parts = N / L;
  T *score = call.buffer<T>(0);
  uint8_t *from = call.buffer<uint8_t>(1);
  const T *trans = call.buffer<T>(2), *emit = call.buffer<T>(3);
  const int *seen = call.buffer<int>(4);
  for (int64_t group = 0; group < call.groups; ++group) {
    T before[N];
    std::memcpy(before, score + group * N, sizeof(before));
    for (int t = 0; t < kSteps; ++t) {
      V best[Parts];
      I which[Parts];
      for (int part = 0; part < Parts; ++part) {
        best[part] = V(-INFINITY);
        which[part] = I(0);
      }
      for (int other = 0; other < N; ++other)
        for (int part = 0; part < Parts; ++part) {
          V s = before[other] + loadAt<V>(trans + other * N + part * L);
          auto isGreater = s > best[part];
          best[part] = select(isGreater, s, best[part]);
          which[part] = select(isGreater, I(other), which[part]);
        }
      const T *row = emit + seen[group * kSteps + t] * N;
      for (int part = 0; part < Parts; ++part) {
        storeAt(before + part * L, V(best[part] + loadAt<V>(row + part * L)));
        storeAt(from + (group * kSteps + t) * N + part * L,
                convert<uint8_t>(which[part]));
      }
    }
    std::memcpy(score + group * N, before, sizeof(before));
  }
}
template <typename T, int N> std::vector<Form> viterbis() {
  return {{kScalar, viterbi<T, N, 1>},
          {kVectors, viterbi<T, N, std::min(N, lanesOf<T>())>}};
}
RIVALS_OF_SIZES(viterbi, viterbis)

//===----------------------------------------------------------------------===//
// binomial
//===----------------------------------------------------------------------===//

/// An option in each lane; the tree's level in an array.
template <int N> struct Binomial {
  template <typename V>
  static void run(V *price, const V *spot, const V *strike, const V *years) {
    using T = ElementOf<V>;
    V dt = years[0] / T(N), deviation = T(0.3) * root(dt);
    V up = vexp(deviation), down = V(1) / up;
    V growth = vexp(V(T(0.05) * dt)), discount = vexp(V(T(-0.05) * dt));
    V chance = (growth - down) / (up - down);
    V value[N + 1], s[N + 1];
    for (int i = 0; i <= N; ++i)
      s[i] = spot[0] * vexp(V(deviation * T(2 * i - N)));
    for (int i = 0; i <= N; ++i)
      value[i] = greatest(V(strike[0] - s[i]), V(0));
    for (int step = N; step > 0; --step)
      for (int i = 0; i < step; ++i) {
        s[i] *= up;
        V mean = chance * value[i + 1] + (V(1) - chance) * value[i];
        value[i] = greatest(V(discount * mean), V(strike[0] - s[i]));
      }
    price[0] = value[0];
  }
  template <typename V> static V root(V x) {
    if constexpr (Traits<V>::lanes == 1)
      return std::sqrt(x);
    else
      return __builtin_elementwise_sqrt(x);
  }
};
template <typename T, int N> std::vector<Form> binomials() {
  return perGroup<lanesOf<T>(), Binomial<N>, Out<T, 1>, In<T, 1>, In<T, 1>,
                  In<T, 1>>();
}
RIVALS_OF_SIZES(binomial, binomials)

//===----------------------------------------------------------------------===//
// cyclic_reduction
//===----------------------------------------------------------------------===//

/// Thomas's algorithm: fewer operations, in a chain; a system in each lane.
template <int N> struct Tridiagonal {
  template <typename V>
  static void run(V *x, const V *low, const V *diag, const V *up,
                  const V *rhs) {
    V c[N], d[N];
    for (int i = 0; i < N; ++i) {
      V scale = i ? V(1) / (diag[i] - low[i] * c[i - 1]) : V(1) / diag[i];
      c[i] = up[i] * scale;
      d[i] = (i ? V(rhs[i] - low[i] * d[i - 1]) : rhs[i]) * scale;
    }
    x[N - 1] = d[N - 1];
    for (int i = N - 2; i >= 0; --i)
      x[i] = d[i] - c[i] * x[i + 1];
  }
};
template <typename T, int N> std::vector<Form> tridiagonals() {
  return perGroup<lanesOf<T>(), Tridiagonal<N>, Out<T, N>, In<T, N>, In<T, N>,
                  In<T, N>, In<T, N>>();
}
RIVALS_OF_SIZES(cyclic_reduction, tridiagonals)

//===----------------------------------------------------------------------===//
// transpose_tile
//===----------------------------------------------------------------------===//

template <typename T, int N> void plainTranspose(const Call &call) {
  for (int64_t group = 0; group < call.groups; ++group) {
    T *__restrict out = call.buffer<T>(0) + group * N * N;
    const T *__restrict in = call.buffer<T>(1) + group * N * N;
    for (int row = 0; row < N; ++row)
      for (int column = 0; column < N; ++column)
        out[row * N + column] = in[column * N + row];
  }
}
/// Squares of as many rows as a vector has lanes, in registers.
template <typename T, int N> void transposeSquares(const Call &call) {
  constexpr int L = std::min(N, lanesOf<T>());
  using V = Lanes<T, L>;
  for (int64_t group = 0; group < call.groups; ++group) {
    T *out = call.buffer<T>(0) + group * N * N;
    const T *in = call.buffer<T>(1) + group * N * N;
    for (int row = 0; row < N; row += L)
      for (int column = 0; column < N; column += L) {
        V square[L], turned[L];
        for (int i = 0; i < L; ++i)
          square[i] = loadAt<V>(in + (row + i) * N + column);
        deinterleave<L>(square, turned);
        for (int i = 0; i < L; ++i)
          storeAt(out + (column + i) * N + row, turned[i]);
      }
  }
}
template <typename T, int N> std::vector<Form> transposes() {
  return {{kScalar, plainTranspose<T, N>}, {kVectors, transposeSquares<T, N>}};
}
RIVALS_OF_SIZES(transpose_tile, transposes)

//===----------------------------------------------------------------------===//
// top4, levinson
//===----------------------------------------------------------------------===//

/// Each number sinks past those that are greater.
struct Top4 {
  template <typename V> static void run(V *top, const V *x) {
    for (int i = 0; i < 4; ++i)
      top[i] = V(-INFINITY);
    for (int i = 0; i < 32; ++i) {
      V value = x[i];
      for (int place = 0; place < 4; ++place) {
        V sinks = least(top[place], value);
        top[place] = greatest(top[place], value);
        value = sinks;
      }
    }
  }
};
template <typename T> std::vector<Form> tops() {
  return perItem<lanesOf<T>(), Top4, Out<T, 4>, In<T, 32>>();
}
RIVALS_OF_REALS(top4, tops)

struct Levinson {
  template <typename V> static void run(V *a, V *error, const V *r) {
    using T = ElementOf<V>;
    V e = r[0] + T(8);
#pragma clang loop unroll(full)
    for (int i = 0; i < 8; ++i) {
      V k = -r[i + 1];
#pragma clang loop unroll(full)
      for (int j = 0; j < i; ++j)
        k -= a[j] * r[i - j];
      k /= e;
      a[i] = k;
#pragma clang loop unroll(full)
      for (int j = 0; j < i / 2; ++j) {
        V t = a[j];
        a[j] += k * a[i - 1 - j];
        a[i - 1 - j] += k * t;
      }
      if (i & 1)
        a[i / 2] += a[i / 2] * k;
      e *= V(1) - k * k;
    }
    error[0] = e;
  }
};
template <typename T> std::vector<Form> predictions() {
  return perItem<lanesOf<T>(), Levinson, Out<T, 8>, Out<T, 1>, In<T, 9>>();
}
RIVALS_OF_REALS(levinson, predictions)
} // namespace
