//===- mathematics.cpp - Rivals that call functions of mathematics --------===//

#include "../PerItem.h"
#include "../Rows.h"
#include "../VectorMath.h"

using namespace bench::general;

namespace {
struct BlackScholes {
  template <typename V> static V normal(V d) {
    using T = ElementOf<V>;
    V k = V(1) / (V(1) + T(0.2316419) * magnitude(d));
    V sum = k * T(1.330274429) + T(-1.821255978);
    sum = k * sum + T(1.781477937);
    sum = k * sum + T(-0.356563782);
    sum = k * (k * sum + T(0.31938153));
    V tail = T(0.39894228040143267) * vexp(T(-0.5) * d * d) * sum;
    return select(d > V(0), V(1) - tail, tail);
  }
  template <typename V>
  static void run(V *call, V *put, const V *price, const V *strike,
                  const V *years, ElementOf<V> rate, ElementOf<V> volatility,
                  int) {
    using T = ElementOf<V>;
    V s = price[0], x = strike[0], t = years[0];
    V spread = vsqrt(t) * volatility;
    V drift = T(rate + T(0.5) * volatility * volatility) * t;
    V d1 = (vlog(s / x) + drift) / spread;
    V c1 = normal(d1), c2 = normal(V(d1 - spread));
    V discounted = x * vexp(t * -rate);
    call[0] = s * c1 - discounted * c2;
    put[0] = discounted * (V(1) - c2) - s * (V(1) - c1);
  }
};
template <typename T> std::vector<Form> blackScholes() {
  return perItem<lanesOf<T>(), BlackScholes, Out<T, 1>, Out<T, 1>, In<T, 1>,
                 In<T, 1>, In<T, 1>, Value<T>, Value<T>, Limit<int>>();
}
RIVALS_OF_REALS(black_scholes, blackScholes)

struct BoxMuller {
  template <typename V> static void run(V *u) {
    using T = ElementOf<V>;
    V r = vsqrt(V(T(-2) * vlog(u[0])));
    V angle = T(2 * M_PI) * u[1];
    u[0] = r * vcos(angle);
    u[1] = r * vsin(angle);
  }
};
template <typename T> std::vector<Form> boxMuller() {
  return perItem<lanesOf<T>(), BoxMuller, InOut<T, 2>>();
}
RIVALS_OF_REALS(box_muller, boxMuller)

struct Gelu {
  template <typename V> static void run(V *y, const V *x, uint32_t) {
    using T = ElementOf<V>;
    V v = x[0];
    V inner = T(0.7978845608028654) * (v + T(0.044715) * v * v * v);
    y[0] = T(0.5) * v * (V(1) + vtanh(inner));
  }
};
template <typename T> std::vector<Form> gelu() {
  return perItem<lanesOf<T>(), Gelu, Out<T, 1>, In<T, 1>, Limit<uint32_t>>();
}
RIVALS_OF_REALS(gelu, gelu)

struct Haversine {
  template <typename V> static void run(V *km, const V *a, const V *b) {
    using T = ElementOf<V>;
    V s = vsin(V((b[0] - a[0]) * T(0.5)));
    V t = vsin(V((b[1] - a[1]) * T(0.5)));
    V h = s * s + vcos(a[0]) * vcos(b[0]) * t * t;
    km[0] = T(2 * 6371) * vasin(vsqrt(least(h, V(1))));
  }
};
template <typename T> std::vector<Form> haversine() {
  return perItem<lanesOf<T>(), Haversine, Out<T, 1>, In<T, 2>, In<T, 2>>();
}
RIVALS_OF_REALS(haversine, haversine)

struct Kepler {
  template <typename V>
  static void run(V *out, const V *mean, const V *e, int) {
    using T = ElementOf<V>;
    V m = mean[0], ecc = e[0] * T(0.9), anomaly = m + ecc * vsin(m);
    auto isActive = m == m;
    for (int step = 0; step < 20 && anyOf(isActive); ++step) {
      V delta =
          (anomaly - ecc * vsin(anomaly) - m) / (V(1) - ecc * vcos(anomaly));
      anomaly = select(isActive, V(anomaly - delta), anomaly);
      isActive = isActive & (magnitude(delta) >= V(T(1e-5)));
    }
    out[0] = anomaly;
  }
};
template <typename T> std::vector<Form> kepler() {
  return perItem<lanesOf<T>(), Kepler, Out<T, 1>, In<T, 1>, In<T, 1>,
                 Limit<int>>();
}
RIVALS_OF_REALS(kepler, kepler)

//===----------------------------------------------------------------------===//
// mandelbrot
//===----------------------------------------------------------------------===//

template <typename V> auto countSteps(V cr, V ci, int limit) {
  V zr(0), zi(0), rr(0), ii(0);
  auto steps = zr < zr;
  if constexpr (Traits<V>::lanes == 1) {
    int step = 0;
    for (; step < limit && rr + ii <= 4; ++step) {
      zi = 2 * zr * zi + ci;
      zr = rr - ii + cr;
      rr = zr * zr;
      ii = zi * zi;
    }
    return step;
  } else {
    for (int step = 0; step < limit; ++step) {
      auto isInside = rr + ii <= V(4);
      if (!anyOf(isInside))
        break;
      // A lane that is true is -1.
      steps -= isInside;
      zi = (zr + zr) * zi + ci;
      zr = rr - ii + cr;
      rr = zr * zr;
      ii = zi * zi;
    }
    return steps;
  }
}
/// Rows of the picture, as many points at a time as V has lanes.
template <typename V> void mandelbrot(const Call &call) {
  using T = ElementOf<V>;
  constexpr int L = Traits<V>::lanes;
  int *steps = call.buffer<int>(0), width = call.value<int>(1);
  int limit = call.value<int>(2);
  for (int64_t at = 0, n = call.items(); at < n;) {
    int64_t row = at / width % width, column = at % width;
    int64_t count = std::min<int64_t>({L, width - column, n - at});
    T ci = T(-1) + T(2) * static_cast<T>(row) / static_cast<T>(width);
    if constexpr (L == 1) {
      T cr = T(-2) + T(3) * static_cast<T>(column) / static_cast<T>(width);
      steps[at] = countSteps(cr, ci, limit);
    } else {
      V cr = T(-2) + T(3) * (iota<V>() + static_cast<T>(column)) /
                         static_cast<T>(width);
      auto result = convert<int>(countSteps(cr, V(ci), limit));
      if (count == L)
        storeAt(steps + at, result);
      else
        storePart(steps + at, count, result);
    }
    at += count;
  }
}
template <typename T> std::vector<Form> mandelbrots() {
  return {{kScalar, mandelbrot<T>},
          {kVectors, mandelbrot<Native<T>>},
          {"two vectors", mandelbrot<Lanes<T, 2 * lanesOf<T>()>>},
          {"four vectors", mandelbrot<Lanes<T, 4 * lanesOf<T>()>>}};
}
RIVALS_OF_REALS(mandelbrot, mandelbrots)

struct Eig3 {
  template <typename V> static void run(V *values, const V *a) {
    using T = ElementOf<V>;
    V mean = (a[0] + a[3] + a[5]) * T(1.0 / 3);
    V xx = a[0] - mean, yy = a[3] - mean, zz = a[5] - mean;
    V xy = a[1], xz = a[2], yz = a[4];
    V off = xy * xy + xz * xz + yz * yz;
    V p = vsqrt(V((xx * xx + yy * yy + zz * zz + T(2) * off) * T(1.0 / 6)));
    V determinant = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) +
                    xz * (xy * yz - yy * xz);
    V r = select(p > V(0), V(determinant / (T(2) * p * p * p)), V(0));
    V phi = vacos(least(greatest(r, V(-1)), V(1))) * T(1.0 / 3);
    V first = mean + T(2) * p * vcos(phi);
    V last = mean + T(2) * p * vcos(V(phi + T(2.0943951023931953)));
    values[0] = first;
    values[1] = T(3) * mean - first - last;
    values[2] = last;
  }
};
template <typename T> std::vector<Form> eigenvalues() {
  return perItem<lanesOf<T>(), Eig3, Out<T, 3>, In<T, 6>>();
}
RIVALS_OF_REALS(eig3, eigenvalues)
//===----------------------------------------------------------------------===//
// lstm_cell
//===----------------------------------------------------------------------===//

