//===- systems.cpp - Rivals on small systems of linear algebra ------------===//

#include "../PerItem.h"
#include "../VectorMath.h"

using namespace bench::general;

namespace {
struct CubicRoots {
  template <typename V> static void run(V *roots, const V *abc) {
    using T = ElementOf<V>;
    V a = abc[0], b = abc[1], c = abc[2], shift = a * T(1.0 / 3);
    V q = (a * a - b * T(3)) * T(1.0 / 9);
    V r = (a * a * a * T(2) - a * b * T(9) + c * T(27)) * T(1.0 / 54);
    V r2 = r * r, q3 = q * q * q;
    auto hasThree = r2 < q3;
    roots[0] = roots[1] = roots[2] = V(0);
    if (anyOf(hasThree)) {
      V angle = vacos(V(r / vsqrt(q3))) * T(1.0 / 3), s = vsqrt(q) * T(-2);
      roots[0] = s * vcos(angle) - shift;
      roots[1] = s * vcos(V(angle + T(2 * M_PI / 3))) - shift;
      roots[2] = s * vcos(V(angle - T(2 * M_PI / 3))) - shift;
    }
    if (anyOf(r2 >= q3)) {
      V u = vcbrt(V(magnitude(r) + vsqrt(V(r2 - q3))));
      u = select(r < V(0), u, V(-u));
      V x = u + select(u != V(0), V(q / u), V(0)) - shift;
      for (int i = 0; i < 3; ++i)
        roots[i] = select(hasThree, roots[i], x);
    }
  }
};
template <typename T> std::vector<Form> cubicRoots() {
  return perItem<lanesOf<T>(), CubicRoots, Out<T, 3>, In<T, 3>>();
}
RIVALS_OF_REALS(cubic_roots, cubicRoots)

struct Jacobi3 {
  template <typename V> static void rotate(V &pp, V &qq, V &pq, V &pr, V &qr) {
    using T = ElementOf<V>;
    auto isSmall = magnitude(pq) < V(T(1e-12));
    V theta = (qq - pp) / (pq * T(2));
    V t = V(1) / (magnitude(theta) + vsqrt(V(theta * theta + T(1))));
    t = select(isSmall, V(0), select(theta < V(0), V(-t), t));
    V c = V(1) / vsqrt(V(t * t + T(1))), s = t * c;
    pp -= t * pq;
    qq += t * pq;
    pq = select(isSmall, pq, V(0));
    V oldPr = pr;
    pr = c * pr - s * qr;
    qr = s * oldPr + c * qr;
  }
  template <typename V> static void run(V *values, const V *a) {
    V xx = a[0], xy = a[1], xz = a[2], yy = a[3], yz = a[4], zz = a[5];
    for (int sweep = 0; sweep < 4; ++sweep) {
      rotate(xx, yy, xy, xz, yz);
      rotate(xx, zz, xz, xy, yz);
      rotate(yy, zz, yz, xy, xz);
    }
    values[0] = xx;
    values[1] = yy;
    values[2] = zz;
  }
};
template <typename T> std::vector<Form> jacobi3() {
  return perItemSideBySide<T, Jacobi3, Out<T, 3>, In<T, 6>>();
}
RIVALS_OF_REALS(jacobi3, jacobi3)

struct Cholesky4 {
  template <typename V> static void run(V *a) {
    constexpr int N = 4;
    V inverse[N];
    for (int i = 0; i < N; ++i)
      for (int j = 0; j <= i; ++j) {
        V sum = i == j ? V(a[i * N + j] + N) : a[i * N + j];
        for (int k = 0; k < j; ++k)
          sum -= a[i * N + k] * a[j * N + k];
        if (i == j) {
          a[i * N + j] = vsqrt(sum);
          inverse[i] = V(1) / a[i * N + j];
        } else {
          a[i * N + j] = sum * inverse[j];
          a[j * N + i] = V(0);
        }
      }
  }
};
template <typename T> std::vector<Form> cholesky4() {
  return perItem<lanesOf<T>(), Cholesky4, InOut<T, 16>>();
}
RIVALS_OF_REALS(cholesky4, cholesky4)

struct Expm3 {
  template <typename V> static void multiply(V *c, const V *a, const V *b) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        c[i * 3 + j] =
            a[i * 3] * b[j] + a[i * 3 + 1] * b[3 + j] + a[i * 3 + 2] * b[6 + j];
  }
  template <typename V> static void run(V *e, const V *a) {
    using T = ElementOf<V>;
    V x[9], sum[9], term[9], next[9];
    for (int i = 0; i < 9; ++i) {
      x[i] = a[i] * T(1.0 / 16);
      term[i] = x[i];
      sum[i] = i % 4 == 0 ? V(x[i] + T(1)) : x[i];
    }
    for (int order = 2; order <= 6; ++order) {
      multiply(next, term, x);
      T share = T(1) / static_cast<T>(order);
      for (int i = 0; i < 9; ++i) {
        term[i] = next[i] * share;
        sum[i] += term[i];
      }
    }
    multiply(next, sum, sum);
    multiply(sum, next, next);
    multiply(next, sum, sum);
    multiply(e, next, next);
  }
};
template <typename T> std::vector<Form> expm3() {
  return perItem<lanesOf<T>(), Expm3, Out<T, 9>, In<T, 9>>();
}
RIVALS_OF_REALS(expm3, expm3)

