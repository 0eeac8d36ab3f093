//===- enum.cpp - Enumeration of 0/1 programs -----------------------------===//

#include "../Case.h"

using namespace bench;

namespace {
constexpr int kVariables = 10, kConstraints = 8, kTries = 1 << kVariables;

template <typename T, int N> struct Enum {
  static void plain(void **buffers, int64_t first, int64_t count) {
    T *best = static_cast<T *>(buffers[0]);
    auto *bestX = static_cast<int32_t *>(buffers[1]);
    const T *obj = static_cast<T *>(buffers[2]);
    const T *matrix = static_cast<T *>(buffers[3]);
    const T *rhs = static_cast<T *>(buffers[4]);
    for (int64_t g = first; g < first + count; ++g)
      for (int item = 0; item < N; ++item) {
        T c[kVariables], d[kConstraints][kVariables], b[kConstraints];
        for (int j = 0; j < kVariables; ++j)
          c[j] = obj[(g * kVariables + j) * N + item];
        for (int i = 0; i < kConstraints; ++i) {
          b[i] = rhs[(g * kConstraints + i) * N + item] + 2;
          for (int j = 0; j < kVariables; ++j)
            d[i][j] =
                matrix[((g * kConstraints + i) * kVariables + j) * N + item];
        }
        T most = -1;
        int32_t mostX = 0;
        for (int bits = 0; bits < kTries; ++bits) {
          T value = 0;
          for (int j = 0; j < kVariables; ++j)
            value += c[j] * T(bits >> j & 1);
          if (!(value > most))
            continue;
          bool feasible = true;
          for (int i = 0; i < kConstraints && feasible; ++i) {
            T used = 0;
            for (int j = 0; j < kVariables; ++j)
              used += d[i][j] * T(bits >> j & 1);
            feasible = used <= b[i];
          }
          if (feasible)
            most = value, mostX = bits;
        }
        best[g * N + item] = most;
        bestX[g * N + item] = mostX;
      }
  }

  /// L items at once, as many as fit.
  template <int L>
  static void overItems(void **buffers, int64_t first, int64_t count) {
    using V = Vec<T, L>;
    T *best = static_cast<T *>(buffers[0]);
    auto *bestX = static_cast<int32_t *>(buffers[1]);
    auto load = [](const T *from) {
      V value;
      std::memcpy(&value, from, sizeof(V));
      return value;
    };
    const T *obj = static_cast<T *>(buffers[2]);
    const T *matrix = static_cast<T *>(buffers[3]);
    const T *rhs = static_cast<T *>(buffers[4]);
    for (int64_t g = first; g < first + count; ++g)
      for (int item = 0; item + L <= N; item += L) {
        V c[kVariables], d[kConstraints][kVariables], b[kConstraints];
        for (int j = 0; j < kVariables; ++j)
          c[j] = load(obj + (g * kVariables + j) * N + item);
        for (int i = 0; i < kConstraints; ++i) {
          b[i] = load(rhs + (g * kConstraints + i) * N + item) + T(2);
          for (int j = 0; j < kVariables; ++j)
            d[i][j] = load(
                matrix + ((g * kConstraints + i) * kVariables + j) * N + item);
        }
        V most = V(-1), mostX = V(0);
        for (int bits = 0; bits < kTries; ++bits) {
          V value = V(0);
          for (int j = 0; j < kVariables; ++j)
            value += c[j] * T(bits >> j & 1);
          auto better = value > most;
          for (int i = 0; i < kConstraints; ++i) {
            V used = V(0);
            for (int j = 0; j < kVariables; ++j)
              used += d[i][j] * T(bits >> j & 1);
            better &= used <= b[i];
          }
          most = better ? value : most;
          mostX = better ? V(T(bits)) : mostX;
        }
        std::memcpy(best + g * N + item, &most, sizeof(V));
        for (int l = 0; l < L; ++l)
          bestX[g * N + item + l] = static_cast<int32_t>(mostX[l]);
      }
  }

  static void make(Case &result) {
    // A thousand tries for each item: a smaller batch says as much.
    result.groups = std::max<int64_t>(1, result.groups / (10 * N));
    int64_t items = result.groups * N;
    result.buffers = {{"best", items},
                      {"best_x", items},
                      {"obj", items * kVariables},
                      {"mat_d", items * kVariables * kConstraints},
                      {"rhs", items * kConstraints}};
    result.buffers[1].integerBytes = 4;
    for (int i : {0, 1}) {
      result.buffers[i].isOutput = true;
      result.buffers[i].isInput = false;
    }
    result.scalars = {{"slack", 2}, {"tries", kTries}};
    result.bytes = N * ((kVariables * (kConstraints + 1.0) + kConstraints + 1) *
                            sizeof(T) +
                        4);
    result.flops = 2.0 * kTries * kVariables * (kConstraints + 1) * N;
    result.forms = {{"C++", plain},
                    {"C++ vectors over items",
                     overItems<(N % lanesOf<T>() == 0 ? lanesOf<T>()
                                : N % 8 == 0          ? 8
                                                      : 4)>}};
  }
};
} // namespace

std::unique_ptr<Case> bench::makeEnum(bool isDouble, int64_t size,
                                      int64_t groups) {
  return makeCase<Enum>("enum", isDouble, size, groups);
}