template <typename V> void lstmCells(const Call &call) {
  using T = ElementOf<V>;
  T *__restrict h = call.buffer<T>(0), *__restrict c = call.buffer<T>(1);
  const T *gates = call.buffer<T>(2), *bias = call.buffer<T>(3);
  const int64_t n = call.wgSize;
  auto sigmoid = [](auto x) {
    using W = decltype(x);
    return W(W(1) / (W(1) + vexp(W(-x))));
  };
  for (int64_t group = 0; group < call.groups; ++group) {
    auto step = [=](int64_t i, auto null) {
      using W = decltype(null);
      auto gate = [=](int64_t which) {
        return W(loadAt<W>(gates + (group * 4 + which) * n + i) +
                 loadAt<W>(bias + which * n + i));
      };
      W next = sigmoid(gate(1)) * loadAt<W>(c + group * n + i) +
               sigmoid(gate(0)) * vtanh(gate(2));
      storeAt(c + group * n + i, next);
      storeAt(h + group * n + i, W(sigmoid(gate(3)) * vtanh(next)));
    };
    int64_t i = 0;
    constexpr int L = Traits<V>::lanes;
    for (; i + L <= n; i += L)
      step(i, V());
    for (; i < n; ++i)
      step(i, T());
  }
}
/// Two rows of 8 numbers in a vector of 16.
void lstmPairs(const Call &call) {
  using V = Lanes<float, 16>;
  using H = Lanes<float, 8>;
  float *__restrict h = call.buffer<float>(0), *__restrict c =
                                                   call.buffer<float>(1);
  const float *gates = call.buffer<float>(2), *bias = call.buffer<float>(3);
  if (call.wgSize != 8)
    return lstmCells<V>(call);
  auto sigmoid = [](V x) { return V(V(1) / (V(1) + vexp(V(-x)))); };
  int64_t group = 0;
  for (; group + 2 <= call.groups; group += 2) {
    auto gate = [=](int64_t which) {
      V x, b;
      x.lo = loadAt<H>(gates + (group * 4 + which) * 8);
      x.hi = loadAt<H>(gates + (group * 4 + 4 + which) * 8);
      b.lo = b.hi = loadAt<H>(bias + which * 8);
      return V(x + b);
    };
    V next = sigmoid(gate(1)) * loadAt<V>(c + group * 8) +
             sigmoid(gate(0)) * vtanh(gate(2));
    storeAt(c + group * 8, next);
    storeAt(h + group * 8, V(sigmoid(gate(3)) * vtanh(next)));
  }
  if (group < call.groups) {
    void *args[4] = {h + group * 8, c + group * 8,
                     const_cast<float *>(gates + group * 32),
                     const_cast<float *>(bias)};
    lstmCells<float>({args, 8, 1, call.isFromMemory});
  }
}
template <typename T> std::vector<Form> lstms() {
  std::vector<Form> forms = {{kScalar, lstmCells<T>},
                             {kVectors, lstmCells<Native<T>>}};
  if constexpr (sizeof(T) == 4)
    forms.push_back({"two rows", lstmPairs});
  return forms;
}
RIVALS_OF_REALS(lstm_cell, lstms)