struct Kalman {
  static constexpr int kSteps = 16;
  template <typename V>
  static void run(V *state, const V *z, int, ElementOf<V> dt) {
    using T = ElementOf<V>;
    V x(0), v(0);
    // Covariances do not depend on what was measured: all tracks share them.
    T p00(1), p01(0), p11(1);
    const T q = T(0.01), noise = T(0.1);
    for (int t = 0; t < kSteps; ++t) {
      x += v * dt;
      p00 += dt * (2 * p01 + dt * p11) + q;
      p01 += dt * p11;
      p11 += q;
      T inv = 1 / (p00 + noise), k0 = p00 * inv, k1 = p01 * inv;
      V y = z[t] - x;
      x += y * k0;
      v += y * k1;
      p11 -= k1 * p01;
      p01 *= 1 - k0;
      p00 *= 1 - k0;
    }
    state[0] = x;
    state[1] = v;
  }
};
template <typename T> std::vector<Form> kalman() {
  return perItemSideBySide<T, Kalman, Out<T, 2>, In<T, 16>, Value<int>,
                           Value<T>>();
}
RIVALS_OF_REALS(kalman, kalman)

struct KMeans {
  template <typename I, typename V>
  static void run(I *label, const V *p, const ElementOf<V> *centres, int k) {
    V shortest(INFINITY);
    IndexOf<V> nearest(0);
    for (int c = 0; c < k; ++c) {
      V dx = p[0] - centres[4 * c], dy = p[1] - centres[4 * c + 1];
      V dz = p[2] - centres[4 * c + 2], dw = p[3] - centres[4 * c + 3];
      V d = dx * dx + dy * dy + dz * dz + dw * dw;
      auto isNearer = d < shortest;
      shortest = select(isNearer, d, shortest);
      nearest = select(isNearer, IndexOf<V>(c), nearest);
    }
    label[0] = convert<int>(nearest);
  }
};
template <typename T> std::vector<Form> kMeans() {
  return perItem<lanesOf<T>(), KMeans, Out<int, 1>, In<T, 4>, Shared<T>,
                 Value<int>>();
}
RIVALS_OF_REALS(kmeans, kMeans)

struct Multiply4 {
  template <typename V> static void run(V *c, const V *a, const V *b) {
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        c[i * 4 + j] = a[i * 4] * b[j] + a[i * 4 + 1] * b[4 + j] +
                       a[i * 4 + 2] * b[8 + j] + a[i * 4 + 3] * b[12 + j];
  }
};
/// Column K of A along the rows, and row K of B below itself.
template <int K> struct ColumnOf {
  static constexpr int at(int lane) { return lane / 4 * 4 + K; }
};
template <int K> struct RowOf {
  static constexpr int at(int lane) { return K * 4 + lane % 4; }
};
template <typename T> void multiplyWhole(const Call &call) {
  using M = Lanes<T, 16>;
  for (int64_t i = 0, n = call.items(); i < n; ++i) {
    M a = loadAt<M>(call.buffer<T>(1) + 16 * i);
    M b = loadAt<M>(call.buffer<T>(2) + 16 * i);
    M c = shuffleBy<ColumnOf<0>>(a, a) * shuffleBy<RowOf<0>>(b, b);
    c += shuffleBy<ColumnOf<1>>(a, a) * shuffleBy<RowOf<1>>(b, b);
    c += shuffleBy<ColumnOf<2>>(a, a) * shuffleBy<RowOf<2>>(b, b);
    c += shuffleBy<ColumnOf<3>>(a, a) * shuffleBy<RowOf<3>>(b, b);
    storeAt(call.buffer<T>(0) + 16 * i, c);
  }
}
template <typename T> std::vector<Form> multiply4() {
  auto forms =
      perItem<lanesOf<T>(), Multiply4, Out<T, 16>, In<T, 16>, In<T, 16>>();
  forms.push_back({"matrix in lanes", multiplyWhole<T>});
  return forms;
}
RIVALS_OF_REALS(multiply4, multiply4)

