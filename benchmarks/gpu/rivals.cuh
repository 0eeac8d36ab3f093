//===- rivals.cuh - The kernels written by hand -----------------*- C++ -*-===//
//
// GEMA, GEMM, TRSV and LDUS as CUDA code that keeps a row of its matrix in each
// thread's registers: one work item per thread, 32 / W groups per warp. They
// come with two ways to memory:
//
//   Strided   each thread reads its row from where it is, so that neighbouring
//             threads are a row apart
//   Staged    the warp reads its matrices 16 bytes per thread from consecutive
//             addresses, and turns them into rows in shared memory
//
// and GEMA, which needs no rows, also as one flat loop.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_BENCHMARKS_GPU_RIVALS_CUH
#define PIRCH_BENCHMARKS_GPU_RIVALS_CUH

#include <cstdint>

namespace rivals {

constexpr int kBlockThreads = 128;
constexpr int kBlockWarps = kBlockThreads / 32;
constexpr unsigned kWholeWarp = 0xffffffffu;

/// Where a thread stands: row `item` of matrix `group`. Threads that are left
/// over in the warp or past the last group take part in exchanges, and touch no
/// memory.
template <int W> struct Place {
  static constexpr int kGroups = 32 / W;

  __device__ explicit Place(int64_t groups) {
    lane = threadIdx.x % 32;
    item = lane % W;
    base = lane - item;
    first = (int64_t(blockIdx.x) * kBlockWarps + threadIdx.x / 32) * kGroups;
    int64_t rest = groups - first;
    present = rest < 0 ? 0 : rest < kGroups ? int(rest) : kGroups;
    isActive = lane < present * W;
    group = first + lane / W;
  }

  /// The value of the group's item `source`.
  template <typename T> __device__ T from(T value, int source) const {
    return __shfl_sync(kWholeWarp, value, base + source);
  }

  int lane, item, base, present;
  int64_t first, group;
  bool isActive;
};

template <typename T, int W> struct Strided {
  static constexpr const char *kName = "CUDA strided";
  static constexpr int kStage = 1;

  static __device__ void load(T (&row)[W], const T *__restrict__ matrices, T *,
                              const Place<W> &place) {
    const T *from = matrices + (place.group * W + place.item) * W;
#pragma unroll
    for (int ix = 0; ix < W; ++ix)
      row[ix] = place.isActive ? from[ix] : T(0);
  }

  static __device__ void store(const T (&row)[W], T *__restrict__ matrices, T *,
                               const Place<W> &place) {
    if (!place.isActive)
      return;
    T *to = matrices + (place.group * W + place.item) * W;
#pragma unroll
    for (int ix = 0; ix < W; ++ix)
      to[ix] = row[ix];
  }
};

/// 16 bytes of numbers.
template <typename T> struct alignas(16) Quad {
  static constexpr int kNumbers = 16 / sizeof(T);
  T numbers[kNumbers];
};

template <typename T, int W> struct Staged {
  static_assert(W % 4 == 0, "rows are read 16 bytes at a time");
  static constexpr const char *kName = "CUDA shared";
  /// Rows lie an odd number of elements apart, so that threads that read a
  /// column meet in no bank.
  static constexpr int kPitch = W + 1;
  static constexpr int kWarpStage = Place<W>::kGroups * W * kPitch;
  static constexpr int kStage = kBlockWarps * kWarpStage;
  static constexpr int kMatrixQuads = W * W / Quad<T>::kNumbers;
  static constexpr int kWarpQuads = Place<W>::kGroups * kMatrixQuads;

  static __device__ T *stageOf(T *stage, int quad) {
    int element = quad * Quad<T>::kNumbers;
    return stage + threadIdx.x / 32 * kWarpStage + element / W * kPitch +
           element % W;
  }

  static __device__ void load(T (&row)[W], const T *__restrict__ matrices,
                              T *stage, const Place<W> &place) {
    auto *from = reinterpret_cast<const Quad<T> *>(matrices) +
                 place.first * kMatrixQuads;
#pragma unroll
    for (int turn = 0; turn < kWarpQuads; turn += 32)
      if (int quad = turn + place.lane; quad < place.present * kMatrixQuads) {
        Quad<T> value = from[quad];
        T *to = stageOf(stage, quad);
        for (int i = 0; i < Quad<T>::kNumbers; ++i)
          to[i] = value.numbers[i];
      }
    __syncwarp();
    const T *own = stage + threadIdx.x / 32 * kWarpStage + place.lane * kPitch;
#pragma unroll
    for (int ix = 0; ix < W; ++ix)
      row[ix] = place.isActive ? own[ix] : T(0);
    // The stage is written again by what comes next.
    __syncwarp();
  }

  static __device__ void store(const T (&row)[W], T *__restrict__ matrices,
                               T *stage, const Place<W> &place) {
    T *own = stage + threadIdx.x / 32 * kWarpStage + place.lane * kPitch;
    if (place.isActive) {
#pragma unroll
      for (int ix = 0; ix < W; ++ix)
        own[ix] = row[ix];
    }
    __syncwarp();
    auto *to =
        reinterpret_cast<Quad<T> *>(matrices) + place.first * kMatrixQuads;
#pragma unroll
    for (int turn = 0; turn < kWarpQuads; turn += 32)
      if (int quad = turn + place.lane; quad < place.present * kMatrixQuads) {
        const T *from = stageOf(stage, quad);
        Quad<T> value;
        for (int i = 0; i < Quad<T>::kNumbers; ++i)
          value.numbers[i] = from[i];
        to[quad] = value;
      }
  }
};

template <typename T, int W, template <typename, int> class Access>
__global__ void __launch_bounds__(kBlockThreads)
    gema(T *__restrict__ matC, const T *__restrict__ matA,
         const T *__restrict__ matB, int64_t groups) {
  __shared__ alignas(16) T stage[Access<T, W>::kStage];
  Place<W> place(groups);
  T a[W], b[W];
  Access<T, W>::load(a, matA, stage, place);
  Access<T, W>::load(b, matB, stage, place);
#pragma unroll
  for (int ix = 0; ix < W; ++ix)
    a[ix] += b[ix];
  Access<T, W>::store(a, matC, stage, place);
}

/// A sum of arrays, whatever their shape: 16 bytes per thread and turn.
template <typename T>
__global__ void __launch_bounds__(kBlockThreads)
    flatSum(Quad<T> *__restrict__ c, const Quad<T> *__restrict__ a,
            const Quad<T> *__restrict__ b, int64_t quads) {
  int64_t at = int64_t(blockIdx.x) * kBlockThreads + threadIdx.x;
  if (at >= quads)
    return;
  Quad<T> x = a[at], y = b[at];
  for (int i = 0; i < Quad<T>::kNumbers; ++i)
    x.numbers[i] += y.numbers[i];
  c[at] = x;
}

template <typename T, int W, template <typename, int> class Access>
__global__ void __launch_bounds__(kBlockThreads)
    gemm(T *__restrict__ matC, const T *__restrict__ matA,
         const T *__restrict__ matB, int64_t groups) {
  __shared__ alignas(16) T stage[Access<T, W>::kStage];
  Place<W> place(groups);
  T a[W], b[W], c[W] = {};
  Access<T, W>::load(a, matA, stage, place);
  Access<T, W>::load(b, matB, stage, place);
#pragma unroll
  for (int s = 0; s < W; ++s)
#pragma unroll
    for (int ix = 0; ix < W; ++ix)
      c[ix] += a[s] * place.from(b[ix], s);
  Access<T, W>::store(c, matC, stage, place);
}

template <typename T, int W, template <typename, int> class Access>
__global__ void __launch_bounds__(kBlockThreads)
    trsv(T *__restrict__ vecB, const T *__restrict__ matLu, T shift,
         int64_t groups) {
  __shared__ alignas(16) T stage[Access<T, W>::kStage];
  Place<W> place(groups);
  int64_t at = place.group * W + place.item;
  T x = place.isActive ? vecB[at] : T(0);
  T row[W];
  Access<T, W>::load(row, matLu, stage, place);

  // The only division, and early: nothing waits for it.
  T pivot = 1;
#pragma unroll
  for (int ix = 0; ix < W; ++ix)
    if (place.item == ix)
      pivot = row[ix] + shift;
  T inverse = 1 / pivot;

#pragma unroll
  for (int s = 0; s < W - 1; ++s) {
    T known = place.from(x, s);
    if (place.item > s)
      x -= row[s] * known;
  }
#pragma unroll
  for (int s = W - 1; s > 0; --s) {
    T known = place.from(x * inverse, s);
    if (place.item < s)
      x -= row[s] * known;
  }
  if (place.isActive)
    vecB[at] = x * inverse;
}

template <typename T, int W, template <typename, int> class Access>
__global__ void __launch_bounds__(kBlockThreads)
    ldus(T *__restrict__ matA, T shift, int64_t groups) {
  __shared__ alignas(16) T stage[Access<T, W>::kStage];
  Place<W> place(groups);
  T row[W];
  Access<T, W>::load(row, matA, stage, place);
#pragma unroll
  for (int ix = 0; ix < W; ++ix)
    if (place.item == ix)
      row[ix] += shift;

  // One reciprocal per step; U is divided by D at the end.
  T own = 1;
#pragma unroll
  for (int s = 0; s < W; ++s) {
    T inverse = 1 / place.from(row[s], s);
    if (place.item == s)
      own = inverse;
    T factor = place.item > s ? row[s] * inverse : T(0);
    if (place.item > s)
      row[s] = factor;
#pragma unroll
    for (int ix = s + 1; ix < W; ++ix)
      row[ix] -= factor * place.from(row[ix], s);
  }
#pragma unroll
  for (int ix = 1; ix < W; ++ix)
    if (place.item < ix)
      row[ix] *= own;
  Access<T, W>::store(row, matA, stage, place);
}

} // namespace rivals

#endif // PIRCH_BENCHMARKS_GPU_RIVALS_CUH
