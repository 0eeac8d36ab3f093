//===- pade.cpp - Backward pass of the Pade activation unit ---------------===//

#include "../Case.h"
#include <cmath>

using namespace bench;

namespace {
constexpr int kCount = 16, kNum = 6, kDen = 4;

template <typename V> V select(bool condition, V a, V b) {
  return condition ? a : b;
}
template <typename M, typename V> V select(M condition, V a, V b) {
  return condition ? a : b;
}

template <typename T, int N> struct Pade {
  /// Work items `lane` onwards of one group, as many as V has lanes.
  template <typename V>
  static void items(T *gradX, T *gradCoef, const T *x, const T *gradOut,
                    const T *num, const T *den, int lane) {
    auto load = [](const T *from) {
      V value;
      std::memcpy(&value, from, sizeof(V));
      return value;
    };
    auto store = [](T *to, V value) { std::memcpy(to, &value, sizeof(V)); };
    V sumA[kNum] = {}, sumB[kDen] = {};
    for (int i = 0; i < kCount; ++i) {
      V t = load(x + i * N + lane) - T(0.5), g = load(gradOut + i * N + lane);
      V p = V(0), dp = V(0), q = V(0), dq = V(0);
      for (int j = kNum - 1; j >= 0; --j) {
        dp = dp * t + p;
        p = p * t + num[j];
      }
      for (int k = kDen - 1; k >= 0; --k) {
        dq = dq * t + q;
        q = q * t + den[k];
      }
      dq = dq * t + q;
      q = q * t;
      V sign = select(q < T(0), V(-1), V(1));
      V inverse = T(1) / (T(1) + q * sign);
      V f = p * inverse, gradP = g * inverse, gradQ = -sign * f * gradP;
      store(gradX + i * N + lane, gradP * dp + gradQ * dq);
      V power = V(1);
      for (int j = 0; j < kNum; ++j) {
        sumA[j] += gradP * power;
        power *= t;
      }
      power = t;
      for (int k = 0; k < kDen; ++k) {
        sumB[k] += gradQ * power;
        power *= t;
      }
    }
    for (int j = 0; j < kNum; ++j)
      store(gradCoef + j * N + lane, sumA[j]);
    for (int k = 0; k < kDen; ++k)
      store(gradCoef + (kNum + k) * N + lane, sumB[k]);
  }

  template <int L>
  static void run(void **buffers, int64_t first, int64_t count) {
    auto at = [&](int i) { return static_cast<T *>(buffers[i]); };
    for (int64_t g = first; g < first + count; ++g) {
      int lane = 0;
      if constexpr (L > 1)
        for (; lane + L <= N; lane += L)
          items<Vec<T, L>>(at(0) + g * kCount * N, at(1) + g * 10 * N,
                           at(2) + g * kCount * N, at(3) + g * kCount * N,
                           at(4), at(5), lane);
      for (; lane < N; ++lane)
        items<T>(at(0) + g * kCount * N, at(1) + g * 10 * N,
                 at(2) + g * kCount * N, at(3) + g * kCount * N, at(4), at(5),
                 lane);
    }
  }

  static void make(Case &result) {
    int64_t all = result.groups * kCount * N;
    result.buffers = {{"grad_x", all}, {"grad_coef", result.groups * 10 * N},
                      {"x", all},      {"grad_out", all},
                      {"num", kNum},   {"den", kDen}};
    for (int i : {0, 1}) {
      result.buffers[i].isOutput = true;
      result.buffers[i].isInput = false;
    }
    result.scalars = {{"mean", 0.5}, {"count", kCount}};
    result.bytes = (3.0 * kCount + 10) * N * sizeof(T);
    result.flops = (4.0 * kNum + 4.0 * kDen + 15 + 3.0 * 10) * kCount * N;
    result.forms = {{"C++", run<1>},
                    {"C++ vectors over items",
                     run<(N >= lanesOf<T>() ? lanesOf<T>() : 4)>}};
  }
};
} // namespace

std::unique_ptr<Case> bench::makePade(bool isDouble, int64_t size,
                                      int64_t groups) {
  return makeCase<Pade>("pade", isDouble, size, groups);
}
