//===- structures.cpp - Rivals on arrays of small structures --------------===//

#include "../PerItem.h"

using namespace bench::general;

namespace {
struct Inverse3 {
  template <typename V> static void run(V *inv, const V *a) {
    V c00 = a[4] * a[8] - a[5] * a[7];
    V c01 = a[5] * a[6] - a[3] * a[8];
    V c02 = a[3] * a[7] - a[4] * a[6];
    V d = V(1) / (a[0] * c00 + a[1] * c01 + a[2] * c02);
    inv[0] = c00 * d;
    inv[1] = (a[2] * a[7] - a[1] * a[8]) * d;
    inv[2] = (a[1] * a[5] - a[2] * a[4]) * d;
    inv[3] = c01 * d;
    inv[4] = (a[0] * a[8] - a[2] * a[6]) * d;
    inv[5] = (a[2] * a[3] - a[0] * a[5]) * d;
    inv[6] = c02 * d;
    inv[7] = (a[1] * a[6] - a[0] * a[7]) * d;
    inv[8] = (a[0] * a[4] - a[1] * a[3]) * d;
  }
};
template <typename T> std::vector<Form> inverse3() {
  return perItem<lanesOf<T>(), Inverse3, Out<T, 9>, In<T, 9>>();
}
RIVALS_OF_REALS(inverse3, inverse3)

struct ComplexMultiply {
  template <typename V> static void run(V *c, const V *a, const V *b) {
    c[0] = a[0] * b[0] - a[1] * b[1];
    c[1] = a[0] * b[1] + a[1] * b[0];
  }
};
/// In place: real parts doubled by a move, imaginary parts by another, and one
/// operation that adds in odd lanes and subtracts in even ones.
template <typename T> void complexInPlace(const Call &call) {
  using V = Native<T>;
  constexpr int L = lanesOf<T>();
  struct Reals {
    static constexpr int at(int lane) { return lane & ~1; }
  };
  struct Imaginaries {
    static constexpr int at(int lane) { return lane | 1; }
  };
  struct Swapped {
    static constexpr int at(int lane) { return lane ^ 1; }
  };
  struct AddSub {
    static constexpr int at(int lane) { return lane % 2 ? L + lane : lane; }
  };
  T *c = call.buffer<T>(0);
  const T *a = call.buffer<T>(1), *b = call.buffer<T>(2);
  int64_t n = 2 * call.items(), i = 0;
  for (; i + L <= n; i += L) {
    V x = loadAt<V>(a + i), y = loadAt<V>(b + i);
    V real = shuffleBy<Reals>(x, x) * y;
    V other = shuffleBy<Imaginaries>(x, x) * shuffleBy<Swapped>(y, y);
    storeAt(c + i, shuffleBy<AddSub>(real - other, real + other));
  }
  for (; i < n; i += 2)
    ComplexMultiply::run(c + i, a + i, b + i);
}
template <typename T> std::vector<Form> complexMultiply() {
  auto forms =
      perItem<lanesOf<T>(), ComplexMultiply, Out<T, 2>, In<T, 2>, In<T, 2>>();
  forms.push_back({"pairs in lanes", complexInPlace<T>});
  return forms;
}
RIVALS_OF_REALS(complex_multiply, complexMultiply)

struct QuaternionRotate {
  template <typename V> static void run(V *out, const V *q, const V *v) {
    V tx = V(2) * (q[2] * v[2] - q[3] * v[1]);
    V ty = V(2) * (q[3] * v[0] - q[1] * v[2]);
    V tz = V(2) * (q[1] * v[1] - q[2] * v[0]);
    out[0] = v[0] + q[0] * tx + (q[2] * tz - q[3] * ty);
    out[1] = v[1] + q[0] * ty + (q[3] * tx - q[1] * tz);
    out[2] = v[2] + q[0] * tz + (q[1] * ty - q[2] * tx);
  }
};
template <typename T> std::vector<Form> quaternionRotate() {
  return perItem<lanesOf<T>(), QuaternionRotate, Out<T, 3>, In<T, 4>,
                 In<T, 3>>();
}
RIVALS_OF_REALS(quaternion_rotate, quaternionRotate)

struct TransformPoints {
  template <typename V> static void run(V *p, const ElementOf<V> *m, int) {
    V x = p[0], y = p[1], z = p[2], w = p[3];
    V u = V(1) / (x * m[12] + y * m[13] + z * m[14] + w * m[15]);
    p[0] = (x * m[0] + y * m[1] + z * m[2] + w * m[3]) * u;
    p[1] = (x * m[4] + y * m[5] + z * m[6] + w * m[7]) * u;
    p[2] = (x * m[8] + y * m[9] + z * m[10] + w * m[11]) * u;
    p[3] = V(1);
  }
};
template <typename T> std::vector<Form> transformPoints() {
  return perItem<lanesOf<T>(), TransformPoints, InOut<T, 4>, Shared<T>,
                 Limit<int>>();
}
RIVALS_OF_REALS(transform_points, transformPoints)

struct Solve2 {
  template <typename V> static void run(V *x, const V *m, const V *b) {
    using T = ElementOf<V>;
    V det = m[0] * m[3] - m[1] * m[2];
    auto regular = magnitude(det) > V(T(1e-3));
    V inverse = V(1) / select(regular, det, V(1));
    x[0] = select(regular, (b[0] * m[3] - m[1] * b[1]) * inverse, V(0));
    x[1] = select(regular, (m[0] * b[1] - b[0] * m[2]) * inverse, V(0));
  }
};
template <typename T> std::vector<Form> solve2() {
  return perItem<lanesOf<T>(), Solve2, Out<T, 2>, In<T, 4>, In<T, 2>>();
}
RIVALS_OF_REALS(solve2, solve2)

struct Thomas {
  static constexpr int kUnknowns = 16;
  template <typename V>
  static void run(V *x, const V *low, const V *diag, const V *up,
                  const V *rhs) {
    V c[kUnknowns], first = V(1) / diag[0];
    c[0] = up[0] * first;
    x[0] = rhs[0] * first;
    for (int i = 1; i < kUnknowns; ++i) {
      V m = V(1) / (diag[i] - low[i] * c[i - 1]);
      c[i] = up[i] * m;
      x[i] = (rhs[i] - low[i] * x[i - 1]) * m;
    }
    for (int i = kUnknowns - 2; i >= 0; --i)
      x[i] -= c[i] * x[i + 1];
  }
};
template <typename T> std::vector<Form> thomas() {
  return perItemSideBySide<T, Thomas, Out<T, 16>, In<T, 16>, In<T, 16>,
                           In<T, 16>, In<T, 16>>();
}
RIVALS_OF_REALS(thomas, thomas)
struct BoxIou {
  template <typename V>
  static auto best(const V *b, const float *truth, V &most) {
    V area = b[2] * b[3], right = b[0] + b[2], top = b[1] + b[3];
    most = V(0);
    IndexOf<V> index(-1);
    for (int t = 0; t < 8; ++t) {
      const float *o = truth + 4 * t;
      V w = least(right, V(o[0] + o[2])) - greatest(b[0], V(o[0]));
      V h = least(top, V(o[1] + o[3])) - greatest(b[1], V(o[1]));
      V both = w * h, iou = both / (area + o[2] * o[3] - both);
      auto isMore = (w > V(0)) & (h > V(0)) & (iou > most);
      most = select(isMore, iou, most);
      index = select(isMore, IndexOf<V>(t), index);
    }
    return index;
  }
};
template <typename V> void boxIou(const Call &call) {
  constexpr int L = Traits<V>::lanes;
  for (int64_t i = 0, n = call.items(); i < n;) {
    const float *truth = call.buffer<float>(3) + i / call.wgSize * 32;
    const float *box = call.buffer<float>(2) + 4 * i;
    V b[4], most;
    loadTransposed<4>(box, b);
    auto index = BoxIou::best(b, truth, most);
    storeAt(call.buffer<float>(0) + i, most);
    storeAt(call.buffer<int>(1) + i, convert<int>(index));
    i += L;
  }
}
template <int N> std::vector<Form> boxIous() {
  return {{kScalar, boxIou<float>},
          {kVectors, boxIou<Lanes<float, std::min(N, lanesOf<float>())>>}};
}
RIVALS_OF_INTEGERS(box_iou, boxIous)

//===----------------------------------------------------------------------===//
// composite
//===----------------------------------------------------------------------===//

template <typename V> void composite(const Call &call) {
  using T = ElementOf<V>;
  const T *layers = call.buffer<T>(1);
  int64_t n = call.items(), count = call.value<int>(2);
  auto pixels = [=](int64_t i, auto null) {
    using W = decltype(null);
    W sum[4] = {W(0), W(0), W(0), W(0)}, through(1);
    for (int64_t l = 0; l < count; ++l) {
      W c[4];
      loadTransposed<4>(layers + (l * n + i) * 4, c);
      auto isActive = through >= W(T(0.02));
      if (!anyOf(isActive))
        break;
      W alpha = select(isActive, W(c[3] * through), W(0));
      for (int k = 0; k < 3; ++k)
        sum[k] += alpha * c[k];
      through = select(isActive, W(through * (W(1) - c[3])), through);
    }
    sum[3] = W(1) - through;
    storeTransposed<4>(call.buffer<T>(0) + 4 * i, sum);
  };
  constexpr int L = Traits<V>::lanes;
  int64_t i = 0;
  for (; i + L <= n; i += L)
    pixels(i, V());
  for (; i < n; ++i)
    pixels(i, T());
}
template <typename T> std::vector<Form> composites() {
  return {{kScalar, composite<T>},
          {kVectors, composite<Native<T>>},
          {"two vectors", composite<Lanes<T, 2 * lanesOf<T>()>>}};
}
RIVALS_OF_REALS(composite, composites)
} // namespace
