//===- estimates.cpp - Rivals that sum up what a few samples say ----------===//

#include "../PerItem.h"
#include "../Rows.h"
#include "../VectorMath.h"

using namespace bench::general;

namespace {
//===----------------------------------------------------------------------===//
// covariance3, givens4, euler_matrix
//===----------------------------------------------------------------------===//

struct Covariance3 {
  template <typename V> static void run(V *cov, const V *points) {
    using T = ElementOf<V>;
    constexpr int Points = 16;
    V mean[3] = {V(0), V(0), V(0)}, sum[6] = {};
    for (int i = 0; i < Points; ++i)
      for (int axis = 0; axis < 3; ++axis)
        mean[axis] += points[3 * i + axis];
    for (V &each : mean)
      each *= T(1) / Points;
    for (int i = 0; i < Points; ++i) {
      V d[3];
      for (int axis = 0; axis < 3; ++axis)
        d[axis] = points[3 * i + axis] - mean[axis];
      int at = 0;
      for (int a = 0; a < 3; ++a)
        for (int b = a; b < 3; ++b)
          sum[at++] += d[a] * d[b];
    }
    for (int at = 0; at < 6; ++at)
      cov[at] = sum[at] * (T(1) / (Points - 1));
  }
};
/// Goes over the points twice, a register of each work item at a time, so that
/// registers hold the coordinates at hand and the sums.
template <typename T> void covarianceByRegisters(const Call &call) {
  using V = Native<T>;
  static constexpr int L = lanesOf<T>(), Points = 16, Numbers = 3 * Points;
  int64_t items = call.items(), item = 0;
  for (; item + L <= items; item += L) {
    const T *points = call.buffer<T>(1) + item * Numbers;
    auto eachPoint = [points](auto visit) {
      V before[2] = {V(0), V(0)};
#pragma clang loop unroll(full)
      for (int first = 0; first < Numbers; first += L) {
        V rows[L], numbers[L];
        for (int lane = 0; lane < L; ++lane)
          rows[lane] = loadAt<V>(points + lane * Numbers + first);
        deinterleave<L>(rows, numbers);
#pragma clang loop unroll(full)
        for (int k = 0; k < L; ++k) {
          int axis = (first + k) % 3;
          if (axis == 2)
            visit(before[0], before[1], numbers[k]);
          else
            before[axis] = numbers[k];
        }
      }
    };
    V x(0), y(0), z(0), sum[6] = {};
    eachPoint([&](V px, V py, V pz) {
      x += px;
      y += py;
      z += pz;
    });
    x *= T(1) / Points;
    y *= T(1) / Points;
    z *= T(1) / Points;
    eachPoint([&](V px, V py, V pz) {
      V dx = px - x, dy = py - y, dz = pz - z;
      sum[0] += dx * dx;
      sum[1] += dx * dy;
      sum[2] += dx * dz;
      sum[3] += dy * dy;
      sum[4] += dy * dz;
      sum[5] += dz * dz;
    });
    for (V &each : sum)
      each *= T(1) / (Points - 1);
    storeTransposed<6>(call.buffer<T>(0) + item * 6, sum);
  }
  for (; item < items; ++item)
    Covariance3::run(call.buffer<T>(0) + item * 6,
                     call.buffer<T>(1) + item * Numbers);
}
template <typename T> std::vector<Form> covariances() {
  auto forms = perItem<lanesOf<T>(), Covariance3, Out<T, 6>, In<T, 48>>();
  forms.push_back({"by registers", covarianceByRegisters<T>});
  return forms;
}
RIVALS_OF_REALS(covariance3, covariances)

struct Givens4 {
  template <typename V> static void run(V *m) {
    V a[4][4];
    std::memcpy(a, m, sizeof(a));
#pragma clang loop unroll(full)
    for (int j = 0; j < 3; ++j)
#pragma clang loop unroll(full)
      for (int i = 3; i > j; --i) {
        V x = a[i - 1][j], y = a[i][j];
        V inverse = V(1) / vsqrt(V(x * x + y * y));
        auto isZero = y == 0;
        V c = select(isZero, V(1), V(x * inverse));
        V s = select(isZero, V(0), V(y * inverse));
#pragma clang loop unroll(full)
        for (int k = j; k < 4; ++k) {
          V upper = a[i - 1][k], lower = a[i][k];
          a[i - 1][k] = c * upper + s * lower;
          a[i][k] = c * lower - s * upper;
        }
      }
    for (int i = 0; i < 16; ++i)
      m[i] = i % 4 < i / 4 ? V(0) : a[i / 4][i % 4];
  }
};
template <typename T> std::vector<Form> rotations() {
  return perItem<lanesOf<T>(), Givens4, InOut<T, 16>>();
}
RIVALS_OF_REALS(givens4, rotations)

struct EulerMatrix {
  template <typename V> static void run(V *r, const V *angle) {
    V s[3], c[3];
    for (int axis = 0; axis < 3; ++axis) {
      s[axis] = vsin(angle[axis]);
      c[axis] = vcos(angle[axis]);
    }
    V sxsy = s[0] * s[1], cxsy = c[0] * s[1];
    r[0] = c[1] * c[2];
    r[1] = sxsy * c[2] - c[0] * s[2];
    r[2] = cxsy * c[2] + s[0] * s[2];
    r[3] = c[1] * s[2];
    r[4] = sxsy * s[2] + c[0] * c[2];
    r[5] = cxsy * s[2] - s[0] * c[2];
    r[6] = -s[1];
    r[7] = s[0] * c[1];
    r[8] = c[0] * c[1];
  }
};
template <typename T> std::vector<Form> matrices() {
  return perItem<lanesOf<T>(), EulerMatrix, Out<T, 9>, In<T, 3>>();
}
RIVALS_OF_REALS(euler_matrix, matrices)

//===----------------------------------------------------------------------===//
// welford_rows
//===----------------------------------------------------------------------===//

/// Welford's steps as they are, with one count for all lanes.
template <typename V> void welfordRows(const Call &call) {
  using T = ElementOf<V>;
  constexpr int L = Traits<V>::lanes;
  int64_t n = call.value<int>(2);
  for (int64_t row = 0; row < call.groups; ++row) {
    const T *x = call.buffer<T>(1) + row * n;
    V mean(0), squares(0);
    int64_t i = 0;
    for (; i + L <= n; i += L) {
      V value = loadAt<V>(x + i), delta = value - mean;
      mean += delta * (T(1) / T(i / L + 1));
      squares += delta * (value - mean);
    }
    T count = T(i / L) * L, all, sum;
    if constexpr (L == 1) {
      all = mean;
      sum = squares;
    } else {
      all = sumOf(mean) / L;
      V off = mean - all;
      sum = sumOf(squares) + T(i / L) * sumOf(V(off * off));
    }
    for (; i < n; ++i) {
      T delta = x[i] - all;
      all += delta / ++count;
      sum += delta * (x[i] - all);
    }
    call.buffer<T>(0)[2 * row] = all;
    call.buffer<T>(0)[2 * row + 1] = sum / T(n - 1);
  }
}
/// The mean first, then the squares of the distances from it: two passes over a
/// row that the cache holds.
template <typename T> void varianceInTwoPasses(const Call &call) {
  using V = Native<T>;
  int64_t n = call.value<int>(2);
  for (int64_t row = 0; row < call.groups; ++row) {
    const T *x = call.buffer<T>(1) + row * n;
    T mean =
        sumOverRow<T>(n, [=](V &sum, int64_t i,
                             auto part) { sum += part.load(x + i, V(0)); }) /
        T(n);
    T squares = sumOverRow<T>(n, [=](V &sum, int64_t i, auto part) {
      V d = part.load(x + i, V(mean)) - mean;
      sum += d * d;
    });
    call.buffer<T>(0)[2 * row] = mean;
    call.buffer<T>(0)[2 * row + 1] = squares / T(n - 1);
  }
}
template <typename T> std::vector<Form> variances() {
  return {{kScalar, welfordRows<T>},
          {kVectors, welfordRows<Native<T>>},
          {"two passes", varianceInTwoPasses<T>}};
}
RIVALS_OF_REALS(welford_rows, variances)

//===----------------------------------------------------------------------===//
// time_warp
//===----------------------------------------------------------------------===//

struct TimeWarp {
  template <typename V> static void run(V *distance, const V *a, const V *b) {
    constexpr int Length = 12;
    V row[Length + 1];
    for (int j = 0; j <= Length; ++j)
      row[j] = V(j ? INFINITY : 0);
    for (int i = 0; i < Length; ++i) {
      V diagonal = row[0];
      row[0] = V(INFINITY);
#pragma clang loop unroll(full)
      for (int j = 1; j <= Length; ++j) {
        V above = row[j];
        row[j] = magnitude(V(a[i] - b[j - 1])) +
                 least(least(diagonal, above), row[j - 1]);
        diagonal = above;
      }
    }
    distance[0] = row[Length];
  }
};
template <typename T> std::vector<Form> warps() {
  return perItemSideBySide<T, TimeWarp, Out<T, 1>, In<T, 12>, In<T, 12>>();
}
RIVALS_OF_REALS(time_warp, warps)

//===----------------------------------------------------------------------===//
// bond_yield
//===----------------------------------------------------------------------===//

struct BondYield {
  template <typename V>
  static void run(V *yield, const V *price, const V *coupon) {
    using T = ElementOf<V>;
    V y(T(0.05));
    for (int step = 0; step < 5; ++step) {
      V v = V(1) / (1 + y), discount(1), annuity(0), slope(0);
      for (int t = 1; t <= 10; ++t) {
        discount *= v;
        annuity += discount;
        slope += T(t) * discount;
      }
      V value = coupon[0] * annuity + 100 * discount;
      V along = -v * (coupon[0] * slope + 1000 * discount);
      y -= (value - price[0]) / along;
    }
    yield[0] = y;
  }
};
template <typename T> std::vector<Form> yields() {
  return perItemSideBySide<T, BondYield, Out<T, 1>, In<T, 1>, In<T, 1>>();
}
RIVALS_OF_REALS(bond_yield, yields)
} // namespace
