//===- updates.cpp - Rivals that change arrays in place -------------------===//

#include "../PerItem.h"
#include "../VectorMath.h"

using namespace bench::general;

namespace {
struct Adam {
  template <typename V>
  static void run(V *w, V *m, V *v, const V *g, ElementOf<V> rate, int) {
    using T = ElementOf<V>;
    m[0] = m[0] * T(0.9) + g[0] * T(0.1);
    v[0] = v[0] * T(0.999) + g[0] * g[0] * T(0.001);
    w[0] -= m[0] * rate / (vsqrt(v[0]) + T(1e-8));
  }
};
template <typename T> std::vector<Form> adam() {
  return perItem<lanesOf<T>(), Adam, InOut<T, 1>, InOut<T, 1>, InOut<T, 1>,
                 In<T, 1>, Value<T>, Limit<int>>();
}
RIVALS_OF_REALS(adam, adam)

/// Four numbers of each work item.
template <typename T> void plainSaxpby(const Call &call) {
  T *__restrict y = call.buffer<T>(0);
  const T *__restrict x = call.buffer<T>(1);
  T a = call.value<T>(2), b = call.value<T>(3);
  for (int64_t i = 0, n = 4 * call.items(); i < n; ++i)
    y[i] = a * x[i] + b * y[i];
}
template <typename T> void saxpby(const Call &call) {
  using V = Native<T>;
  constexpr int L = lanesOf<T>();
  T *y = call.buffer<T>(0);
  const T *x = call.buffer<T>(1);
  T a = call.value<T>(2), b = call.value<T>(3);
  int64_t n = 4 * call.items(), i = 0;
  for (; i + 4 * L <= n; i += 4 * L)
    for (int u = 0; u < 4; ++u) {
      int64_t at = i + u * L;
      storeAt(y + at, loadAt<V>(x + at) * a + loadAt<V>(y + at) * b);
    }
  for (; i < n; ++i)
    y[i] = a * x[i] + b * y[i];
}
template <typename T> std::vector<Form> saxpbys() {
  return {{kScalar, plainSaxpby<T>}, {kVectors, saxpby<T>}};
}
RIVALS_OF_REALS(saxpby, saxpbys)
} // namespace