/// Reflections of an N x 4 matrix, a matrix for each problem.
template <int N> struct Householder {
  static constexpr int kColumns = 4;
  template <typename V>
  static void run(V *r, V *qb, const V *from, const V *rhs) {
    // The last column is the right-hand side.
    constexpr int Columns = kColumns + 1;
    V a[N][Columns];
    for (int i = 0; i < N; ++i) {
      for (int j = 0; j < kColumns; ++j)
        a[i][j] = from[i * kColumns + j];
      a[i][kColumns] = rhs[i];
    }
#pragma clang loop unroll(full)
    for (int k = 0; k < kColumns; ++k) {
      // All products with column k in one loop; that with itself is its norm.
      V dots[Columns] = {};
      for (int i = k; i < N; ++i)
        for (int j = k; j < Columns; ++j)
          dots[j] += a[i][k] * a[i][j];
      V norm = vsqrt(dots[k]), head = a[k][k];
      V alpha = select(head > V(0), V(-norm), norm);
      V scale = V(1) / (dots[k] - alpha * head);
      for (int j = k + 1; j < Columns; ++j)
        dots[j] = (dots[j] - alpha * a[k][j]) * scale;
      a[k][k] -= alpha;
      for (int i = k; i < N; ++i) {
        V v = a[i][k];
        for (int j = k + 1; j < Columns; ++j)
          a[i][j] -= v * dots[j];
      }
      a[k][k] = alpha;
    }
    for (int i = 0; i < kColumns; ++i) {
      for (int j = 0; j < kColumns; ++j)
        r[i * kColumns + j] = j >= i ? a[i][j] : V(0);
      qb[i] = a[i][kColumns];
    }
  }
};
template <typename T, int N> std::vector<Form> householder() {
  return perGroup<lanesOf<T>(), Householder<N>, Out<T, 16>, Out<T, 4>,
                  In<T, 4 * N>, In<T, N>>();
}
RIVALS_OF_SIZES(householder, householder)

/// Elimination with pivots, a system for each problem; each row that is
/// greater than the pivot so far changes places with it.
struct LuPivot4 {
  static constexpr int N = 4;
  template <typename V> static void run(V *x, const V *a, const V *b) {
    V m[N][N + 1];
    for (int i = 0; i < N; ++i) {
      for (int j = 0; j < N; ++j)
        m[i][j] = a[i * N + j];
      m[i][N] = b[i];
    }
#pragma clang loop unroll(full)
    for (int k = 0; k < N; ++k) {
#pragma clang loop unroll(full)
      for (int i = k + 1; i < N; ++i) {
        auto isGreater = magnitude(m[i][k]) > magnitude(m[k][k]);
        for (int j = k; j <= N; ++j) {
          V upper = select(isGreater, m[i][j], m[k][j]);
          m[i][j] = select(isGreater, m[k][j], m[i][j]);
          m[k][j] = upper;
        }
      }
      V scale = V(1) / m[k][k];
#pragma clang loop unroll(full)
      for (int i = k + 1; i < N; ++i) {
        V factor = m[i][k] * scale;
        for (int j = k + 1; j <= N; ++j)
          m[i][j] -= factor * m[k][j];
      }
    }
#pragma clang loop unroll(full)
    for (int i = N - 1; i >= 0; --i) {
      V sum = m[i][N];
      for (int j = i + 1; j < N; ++j)
        sum -= m[i][j] * x[j];
      x[i] = sum / m[i][i];
    }
  }
};
template <typename T> std::vector<Form> luPivot4() {
  return perItem<lanesOf<T>(), LuPivot4, Out<T, 4>, In<T, 16>, In<T, 4>>();
}
RIVALS_OF_REALS(lu_pivot4, luPivot4)