struct Slerp {
  template <typename V>
  static void run(V *q, const V *a, const V *b, const V *t) {
    using T = ElementOf<V>;
    auto inner = [](const V *x, const V *y) {
      return V(x[0] * y[0] + x[1] * y[1] + x[2] * y[2] + x[3] * y[3]);
    };
    V scaleA = V(1) / vsqrt(inner(a, a)), scaleB = V(1) / vsqrt(inner(b, b));
    V cosine = inner(a, b) * scaleA * scaleB;
    scaleB = select(cosine < V(0), V(-scaleB), scaleB);
    cosine = magnitude(cosine);
    auto isFar = cosine < V(T(0.9995));
    V angle = vacos(select(isFar, cosine, V(0)));
    V inverse = V(1) / vsin(angle), first = V(1) - t[0];
    V second = select(isFar, V(vsin(V(t[0] * angle)) * inverse), t[0]);
    first = select(isFar, V(vsin(V(first * angle)) * inverse), first);
    for (int i = 0; i < 4; ++i)
      q[i] = first * scaleA * a[i] + second * scaleB * b[i];
  }
};
template <typename T> std::vector<Form> slerps() {
  return perItem<lanesOf<T>(), Slerp, Out<T, 4>, In<T, 4>, In<T, 4>,
                 In<T, 1>>();
}
RIVALS_OF_REALS(slerp, slerps)

