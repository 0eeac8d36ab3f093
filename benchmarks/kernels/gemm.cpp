//===- gemm.cpp - Matrix product ------------------------------------------===//

#include "../Case.h"
#include <Eigen/Core>
#ifdef __AVX512F__
#include <immintrin.h>
#endif
#ifdef PIRCH_HAVE_OPENBLAS
#include <cblas.h>
#endif
#ifdef PIRCH_HAVE_LIBXSMM
#include <libxsmm.h>
#endif

using namespace bench;

namespace {
template <typename T, int N> struct Gemm {
  static constexpr int kElements = N * N;

  template <typename V> static void one(V *c, const V *a, const V *b) {
    for (int i = 0; i < N; ++i) {
      V row[N] = {};
      for (int k = 0; k < N; ++k)
        for (int j = 0; j < N; ++j)
          row[j] += a[i * N + k] * b[k * N + j];
      for (int j = 0; j < N; ++j)
        c[i * N + j] = row[j];
    }
  }

  static void plain(T *c, const T *a, const T *b, int64_t count) {
    for (int64_t m = 0; m < count; ++m)
      one(c + m * kElements, a + m * kElements, b + m * kElements);
  }

  static void perLane(T *c, const T *a, const T *b, int64_t count) {
    constexpr int L = lanesOf<T>();
    using V = Vec<T, L>;
    int64_t m = 0;
    for (; m + L <= count; m += L) {
      static thread_local V va[kElements], vb[kElements], vc[kElements];
      for (int e = 0; e < kElements; ++e)
        for (int l = 0; l < L; ++l) {
          va[e][l] = a[(m + l) * kElements + e];
          vb[e][l] = b[(m + l) * kElements + e];
        }
      one(vc, va, vb);
      for (int e = 0; e < kElements; ++e)
        for (int l = 0; l < L; ++l)
          c[(m + l) * kElements + e] = vc[e][l];
    }
    plain(c + m * kElements, a + m * kElements, b + m * kElements, count - m);
  }

  static void eigen(T *c, const T *a, const T *b, int64_t count) {
    using Matrix = Eigen::Matrix<T, N, N, Eigen::RowMajor>;
    for (int64_t m = 0; m < count; ++m)
      Eigen::Map<Matrix>(c + m * kElements).noalias() =
          Eigen::Map<const Matrix>(a + m * kElements) *
          Eigen::Map<const Matrix>(b + m * kElements);
  }

#ifdef PIRCH_HAVE_OPENBLAS
  static void openblas(T *c, const T *a, const T *b, int64_t count) {
    for (int64_t m = 0; m < count; ++m) {
      int64_t at = m * kElements;
      if constexpr (sizeof(T) == 8)
        cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, N, N, N, 1.0,
                    a + at, N, b + at, N, 0.0, c + at, N);
      else
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, N, N, N, 1.0f,
                    a + at, N, b + at, N, 0.0f, c + at, N);
    }
  }
#endif

#ifdef PIRCH_HAVE_LIBXSMM
  /// Column-major: C^T = B^T A^T.
  static void xsmm(T *c, const T *a, const T *b, int64_t count) {
    const T alpha = 1, beta = 0;
    if constexpr (sizeof(T) == 8) {
      static const libxsmm_dmmfunction kernel = libxsmm_dmmdispatch(
          N, N, N, nullptr, nullptr, nullptr, &alpha, &beta, nullptr, nullptr);
      for (int64_t m = 0; m < count; ++m)
        kernel(b + m * kElements, a + m * kElements, c + m * kElements);
    } else {
      static const libxsmm_smmfunction kernel = libxsmm_smmdispatch(
          N, N, N, nullptr, nullptr, nullptr, &alpha, &beta, nullptr, nullptr);
      for (int64_t m = 0; m < count; ++m)
        kernel(b + m * kElements, a + m * kElements, c + m * kElements);
    }
  }
#endif

#ifdef __AVX512F__
  /// A row of C in one register: N is the number of lanes.
  static void intrinsics(T *c, const T *a, const T *b, int64_t count) {
    for (int64_t m = 0; m < count; ++m) {
      const T *at = a + m * kElements, *bt = b + m * kElements;
      T *ct = c + m * kElements;
      if constexpr (sizeof(T) == 8 && N == 8) {
        __m512d rows[N];
        for (int k = 0; k < N; ++k)
          rows[k] = _mm512_loadu_pd(bt + k * N);
        for (int i = 0; i < N; ++i) {
          __m512d sum = _mm512_mul_pd(_mm512_set1_pd(at[i * N]), rows[0]);
          for (int k = 1; k < N; ++k)
            sum = _mm512_fmadd_pd(_mm512_set1_pd(at[i * N + k]), rows[k], sum);
          _mm512_storeu_pd(ct + i * N, sum);
        }
      } else if constexpr (sizeof(T) == 4 && N == 16) {
        __m512 rows[N];
        for (int k = 0; k < N; ++k)
          rows[k] = _mm512_loadu_ps(bt + k * N);
        for (int i = 0; i < N; ++i) {
          __m512 sum = _mm512_mul_ps(_mm512_set1_ps(at[i * N]), rows[0]);
          for (int k = 1; k < N; ++k)
            sum = _mm512_fmadd_ps(_mm512_set1_ps(at[i * N + k]), rows[k], sum);
          _mm512_storeu_ps(ct + i * N, sum);
        }
      }
    }
  }
#endif

  template <void (*form)(T *, const T *, const T *, int64_t)>
  static constexpr auto run = runOnMatrices<T, kElements, form>;

  static void make(Case &result) {
    addMatrices<T, kElements>(result);
    result.flops = 2.0 * kElements * N;
    result.forms = {{"C++", run<plain>},
                    {"C++ interleaved", run<perLane>},
                    {"Eigen", run<eigen>}};
#ifdef PIRCH_HAVE_OPENBLAS
    result.forms.push_back({"OpenBLAS", run<openblas>});
#endif
#ifdef PIRCH_HAVE_LIBXSMM
    result.forms.push_back({"LIBXSMM", run<xsmm>});
#endif
#ifdef __AVX512F__
    if (N * sizeof(T) == 64)
      result.forms.push_back({"intrinsics", run<intrinsics>});
#endif
  }
};
} // namespace

std::unique_ptr<Case> bench::makeGemm(bool isDouble, int64_t size,
                                      int64_t groups) {
  return makeCase<Gemm>("gemm", isDouble, size, groups);
}
