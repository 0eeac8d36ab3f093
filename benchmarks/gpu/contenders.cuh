//===- contenders.cuh - Rivals of a case ------------------------*- C++ -*-===//
//
// The hand-written kernels of rivals.cuh and cuBLAS, bound to the buffers of a
// case. Without cuBLAS: -DPIRCH_NO_CUBLAS.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_BENCHMARKS_GPU_CONTENDERS_CUH
#define PIRCH_BENCHMARKS_GPU_CONTENDERS_CUH

#include "device.cuh"
#include "rivals.cuh"

#include <functional>
#include <memory>
#ifndef PIRCH_NO_CUBLAS
#include <cublas_v2.h>
#endif

namespace gpubench {

template <typename T> struct Rival {
  std::string name;
  /// Computes the case once; false where it could not.
  std::function<bool()> run;
  /// The kernels of examples/kernels add a shift to the diagonal. Who does not
  /// is checked on data with the shift in it.
  bool addsShift = true;
  /// Brings results on the host into the kernel's form; null where they are in
  /// it.
  std::function<void(T *)> convert = nullptr;
};

template <typename T, int W, template <typename, int> class Access>
void addHandWritten(std::vector<Rival<T>> &rivals, const Case<T> &c,
                    const std::vector<void *> &buffers) {
  constexpr int kGroups = rivals::kBlockWarps * rivals::Place<W>::kGroups;
  const int64_t groups = c.groups;
  const unsigned blocks = unsigned((groups + kGroups - 1) / kGroups);
  constexpr int kThreads = rivals::kBlockThreads;
  T *first = static_cast<T *>(buffers[0]);
  T *second = buffers.size() > 1 ? static_cast<T *>(buffers[1]) : nullptr;
  T *third = buffers.size() > 2 ? static_cast<T *>(buffers[2]) : nullptr;
  std::function<void()> launch;
  if (c.kernel == "gema") {
    launch = [=] {
      rivals::gema<T, W, Access>
          <<<blocks, kThreads>>>(first, second, third, groups);
    };
  } else if (c.kernel == "gemm") {
    launch = [=] {
      rivals::gemm<T, W, Access>
          <<<blocks, kThreads>>>(first, second, third, groups);
    };
  } else if (c.kernel == "trsv") {
    T shift = static_cast<T>(c.params[2].value);
    launch = [=] {
      rivals::trsv<T, W, Access>
          <<<blocks, kThreads>>>(first, second, shift, groups);
    };
  } else if (c.kernel == "ldus") {
    T shift = static_cast<T>(c.params[1].value);
    launch = [=] {
      rivals::ldus<T, W, Access><<<blocks, kThreads>>>(first, shift, groups);
    };
  } else {
    return;
  }
  rivals.push_back({Access<T, W>::kName, [launch] {
                      launch();
                      return cudaPeekAtLastError() == cudaSuccess;
                    }});
}

/// The hand-written kernels where there are any of this size: multiples of
/// four.
template <typename T, int W = 4>
void addHandWrittenOfSize(std::vector<Rival<T>> &rivals, const Case<T> &c,
                          const std::vector<void *> &buffers) {
  if (c.size == W) {
    addHandWritten<T, W, rivals::Strided>(rivals, c, buffers);
    addHandWritten<T, W, rivals::Staged>(rivals, c, buffers);
  } else if constexpr (W < 32) {
    addHandWrittenOfSize<T, W + 4>(rivals, c, buffers);
  }
}

template <typename T>
void addFlatSum(std::vector<Rival<T>> &rivals, const Case<T> &c,
                const std::vector<void *> &buffers) {
  using Quad = rivals::Quad<T>;
  int64_t elements = c.buffers[0].elements;
  if (elements % Quad::kNumbers)
    return;
  int64_t quads = elements / Quad::kNumbers;
  unsigned blocks =
      unsigned((quads + rivals::kBlockThreads - 1) / rivals::kBlockThreads);
  rivals.push_back({"CUDA flat", [=] {
                      rivals::flatSum<T><<<blocks, rivals::kBlockThreads>>>(
                          static_cast<Quad *>(buffers[0]),
                          static_cast<const Quad *>(buffers[1]),
                          static_cast<const Quad *>(buffers[2]), quads);
                      return cudaPeekAtLastError() == cudaSuccess;
                    }});
}

#ifndef PIRCH_NO_CUBLAS
static __global__ void fillPointers(char **pointers, char *first, int64_t step,
                                    int64_t count) {
  int64_t at = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (at < count)
    pointers[at] = first + at * step;
}

/// Addresses of `count` blocks of `bytes` bytes, on the device.
template <typename T>
std::shared_ptr<Memory> makePointers(void *first, int64_t bytes,
                                     int64_t count) {
  auto result = std::make_shared<Memory>(count * sizeof(T *));
  fillPointers<<<unsigned((count + 255) / 256), 256>>>(
      result->as<char *>(), static_cast<char *>(first), bytes, count);
  check(cudaGetLastError(), "fillPointers");
  return result;
}

/// A handle for the whole run, or null where cuBLAS does not start.
inline cublasHandle_t blas() {
  static cublasHandle_t handle = [] {
    cublasHandle_t made = nullptr;
    if (cublasCreate(&made) != CUBLAS_STATUS_SUCCESS) {
      std::fprintf(stderr, "cuBLAS does not start: measured without it\n");
      made = nullptr;
    }
    return made;
  }();
  return handle;
}

/// cuBLAS stores by columns, so our matrices are the transposed of its.
template <typename T>
void addCublas(std::vector<Rival<T>> &rivals, const Case<T> &c,
               const std::vector<void *> &buffers) {
  const int n = c.size, count = static_cast<int>(c.groups);
  const int64_t square = int64_t(n) * n, matrixBytes = square * sizeof(T);
  constexpr bool isDouble = sizeof(T) == 8;
  if ((c.kernel != "gemm" && c.kernel != "ldus" && c.kernel != "trsv") ||
      !blas())
    return;

  if (c.kernel == "gemm") {
    // C^T = B^T A^T
    T *matC = static_cast<T *>(buffers[0]);
    const T *matA = static_cast<T *>(buffers[1]);
    const T *matB = static_cast<T *>(buffers[2]);
    rivals.push_back(
        {"cuBLAS", [=] {
           const T one = 1, zero = 0;
           if constexpr (isDouble)
             return !cublasDgemmStridedBatched(
                 blas(), CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, matB, n,
                 square, matA, n, square, &zero, matC, n, square, count);
           else
             return !cublasSgemmStridedBatched(
                 blas(), CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, matB, n,
                 square, matA, n, square, &zero, matC, n, square, count);
         }});
    return;
  }

  if (c.kernel == "ldus") {
    auto matrices = makePointers<T>(buffers[0], matrixBytes, count);
    auto info = std::make_shared<Memory>(count * sizeof(int));
    auto factor = [=] {
      if constexpr (isDouble)
        return !cublasDgetrfBatched(blas(), n,
                                    matrices->template as<double *>(), n,
                                    nullptr, info->template as<int>(), count);
      else
        return !cublasSgetrfBatched(blas(), n, matrices->template as<float *>(),
                                    n, nullptr, info->template as<int>(),
                                    count);
    };
    // A^T = L U is A = U^T L^T: the lower factor holds L times D.
    auto convert = [=](T *a) {
      for (int64_t m = 0; m < count; ++m, a += square)
        for (int i = 0; i < n; ++i)
          for (int j = 0; j < i; ++j)
            a[i * n + j] /= a[j * n + j];
    };
    rivals.push_back({"cuBLAS", factor, false, convert});
    return;
  }

  auto vectors = makePointers<T>(buffers[0], n * sizeof(T), count);
  auto matrices = makePointers<T>(buffers[1], matrixBytes, count);
  auto solve = [=](cublasFillMode_t part, cublasDiagType_t diagonal) {
    const T one = 1;
    if constexpr (isDouble)
      return !cublasDtrsmBatched(blas(), CUBLAS_SIDE_LEFT, part, CUBLAS_OP_T,
                                 diagonal, n, 1, &one,
                                 matrices->template as<double *>(), n,
                                 vectors->template as<double *>(), n, count);
    else
      return !cublasStrsmBatched(blas(), CUBLAS_SIDE_LEFT, part, CUBLAS_OP_T,
                                 diagonal, n, 1, &one,
                                 matrices->template as<float *>(), n,
                                 vectors->template as<float *>(), n, count);
  };
  // Our lower triangle is cuBLAS's upper one.
  rivals.push_back({"cuBLAS",
                    [=] {
                      return solve(CUBLAS_FILL_MODE_UPPER, CUBLAS_DIAG_UNIT) &&
                             solve(CUBLAS_FILL_MODE_LOWER,
                                   CUBLAS_DIAG_NON_UNIT);
                    },
                    false});
}
#endif

template <typename T>
std::vector<Rival<T>> makeRivals(const Case<T> &c,
                                 const std::vector<void *> &buffers) {
  std::vector<Rival<T>> result;
  addHandWrittenOfSize<T>(result, c, buffers);
  if (c.kernel == "gema")
    addFlatSum(result, c, buffers);
#ifndef PIRCH_NO_CUBLAS
  addCublas(result, c, buffers);
#endif
  return result;
}

} // namespace gpubench

#endif // PIRCH_BENCHMARKS_GPU_CONTENDERS_CUH
