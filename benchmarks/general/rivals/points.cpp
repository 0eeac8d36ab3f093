//===- points.cpp - Rivals on points, rays and orbits ---------------------===//

#include "../PerItem.h"

using namespace bench::general;

namespace {
struct Lorenz {
  template <typename V, typename T> static void run(V *state, T h) {
    V p[3] = {state[0], state[1], state[2]};
    auto slope = [](const V *p, V *d) {
      d[0] = T(10) * (p[1] - p[0]);
      d[1] = p[0] * (T(28) - p[2]) - p[1];
      d[2] = p[0] * p[1] - T(8.0 / 3) * p[2];
    };
    auto along = [](const V *p, T h, const V *d, V *q) {
      for (int i = 0; i < 3; ++i)
        q[i] = p[i] + h * d[i];
    };
    for (int step = 0; step < 16; ++step) {
      V k1[3], k2[3], k3[3], k4[3], q[3];
      slope(p, k1);
      along(p, h / 2, k1, q);
      slope(q, k2);
      along(p, h / 2, k2, q);
      slope(q, k3);
      along(p, h, k3, q);
      slope(q, k4);
      for (int i = 0; i < 3; ++i)
        p[i] += h / 6 * (k1[i] + k4[i]) + h / 3 * (k2[i] + k3[i]);
    }
    for (int i = 0; i < 3; ++i)
      state[i] = p[i];
  }
};
template <typename T> std::vector<Form> lorenzes() {
  return perItemSideBySide<T, Lorenz, InOut<T, 3>, Value<T>>();
}
RIVALS_OF_REALS(lorenz, lorenzes)

struct RayTriangle {
  template <typename V> static void sub(V *r, const V *a, const V *b) {
    for (int i = 0; i < 3; ++i)
      r[i] = a[i] - b[i];
  }
  template <typename A, typename B> static auto inner(const A *a, const B *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }
  template <typename V, typename A, typename B>
  static void outer(V *r, const A *a, const B *b) {
    r[0] = a[1] * b[2] - a[2] * b[1];
    r[1] = a[2] * b[0] - a[0] * b[2];
    r[2] = a[0] * b[1] - a[1] * b[0];
  }
  template <typename I, typename V, typename T>
  static void run(I *hit, V *distance, const V *ray, const T *triangles,
                  int count) {
    V best(INFINITY);
    using Index = IndexOf<V>;
    Index nearest(-1);
    for (int i = 0; i < count; ++i) {
      const T *t = triangles + 9 * i;
      V p[3], s[3], q[3];
      outer(p, ray + 3, t + 6);
      V det = inner(t + 3, p), inv = V(1) / det;
      for (int c = 0; c < 3; ++c)
        s[c] = ray[c] - t[c];
      V u = inner(s, p) * inv;
      outer(q, s, t + 3);
      V v = inner(ray + 3, q) * inv, d = inner(t + 6, q) * inv;
      auto meets = (magnitude(det) >= V(T(1e-6))) & (u >= V(0)) & (u <= V(1)) &
                   (v >= V(0)) & (u + v <= V(1)) & (d > V(T(1e-6))) &
                   (d < best);
      best = select(meets, d, best);
      nearest = select(meets, Index(i), nearest);
    }
    hit[0] = convert<int>(nearest);
    distance[0] = best;
  }
};
template <typename T> std::vector<Form> rayTriangles() {
  return perItem<lanesOf<T>(), RayTriangle, Out<int, 1>, Out<T, 1>, In<T, 6>,
                 Shared<T>, Value<int>>();
}
RIVALS_OF_REALS(ray_triangle, rayTriangles)

struct Nearest {
  template <typename I, typename V, typename T>
  static void run(I *index, const V *point, const T *references, int count) {
    V best(3.4e38f);
    using Index = IndexOf<V>;
    Index which(-1);
    for (int j = 0; j < count; ++j) {
      V dx = references[3 * j] - point[0],
        dy = references[3 * j + 1] - point[1];
      V dz = references[3 * j + 2] - point[2];
      V distance = dx * dx + dy * dy + dz * dz;
      auto isLess = distance < best;
      best = select(isLess, distance, best);
      which = select(isLess, Index(j), which);
    }
    index[0] = convert<int>(which);
  }
};
template <typename T> std::vector<Form> nearests() {
  return perItemSideBySide<T, Nearest, Out<int, 1>, In<T, 3>, Shared<T>,
                           Value<int>>();
}
RIVALS_OF_REALS(nearest, nearests)
//===----------------------------------------------------------------------===//
// lj_forces
//===----------------------------------------------------------------------===//

/// The force of a particle of numbers on those of V's lanes.
template <typename V>
void addForce(V *f, const V *x, const ElementOf<V> *other, ElementOf<V> cutoff,
              bool isSelf) {
  using T = ElementOf<V>;
  V d[3];
  for (int i = 0; i < 3; ++i)
    d[i] = x[i] - other[i];
  V r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + T(0.01);
  V inv = V(1) / r2, inv3 = inv * inv * inv;
  V force = T(48) * inv3 * (inv3 - T(0.5)) * inv;
  // The distance to itself is 0, and with it the force.
  force = select(r2 < V(cutoff), force, V(0));
  if (isSelf)
    force = V(0);
  for (int i = 0; i < 3; ++i)
    f[i] += force * d[i];
}
template <typename T, int N, int L> void ljForces(const Call &call) {
  using V = Lanes<T, L>;
  T cutoff = call.value<T>(2);
  for (int64_t group = 0; group < call.groups; ++group) {
    const T *x = call.buffer<T>(1) + group * 3 * N;
    for (int block = 0; block < N; block += L) {
      V mine[3], f[3] = {V(0), V(0), V(0)};
      loadTransposed<3>(x + block * 3, mine);
      for (int j = 0; j < N; ++j)
        addForce(f, mine, x + 3 * j, cutoff, L == 1 && block == j);
      storeTransposed<3>(call.buffer<T>(0) + (group * N + block) * 3, f);
    }
  }
}
/// A cell in each lane; each pair of particles is computed once.
template <int N> struct LjPairs {
  template <typename V, typename T>
  static void run(V *f, const V *x, T cutoff) {
    for (int i = 0; i < 3 * N; ++i)
      f[i] = V(0);
    for (int i = 0; i < N; ++i)
      for (int j = i + 1; j < N; ++j) {
        V d[3];
        for (int k = 0; k < 3; ++k)
          d[k] = x[3 * i + k] - x[3 * j + k];
        V r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + T(0.01);
        V inv = V(1) / r2, inv3 = inv * inv * inv;
        V force = T(48) * inv3 * (inv3 - T(0.5)) * inv;
        force = select(r2 < V(cutoff), force, V(0));
        for (int k = 0; k < 3; ++k) {
          f[3 * i + k] += force * d[k];
          f[3 * j + k] -= force * d[k];
        }
      }
  }
};
template <typename T, int N> std::vector<Form> ljs() {
  auto forms = perGroup<lanesOf<T>(), LjPairs<N>, Out<T, 3 * N>, In<T, 3 * N>,
                        Value<T>>();
  forms.push_back({"rows", ljForces<T, N, std::min(N, lanesOf<T>())>});
  return forms;
}
RIVALS_OF_SIZES(lj_forces, ljs)
} // namespace
