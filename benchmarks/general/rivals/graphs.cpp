//===- graphs.cpp - Rivals on small dense graphs --------------------------===//

#include "../PerItem.h"

using namespace bench::general;

namespace {
/// A graph for each problem; vectors hold the same distance of many graphs.
template <int N> struct FloydWarshall {
  template <typename V> static void run(V *d) {
    for (int k = 0; k < N; ++k)
      for (int i = 0; i < N; ++i) {
        V first = d[i * N + k];
        for (int j = 0; j < N; ++j)
          d[i * N + j] = least(d[i * N + j], first + d[k * N + j]);
      }
  }
};
/// A row of the graph in each vector.
template <typename T, int N> void floydWarshallRows(const Call &call) {
  using V = Lanes<T, N>;
  for (int64_t group = 0; group < call.groups; ++group) {
    T *d = call.buffer<T>(0) + group * N * N;
    V rows[N];
    for (int i = 0; i < N; ++i)
      rows[i] = loadAt<V>(d + i * N);
#pragma clang loop unroll(full)
    for (int k = 0; k < N; ++k)
#pragma clang loop unroll(full)
      for (int i = 0; i < N; ++i)
        rows[i] = least(rows[i], V(rows[i][k]) + rows[k]);
    for (int i = 0; i < N; ++i)
      storeAt(d + i * N, rows[i]);
  }
}
/// The same in memory, where a broadcast is a load.
template <typename T, int N> void floydWarshallMemory(const Call &call) {
  using V = Lanes<T, N>;
  for (int64_t group = 0; group < call.groups; ++group) {
    T *d = call.buffer<T>(0) + group * N * N;
    for (int k = 0; k < N; ++k) {
      V through = loadAt<V>(d + k * N);
      for (int i = 0; i < N; ++i)
        storeAt(d + i * N,
                least(loadAt<V>(d + i * N), V(d[i * N + k]) + through));
    }
  }
}
template <typename T, int N> std::vector<Form> floydWarshalls() {
  auto forms = perGroup<lanesOf<T>(), FloydWarshall<N>, InOut<T, N * N>>();
  forms.push_back({"rows in registers", floydWarshallRows<T, N>});
  forms.push_back({"rows in memory", floydWarshallMemory<T, N>});
  return forms;
}
RIVALS_OF_SIZES(floyd_warshall, floydWarshalls)

/// A parent comes before its children: one step for each node.
template <int N> void rootsInOrder(const Call &call) {
  for (int64_t group = 0; group < call.groups; ++group) {
    int *__restrict root = call.buffer<int>(0) + group * N;
    int *__restrict depth = call.buffer<int>(1) + group * N;
    const int *parent = call.buffer<int>(2) + group * N;
    for (int i = 0; i < N; ++i) {
      int up = std::min(parent[i], i);
      root[i] = up == i ? i : root[up];
      depth[i] = up == i ? 0 : depth[up] + 1;
    }
  }
}
/// Pointers jump in registers.
template <int N> void rootsInRegisters(const Call &call) {
  constexpr int L = std::min(N, lanesOf<int>()), Parts = N / L;
  using I = Lanes<int, L>;
  using F = Lanes<float, L>;
  for (int64_t group = 0; group < call.groups; ++group) {
    I up[Parts], steps[Parts];
    for (int part = 0; part < Parts; ++part) {
      I self = iota<I>() + part * L;
      up[part] =
          least(loadAt<I>(call.buffer<int>(2) + group * N + part * L), self);
      steps[part] = select(up[part] != self, I(1), I(0));
    }
    for (int reach = 1; reach < N; reach *= 2) {
      F pointers[Parts], far[Parts];
      std::memcpy(pointers, up, sizeof(up));
      std::memcpy(far, steps, sizeof(steps));
      for (int part = 0; part < Parts; ++part) {
        steps[part] += I(lookUp<Parts>(far, up[part]));
        up[part] = I(lookUp<Parts>(pointers, up[part]));
      }
    }
    for (int part = 0; part < Parts; ++part) {
      storeAt(call.buffer<int>(0) + group * N + part * L, up[part]);
      storeAt(call.buffer<int>(1) + group * N + part * L, steps[part]);
    }
  }
}
template <int N> std::vector<Form> pointerJumps() {
  return {{kScalar, rootsInOrder<N>}, {kVectors, rootsInRegisters<N>}};
}
RIVALS_OF_INTEGERS(pointer_jump, pointerJumps)
} // namespace