struct Fft8 {
  template <typename V> struct Complex {
    V x, y;
    Complex operator+(Complex o) const { return {x + o.x, y + o.y}; }
    Complex operator-(Complex o) const { return {x - o.x, y - o.y}; }
    Complex turned() const { return {y, -x}; }
    Complex turnedHalf() const { return {(x + y) * h(), (y - x) * h()}; }
    Complex turnedThreeHalves() const {
      return {(y - x) * h(), (-x - y) * h()};
    }
    static ElementOf<V> h() { return ElementOf<V>(0.70710678118654752440); }
  };
  template <typename V> static void run(V *data) {
    using C = Complex<V>;
    C z[8], a[8];
    for (int i = 0; i < 8; ++i)
      z[i] = {data[2 * i], data[2 * i + 1]};
    for (int i = 0; i < 4; ++i) {
      a[i] = z[i] + z[i + 4];
      a[i + 4] = z[i] - z[i + 4];
    }
    a[5] = a[5].turnedHalf();
    a[6] = a[6].turned();
    a[7] = a[7].turnedThreeHalves();
    static constexpr int kOrder[8] = {0, 4, 2, 6, 1, 5, 3, 7};
    C result[8];
    for (int half = 0; half < 8; half += 4) {
      C b0 = a[half] + a[half + 2], b2 = a[half] - a[half + 2];
      C b1 = a[half + 1] + a[half + 3];
      C b3 = (a[half + 1] - a[half + 3]).turned();
      result[half] = b0 + b1;
      result[half + 1] = b0 - b1;
      result[half + 2] = b2 + b3;
      result[half + 3] = b2 - b3;
    }
    for (int i = 0; i < 8; ++i) {
      data[2 * kOrder[i]] = result[i].x;
      data[2 * kOrder[i] + 1] = result[i].y;
    }
  }
};
template <typename T> std::vector<Form> fft8() {
  return perItem<lanesOf<T>(), Fft8, InOut<T, 16>>();
}
RIVALS_OF_REALS(fft8, fft8)
//===----------------------------------------------------------------------===//
// power_iteration
//===----------------------------------------------------------------------===//

template <int N> struct PowerIteration {
  template <typename V> static void run(V *value, const V *a) {
    V x[N], y[N], norm(0);
    for (int i = 0; i < N; ++i)
      x[i] = V(1);
    for (int step = 0; step < 8; ++step) {
      V squares(0);
      for (int i = 0; i < N; ++i) {
        y[i] = V(0);
        for (int j = 0; j < N; ++j)
          y[i] += a[i * N + j] * x[j];
        squares += y[i] * y[i];
      }
      norm = vsqrt(squares);
      V inverse = V(1) / norm;
      for (int i = 0; i < N; ++i)
        x[i] = y[i] * inverse;
    }
    value[0] = norm;
  }
};
/// Columns of the matrix in vectors, for which it is transposed once.
template <typename T, int N> void powerColumns(const Call &call) {
  constexpr int L = std::min(N, lanesOf<T>()), Parts = N / L;
  using V = Lanes<T, L>;
  for (int64_t group = 0; group < call.groups; ++group) {
    const T *a = call.buffer<T>(1) + group * N * N;
    V columns[Parts][N];
    for (int part = 0; part < Parts; ++part)
      loadTransposed<N>(a + part * L * N, columns[part]);
    alignas(64) T x[N];
    for (T &element : x)
      element = 1;
    T norm = 0;
    for (int step = 0; step < 8; ++step) {
      V sums[Parts][2] = {}, squares(0);
      for (int j = 0; j < N; ++j)
        for (int part = 0; part < Parts; ++part)
          sums[part][j % 2] += columns[part][j] * x[j];
      for (int part = 0; part < Parts; ++part) {
        sums[part][0] += sums[part][1];
        squares += sums[part][0] * sums[part][0];
      }
      norm = std::sqrt(sumOf(squares));
      V inverse(1 / norm);
      for (int part = 0; part < Parts; ++part)
        storeAt(x + part * L, V(sums[part][0] * inverse));
    }
    call.buffer<T>(0)[group] = norm;
  }
}
template <typename T, int N> std::vector<Form> powers() {
  auto forms =
      perGroup<lanesOf<T>(), PowerIteration<N>, Out<T, 1>, In<T, N * N>>();
  forms.push_back({"columns", powerColumns<T, N>});
  return forms;
}
RIVALS_OF_SIZES(power_iteration, powers)
} // namespace
