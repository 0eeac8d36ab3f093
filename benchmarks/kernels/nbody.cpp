//===- nbody.cpp - All pairs of bodies ------------------------------------===//

#include "../Case.h"
#include <cmath>

using namespace bench;

namespace {

template <typename T, int N> struct Nbody {
  template <int L> static Run runner(int64_t n) {
    return [n](void **buffers, int64_t first, int64_t count) {
      auto at = [&](int i) { return static_cast<T *>(buffers[i]); };
      int64_t item = first * N, end = std::min((first + count) * N, n);
      if constexpr (L > 1)
        for (; item + L <= end; item += L)
          bodies<Vec<T, L>>(at(0), at(1), at(2), at(3), n, item);
      for (; item < end; ++item)
        bodies<T>(at(0), at(1), at(2), at(3), n, item);
    };
  }

  template <typename V>
  static void bodies(T *newPos, T *newVel, const T *pos, const T *vel,
                     int64_t n, int64_t item) {
    auto load = [](const T *from) {
      V result;
      std::memcpy(&result, from, sizeof(V));
      return result;
    };
    auto store = [](T *to, V value) { std::memcpy(to, &value, sizeof(V)); };
    V x = load(pos + item), y = load(pos + n + item),
      z = load(pos + 2 * n + item);
    V accX = V(0), accY = V(0), accZ = V(0);
    for (int64_t j = 0; j < n; ++j) {
      V dx = pos[j] - x, dy = pos[n + j] - y, dz = pos[2 * n + j] - z;
      V r2 = dx * dx + dy * dy + dz * dz + T(0.01);
      V rooted;
      if constexpr (sizeof(V) == sizeof(T))
        rooted = std::sqrt(r2);
      else
        rooted = __builtin_elementwise_sqrt(r2);
      V weight = pos[3 * n + j] / (r2 * rooted);
      accX += weight * dx;
      accY += weight * dy;
      accZ += weight * dz;
    }
    const T dt = T(0.001);
    V vx = load(vel + item) + dt * accX, vy = load(vel + n + item) + dt * accY,
      vz = load(vel + 2 * n + item) + dt * accZ;
    store(newVel + item, vx);
    store(newVel + n + item, vy);
    store(newVel + 2 * n + item, vz);
    store(newPos + item, x + dt * vx);
    store(newPos + n + item, y + dt * vy);
    store(newPos + 2 * n + item, z + dt * vz);
  }

  static void make(Case &result) {
    // All pairs: a few thousand bodies, whatever the batch.
    result.groups = std::max<int64_t>(1, 4096 / N);
    int64_t n = result.groups * N;
    result.buffers = {
        {"new_pos", 3 * n}, {"new_vel", 3 * n}, {"pos", 4 * n}, {"vel", 3 * n}};
    for (int i : {0, 1}) {
      result.buffers[i].isOutput = true;
      result.buffers[i].isInput = false;
    }
    result.scalars = {
        {"n", static_cast<double>(n)}, {"eps2", 0.01}, {"dt", 0.001}};
    result.bytes = 13.0 * N * sizeof(T);
    result.flops = 19.0 * N * n;
    result.forms = {{"C++", runner<1>(n)},
                    {"C++ vectors over bodies", runner<lanesOf<T>()>(n)}};
  }
};
} // namespace

std::unique_ptr<Case> bench::makeNbody(bool isDouble, int64_t size,
                                       int64_t groups) {
  return makeCase<Nbody>("nbody", isDouble, size, groups);
}
