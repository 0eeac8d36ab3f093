//===- geometry.cpp - Rivals on meshes, curves, bodies and colours --------===//

#include "../PerItem.h"
#include "../VectorMath.h"

using namespace bench::general;

namespace {
struct MeshNormals {
  template <typename V, typename I, typename T>
  static void run(V *normal, const I *corner, const T *vertex) {
    V p[3][3];
    for (int c = 0; c < 3; ++c)
      for (int axis = 0; axis < 3; ++axis)
        p[c][axis] = gather<V>(vertex, I(corner[c] * 3 + axis));
    V u[3], v[3];
    for (int axis = 0; axis < 3; ++axis) {
      u[axis] = p[1][axis] - p[0][axis];
      v[axis] = p[2][axis] - p[0][axis];
    }
    V n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
              u[0] * v[1] - u[1] * v[0]};
    V square = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
    V scale = select(square > V(0), V(V(1) / vsqrt(square)), V(0));
    for (int axis = 0; axis < 3; ++axis)
      normal[axis] = n[axis] * scale;
  }
};
template <typename T> std::vector<Form> normals() {
  return perItem<lanesOf<T>(), MeshNormals, Out<T, 3>, In<int, 3>, Shared<T>>();
}
RIVALS_OF_REALS(mesh_normals, normals)

struct Bezier {
  template <typename V>
  static void run(V *point, const V *control, const V *time) {
    V p[8], t = time[0];
    std::copy(control, control + 8, p);
    for (int level = 3; level > 0; --level)
      for (int i = 0; i < 2 * level; ++i)
        p[i] += (p[i + 2] - p[i]) * t;
    point[0] = p[0];
    point[1] = p[1];
  }
};
/// The four weights are computed once.
struct Bernstein {
  template <typename V>
  static void run(V *point, const V *control, const V *time) {
    V t = time[0], s = 1 - t;
    V weight[4] = {s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t};
    for (int axis = 0; axis < 2; ++axis) {
      point[axis] = weight[0] * control[axis];
      for (int i = 1; i < 4; ++i)
        point[axis] += weight[i] * control[2 * i + axis];
    }
  }
};
std::vector<Form> beziers() {
  constexpr int L = lanesOf<float>();
  auto forms = perItem<L, Bezier, Out<float, 2>, In<float, 8>, In<float, 1>>();
  forms.push_back({"weights", runVectors<false, L, Bernstein, Out<float, 2>,
                                         In<float, 8>, In<float, 1>>});
  return forms;
}
const Rivals bezier("bezier", "", 0, beziers());

struct Lut3d {
  static constexpr int kSide = 8;
  template <typename V>
  static void run(V *out, const V *rgb, const float *lut) {
    using I = decltype(convert<int>(rgb[0]));
    V part[3];
    I low[3];
    for (int c = 0; c < 3; ++c) {
      V place = least(greatest(rgb[c], V(0)), V(1)) * (kSide - 1);
      low[c] = least(I(convert<int>(place)), I(kSide - 2));
      part[c] = place - convert<float>(low[c]);
    }
    I base = ((low[2] * kSide + low[1]) * kSide + low[0]) * 3;
    for (int c = 0; c < 3; ++c) {
      V along[4];
      for (int line = 0; line < 4; ++line) {
        int at = ((line >> 1) * kSide + (line & 1)) * kSide * 3 + c;
        V a = gather<V>(lut + at, base), b = gather<V>(lut + at + 3, base);
        along[line] = a + (b - a) * part[0];
      }
      V near = along[0] + (along[1] - along[0]) * part[1];
      V far = along[2] + (along[3] - along[2]) * part[1];
      out[c] = near + (far - near) * part[2];
    }
  }
};
const Rivals luts("lut3d", "", 0,
                  perItem<lanesOf<float>(), Lut3d, Out<float, 3>, In<float, 3>,
                          Shared<float>>());

struct Bodies {
  template <typename V>
  static void run(V *acceleration, const V *mine, const float *bodies,
                  int count, float softening) {
    V sum[3] = {V(0), V(0), V(0)};
    for (int j = 0; j < count; ++j) {
      const float *other = bodies + 4 * j;
      V d[3], square(softening);
      for (int axis = 0; axis < 3; ++axis) {
        d[axis] = other[axis] - mine[axis];
        square += d[axis] * d[axis];
      }
      V inverse = V(1) / vsqrt(square);
      V scale = other[3] * inverse * inverse * inverse;
      for (int axis = 0; axis < 3; ++axis)
        sum[axis] += d[axis] * scale;
    }
    for (int axis = 0; axis < 3; ++axis)
      acceleration[axis] = sum[axis];
    acceleration[3] = V(0);
  }
};
/// Adapts the kernel's parameters, one of which is used twice.
template <int L> void nbody(const Call &call) {
  void *args[] = {call.args[0], call.args[1], call.args[1], call.args[2],
                  call.args[3]};
  Call twice = call;
  twice.args = args;
  runVectors<false, L, Bodies, Out<float, 4>, In<float, 4>, Shared<float>,
             Value<int>, Value<float>>(twice);
}
const Rivals nbodies("nbody_tile", "", 0,
                     {{kScalar, nbody<1>},
                      {kVectors, nbody<lanesOf<float>()>},
                      {"two vectors", nbody<2 * lanesOf<float>()>},
                      {"four vectors", nbody<4 * lanesOf<float>()>}});

#ifdef PIRCH_HAVE_LIBMVEC
extern "C" bench::Vec<float, 16> _ZGVeN16vv_atan2f(bench::Vec<float, 16>,
                                                   bench::Vec<float, 16>);
extern "C" bench::Vec<double, 8> _ZGVeN8vv_atan2(bench::Vec<double, 8>,
                                                 bench::Vec<double, 8>);
#endif
template <typename V> V angleOf(V y, V x) {
  if constexpr (Traits<V>::lanes == 1) {
    return std::atan2(y, x);
#ifdef PIRCH_HAVE_LIBMVEC
  } else if constexpr (std::is_same_v<V, Vec<float, 16>>) {
    return _ZGVeN16vv_atan2f(y, x);
  } else if constexpr (std::is_same_v<V, Vec<double, 8>>) {
    return _ZGVeN8vv_atan2(y, x);
#endif
  } else {
    V result;
    for (int lane = 0; lane < Traits<V>::lanes; ++lane)
      result[lane] = std::atan2(y[lane], x[lane]);
    return result;
  }
}
struct Svd2 {
  template <typename V> static void run(V *sigma, V *angle, const V *a) {
    using T = ElementOf<V>;
    V e = (a[0] + a[3]) * T(0.5), f = (a[0] - a[3]) * T(0.5);
    V h = (a[2] - a[1]) * T(0.5), k = (a[2] + a[1]) * T(0.5);
    V q = vsqrt(V(e * e + h * h)), r = vsqrt(V(f * f + k * k));
    V first = angleOf(k, f), second = angleOf(h, e);
    sigma[0] = q + r;
    sigma[1] = magnitude(V(q - r));
    angle[0] = (second - first) * T(0.5);
    angle[1] = (second + first) * T(0.5);
  }
};
template <typename T> std::vector<Form> svds() {
  return perItem<lanesOf<T>(), Svd2, Out<T, 2>, Out<T, 2>, In<T, 4>>();
}
RIVALS_OF_REALS(svd2, svds)
} // namespace
