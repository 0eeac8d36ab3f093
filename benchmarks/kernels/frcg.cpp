//===- frcg.cpp - Fletcher-Reeves on Rosenbrock functions -----------------===//

#include "../Case.h"

using namespace bench;

namespace {
constexpr int kSteps = 20, kHalvings = 10;

template <typename M, typename V> V select(M condition, V a, V b) {
  return condition ? a : b;
}

template <typename T, int N> struct Frcg {
  template <typename V> static V rosenbrock(V a, V b, V x, V y) {
    V u = a - x, v = y - x * x;
    return u * u + b * (v * v);
  }

  template <typename V>
  static void items(T *point, T *value, const T *param, int64_t all,
                    int64_t item) {
    auto load = [](const T *from) {
      V result;
      std::memcpy(&result, from, sizeof(V));
      return result;
    };
    V a = load(param + item), b = load(param + all + item);
    V x = load(point + item), y = load(point + all + item);
    V f = rosenbrock(a, b, x, y), dirX = V(0), dirY = V(0), norm = V(0);
    for (int step = 0; step < kSteps; ++step) {
      V v = y - x * x;
      V gradX = T(-2) * (a - x) - T(4) * b * x * v, gradY = T(2) * b * v;
      V newNorm = gradX * gradX + gradY * gradY;
      V beta = select(norm > V(0), newNorm / norm, V(0));
      dirX = beta * dirX - gradX;
      dirY = beta * dirY - gradY;
      V length = V(1), best = V(0), bestF = f;
      for (int k = 0; k < kHalvings; ++k) {
        V there = rosenbrock(a, b, x + length * dirX, y + length * dirY);
        best = select(there < bestF, length, best);
        bestF = select(there < bestF, there, bestF);
        length *= T(0.5);
      }
      x += best * dirX;
      y += best * dirY;
      f = bestF;
      norm = select(best > V(0), newNorm, V(0));
    }
    std::memcpy(point + item, &x, sizeof(V));
    std::memcpy(point + all + item, &y, sizeof(V));
    std::memcpy(value + item, &f, sizeof(V));
  }

  template <int L> static Run runner(int64_t all) {
    return [all](void **buffers, int64_t first, int64_t count) {
      auto at = [&](int i) { return static_cast<T *>(buffers[i]); };
      int64_t item = first * N, end = (first + count) * N;
      if constexpr (L > 1)
        for (; item + L <= end; item += L)
          items<Vec<T, L>>(at(0), at(1), at(2), all, item);
      for (; item < end; ++item)
        items<T>(at(0), at(1), at(2), all, item);
    };
  }

  static void make(Case &result) {
    int64_t all = result.groups * N;
    result.buffers = {{"point", 2 * all}, {"value", all}, {"param", 2 * all}};
    result.buffers[0].isOutput = result.buffers[1].isOutput = true;
    result.buffers[1].isInput = false;
    result.scalars = {{"items", static_cast<double>(all)},
                      {"steps", kSteps},
                      {"halvings", kHalvings}};
    result.bytes = 7.0 * N * sizeof(T);
    result.mayDiffer = 1e-4;
    result.flops = kSteps * (23.0 + kHalvings * 13) * N;
    result.forms = {{"C++", runner<1>(all)},
                    {"C++ vectors over items", runner<lanesOf<T>()>(all)}};
  }
};
} // namespace

std::unique_ptr<Case> bench::makeFrcg(bool isDouble, int64_t size,
                                      int64_t groups) {
  return makeCase<Frcg>("frcg", isDouble, size, groups);
}
