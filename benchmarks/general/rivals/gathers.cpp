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
struct Forest {
  template <typename V>
  static void run(V *score, const V *x, const uint8_t *feature,
                  const float *threshold, const float *leaf) {
    V sum(0);
    if constexpr (Traits<V>::lanes == 1) {
      for (int tree = 0; tree < 16; ++tree) {
        int node = 0;
        for (int level = 0; level < 4; ++level) {
          int at = tree * 15 + node;
          node = 2 * node + (x[feature[at] & 7] > threshold[at] ? 2 : 1);
        }
        sum += leaf[tree * 16 + node - 15];
      }
    } else {
      // All 15 comparisons of a tree, whose features are the same for all
      // lanes, and the way through them by masks.
      using M = decltype(x[0] > x[0]);
      for (int tree = 0; tree < 16; ++tree) {
        V values[16];
        for (int i = 0; i < 16; ++i)
          values[i] = V(leaf[tree * 16 + i]);
        for (int level = 3; level >= 0; --level)
          for (int i = 0; i < 1 << level; ++i) {
            int at = tree * 15 + (1 << level) - 1 + i;
            M isRight = x[feature[at] & 7] > V(threshold[at]);
            values[i] = select(isRight, values[2 * i + 1], values[2 * i]);
          }
        sum += values[0];
      }
    }
    score[0] = sum;
  }
};
/// The nodes' thresholds and the leaves of a tree are looked up in registers,
/// the records' features gathered from a transposed copy.
void forestInRegisters(const Call &call) {
#ifdef __AVX512F__
  using V = Lanes<float, 16>;
  using I = Lanes<int, 16>;
  const uint8_t *feature = call.buffer<uint8_t>(2);
  const float *threshold = call.buffer<float>(3), *leaf = call.buffer<float>(4);
  V thresholds[16], leaves[16];
  I features[16];
  for (int tree = 0; tree < 16; ++tree) {
    for (int node = 0; node < 15; ++node)
      features[tree][node] = feature[tree * 15 + node] & 7;
    thresholds[tree] = loadPart<V>(threshold + tree * 15, 15, V(0));
    leaves[tree] = loadAt<V>(leaf + tree * 16);
  }
  int64_t i = 0, n = call.items();
  const float *x = call.buffer<float>(1);
  for (; i + 16 <= n; i += 16) {
    V sum(0);
    for (int tree = 0; tree < 16; ++tree) {
      I node(0);
      for (int level = 0; level < 4; ++level) {
        V value = gather<V>(
            x + 8 * i, I(lookUp<1>(&features[tree], node) + 8 * iota<I>()));
        node = 2 * node + 1 - (value > lookUp<1>(&thresholds[tree], node));
      }
      sum += lookUp<1>(&leaves[tree], I(node - 15));
    }
    storeAt(call.buffer<float>(0) + i, sum);
  }
  for (; i < n; ++i)
    Forest::run(call.buffer<float>(0) + i, x + 8 * i, feature, threshold, leaf);
#else
  runScalars<false, Forest, Out<float, 1>, In<float, 8>, Shared<uint8_t>,
             Shared<float>, Shared<float>>(call);
#endif
}
std::vector<Form> forests() {
  auto forms = perItem<lanesOf<float>(), Forest, Out<float, 1>, In<float, 8>,
                       Shared<uint8_t>, Shared<float>, Shared<float>>();
  forms.push_back({"trees in registers", forestInRegisters});
  return forms;
}
const Rivals forest("forest", "", 0, forests());

struct Perlin {
  template <typename V>
  static void run(V *noise, const V *x, const V *y, const int *perm) {
    V floorX = __builtin_elementwise_floor(x[0]);
    V floorY = __builtin_elementwise_floor(y[0]);
    auto ix = convert<int>(floorX), iy = convert<int>(floorY);
    V fx = x[0] - floorX, fy = y[0] - floorY;
    ix &= 255;
    iy &= 255;
    using I = decltype(ix);
    auto at = [=](I index) {
      if constexpr (Traits<V>::lanes == 1) {
        return perm[index];
      } else {
        return I(gather<V>(reinterpret_cast<const float *>(perm), index));
      }
    };
    auto fade = [](V t) { return V(t * t * t * (t * (t * 6 - 15) + 10)); };
    auto gradient = [](I hash, V x, V y) {
      auto isSwapped = (hash & 4) != 0;
      V u = select(isSwapped, y, x), v = select(isSwapped, x, y);
      v += v;
      return V(select((hash & 1) != 0, V(-u), u) +
               select((hash & 2) != 0, V(-v), v));
    };
    I a = at(ix) + iy, b = at(I(ix + 1)) + iy;
    V u = fade(fx), v = fade(fy);
    V a0 = gradient(at(a), fx, fy), b0 = gradient(at(b), V(fx - 1), fy);
    V a1 = gradient(at(I(a + 1)), fx, V(fy - 1));
    V b1 = gradient(at(I(b + 1)), V(fx - 1), V(fy - 1));
    V low = a0 + u * (b0 - a0), high = a1 + u * (b1 - a1);
    noise[0] = low + v * (high - low);
  }
};
const Rivals perlin("perlin", "", 0,
                    perItem<lanesOf<float>(), Perlin, Out<float, 1>,
                            In<float, 1>, In<float, 1>, Shared<int>>());
} // namespace