//===----------------------------------------------------------------------===//
// rope
//===----------------------------------------------------------------------===//

/// The pairs of a row turned by the angles of its position; `L` at a time.
template <typename T, int L> void rope(const Call &call) {
  using V = Lanes<T, L>;
  const T *frequency = call.buffer<T>(2);
  for (int64_t row = 0; row < call.groups; ++row) {
    T position = call.buffer<int>(1)[row];
    T *x = call.buffer<T>(0) + row * call.wgSize * 2;
    for (int64_t i = 0; i < call.wgSize; i += L) {
      V angle = position * loadAt<V>(frequency + i);
      V c = vcos(angle), s = vsin(angle), pair[2];
      loadTransposed<2>(x + 2 * i, pair);
      V turned[2] = {pair[0] * c - pair[1] * s, pair[0] * s + pair[1] * c};
      storeTransposed<2>(x + 2 * i, turned);
    }
  }
}
/// Two rows of eight numbers fill a vector of 16.
template <typename T, int N> void ropeOfTwo(const Call &call) {
  constexpr int L = lanesOf<T>();
  using V = Lanes<T, L>;
  alignas(64) T frequency[L], position[L];
  for (int lane = 0; lane < L; ++lane)
    frequency[lane] = call.buffer<T>(2)[lane % N];
  int64_t row = 0;
  for (; row + L / N <= call.groups; row += L / N) {
    for (int lane = 0; lane < L; ++lane)
      position[lane] = call.buffer<int>(1)[row + lane / N];
    V angle = loadAt<V>(position) * loadAt<V>(frequency), pair[2];
    V c = vcos(angle), s = vsin(angle);
    T *x = call.buffer<T>(0) + row * N * 2;
    loadTransposed<2>(x, pair);
    V turned[2] = {pair[0] * c - pair[1] * s, pair[0] * s + pair[1] * c};
    storeTransposed<2>(x, turned);
  }
  for (; row < call.groups; ++row)
    for (int i = 0; i < N; ++i) {
      T *x = call.buffer<T>(0) + (row * N + i) * 2;
      T angle = call.buffer<int>(1)[row] * frequency[i];
      T c = std::cos(angle), s = std::sin(angle), even = x[0], odd = x[1];
      x[0] = even * c - odd * s;
      x[1] = even * s + odd * c;
    }
}
template <typename T, int N> std::vector<Form> ropes() {
  std::vector<Form> forms = {{kScalar, rope<T, 1>}};
  if constexpr (N < lanesOf<T>())
    forms.push_back({kVectors, ropeOfTwo<T, N>});
  else
    forms.push_back({kVectors, rope<T, lanesOf<T>()>});
  return forms;
}
RIVALS_OF_SIZES(rope, ropes)
} // namespace
