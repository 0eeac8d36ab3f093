//===- reduce.cpp - Sum of a long array -----------------------------------===//

#include "../Case.h"

using namespace bench;

namespace {
constexpr int kElems = 4;

template <typename T, int N> struct Reduce {
  static constexpr int kChunk = kElems * N;

  /// As the kernel: ELEMS x WG_SIZE sums, which the compiler may keep in
  /// vectors.
  static Run lanes(int64_t n, int64_t groups) {
    return [=](void **buffers, int64_t first, int64_t count) {
      T *partial = static_cast<T *>(buffers[0]);
      const T *array = static_cast<T *>(buffers[1]);
      for (int64_t g = first; g < first + count; ++g) {
        T sums[kChunk] = {};
        int64_t at = g * kChunk;
        for (; at + kChunk <= n; at += groups * kChunk)
          for (int e = 0; e < kChunk; ++e)
            sums[e] += array[at + e];
        for (int e = 0; at + e < n && e < kChunk; ++e)
          sums[e] += array[at + e];
        T total = 0;
        for (T sum : sums)
          total += sum;
        partial[g] = total;
      }
    };
  }

  /// One sum.
  static Run plain(int64_t n, int64_t groups) {
    return [=](void **buffers, int64_t first, int64_t count) {
      T *partial = static_cast<T *>(buffers[0]);
      const T *array = static_cast<T *>(buffers[1]);
      for (int64_t g = first; g < first + count; ++g) {
        T total = 0;
        for (int64_t at = g * kChunk; at < n; at += groups * kChunk)
          for (int e = 0; e < kChunk && at + e < n; ++e)
            total += array[at + e];
        partial[g] = total;
      }
    };
  }

  static void make(Case &result) {
    // Each group takes about 64 of its turns.
    result.groups = std::max<int64_t>(1, result.groups * 5 / (N * 8));
    int64_t n = result.groups * kChunk * 64 + 3;
    result.buffers = {{"partial", result.groups}, {"array", n}};
    result.buffers[0].isOutput = true;
    result.buffers[0].isInput = false;
    result.scalars = {{"n", static_cast<double>(n)},
                      {"num_groups", static_cast<double>(result.groups)}};
    result.bytes = static_cast<double>(n) / result.groups * sizeof(T);
    result.flops = static_cast<double>(n) / result.groups;
    result.forms = {{"C++", plain(n, result.groups)},
                    {"C++ lanes", lanes(n, result.groups)}};
  }
};
} // namespace

std::unique_ptr<Case> bench::makeReduce(bool isDouble, int64_t size,
                                        int64_t groups) {
  return makeCase<Reduce>("reduce", isDouble, size, groups);
}
