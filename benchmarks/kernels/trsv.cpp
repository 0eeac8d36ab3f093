//===- trsv.cpp - Two triangular solves -----------------------------------===//

#include "../Case.h"
#include <Eigen/Core>
#ifdef PIRCH_HAVE_OPENBLAS
#include <cblas.h>
#endif

using namespace bench;

namespace {
template <typename T, int N> struct Trsv {
  static constexpr int kElements = N * N;

  template <typename V> static void one(V *x, const V *lu) {
    for (int s = 0; s < N; ++s)
      for (int i = s + 1; i < N; ++i)
        x[i] -= lu[i * N + s] * x[s];
    for (int s = N - 1; s >= 0; --s) {
      x[s] /= lu[s * N + s];
      for (int i = 0; i < s; ++i)
        x[i] -= lu[i * N + s] * x[s];
    }
  }

  static void plain(T *x, const T *lu, int64_t count) {
    for (int64_t m = 0; m < count; ++m)
      one(x + m * N, lu + m * kElements);
  }

  static void perLane(T *x, const T *lu, int64_t count) {
    constexpr int L = lanesOf<T>();
    int64_t m = 0;
    for (; m + L <= count; m += L) {
      Vec<T, L> vx[N];
      static thread_local Vec<T, L> matrix[kElements];
      for (int e = 0; e < kElements; ++e)
        for (int l = 0; l < L; ++l)
          matrix[e][l] = lu[(m + l) * kElements + e];
      for (int i = 0; i < N; ++i)
        for (int l = 0; l < L; ++l)
          vx[i][l] = x[(m + l) * N + i];
      one(vx, matrix);
      for (int i = 0; i < N; ++i)
        for (int l = 0; l < L; ++l)
          x[(m + l) * N + i] = vx[i][l];
    }
    plain(x + m * N, lu + m * kElements, count - m);
  }

  static void eigen(T *x, const T *lu, int64_t count) {
    using Matrix = Eigen::Matrix<T, N, N, Eigen::RowMajor>;
    for (int64_t m = 0; m < count; ++m) {
      Eigen::Map<const Matrix> matrix(lu + m * kElements);
      Eigen::Map<Eigen::Matrix<T, N, 1>> vector(x + m * N);
      matrix.template triangularView<Eigen::UnitLower>().solveInPlace(vector);
      matrix.template triangularView<Eigen::Upper>().solveInPlace(vector);
    }
  }

#ifdef PIRCH_HAVE_OPENBLAS
  static void openblas(T *x, const T *lu, int64_t count) {
    for (int64_t m = 0; m < count; ++m) {
      const T *a = lu + m * kElements;
      if constexpr (sizeof(T) == 8) {
        cblas_dtrsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasUnit, N, a, N,
                    x + m * N, 1);
        cblas_dtrsv(CblasRowMajor, CblasUpper, CblasNoTrans, CblasNonUnit, N, a,
                    N, x + m * N, 1);
      } else {
        cblas_strsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasUnit, N, a, N,
                    x + m * N, 1);
        cblas_strsv(CblasRowMajor, CblasUpper, CblasNoTrans, CblasNonUnit, N, a,
                    N, x + m * N, 1);
      }
    }
  }
#endif

  template <void (*form)(T *, const T *, int64_t)>
  static void run(void **buffers, int64_t first, int64_t count) {
    form(static_cast<T *>(buffers[0]) + first * N,
         static_cast<T *>(buffers[1]) + first * kElements, count);
  }

  static void make(Case &result) {
    result.buffers = {{"vec_b", result.groups * N},
                      {"mat_lu", result.groups * kElements, kElements, N + 1,
                       static_cast<double>(N)}};
    result.buffers[0].isOutput = true;
    result.scalars = {{"shift", 0}};
    result.bytes = (2.0 * N + kElements) * sizeof(T);
    result.flops = 2.0 * N * N - N;
    result.forms = {{"C++", run<plain>},
                    {"C++ interleaved", run<perLane>},
                    {"Eigen", run<eigen>}};
#ifdef PIRCH_HAVE_OPENBLAS
    result.forms.push_back({"OpenBLAS", run<openblas>});
#endif
  }
};
} // namespace

std::unique_ptr<Case> bench::makeTrsv(bool isDouble, int64_t size,
                                      int64_t groups) {
  return makeCase<Trsv>("trsv", isDouble, size, groups);
}
