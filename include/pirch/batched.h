/*===- batched.h - Small linear algebra on batches --------------*- C -*-===*\
|*                                                                            *|
|* LAPACK's and BLAS' routines for many small matrices at once, by the        *|
|* kernels of examples/batched. Each call takes `batch` problems, of which    *|
|* the matrices of neighbouring ones begin `stride` elements apart; those     *|
|* of a batch have one shape, of at most 32 rows and columns.                 *|
|*                                                                            *|
|* A routine is compiled when it is called for the first time with a shape,   *|
|* leading dimensions and strides, and kept as all kernels are (pirch.h).     *|
|*                                                                            *|
|* Pivots and `info` are LAPACK's, rows counted from 1; each problem has an   *|
|* `info` of its own, and a NaN stays in its problem. `num_threads` is 1 for  *|
|* the calling thread, 0 for as many as oneTBB has, as in pirch_launch.       *|
|* Matrices of different arguments do not overlap. Errors are those of        *|
|* pirch.h, with pirch_error_text(); every function may be called from any    *|
|* thread at any time.                                                        *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef PIRCH_BATCHED_H
#define PIRCH_BATCHED_H

#include <pirch/pirch.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How matrices are stored; the numbers are CBLAS'. A leading dimension is the
   distance of rows, or of columns. */
typedef enum pirch_order {
  PIRCH_ROW_MAJOR = 101,
  PIRCH_COLUMN_MAJOR = 102
} pirch_order;
typedef enum pirch_transpose {
  PIRCH_NO_TRANSPOSE = 111,
  PIRCH_TRANSPOSE = 112
} pirch_transpose;
typedef enum pirch_triangle {
  PIRCH_UPPER = 121,
  PIRCH_LOWER = 122
} pirch_triangle;
typedef enum pirch_diagonal {
  PIRCH_NON_UNIT = 131,
  PIRCH_UNIT = 132
} pirch_diagonal;
typedef enum pirch_side { PIRCH_LEFT = 141, PIRCH_RIGHT = 142 } pirch_side;

/* The routines of one precision; REAL is double or float. */
#define PIRCH_DECLARE_BATCHED(P, REAL)                                         \
  /* LU factors with partial pivoting, in place; info is the first k for which \
     element (k, k) of U is zero. */                                           \
  PIRCH_API pirch_status pirch_##P##getrf_batch_strided(                       \
      pirch_order order, int64_t n, REAL *a, int64_t lda, int64_t stride_a,    \
      int32_t *pivots, int64_t stride_pivots, int32_t *info, int64_t batch,    \
      int num_threads);                                                        \
  /* Solutions of A X = B by these factors, in place of B. */                  \
  PIRCH_API pirch_status pirch_##P##getrs_batch_strided(                       \
      pirch_order order, int64_t n, int64_t nrhs, const REAL *a, int64_t lda,  \
      int64_t stride_a, const int32_t *pivots, int64_t stride_pivots, REAL *b, \
      int64_t ldb, int64_t stride_b, int64_t batch, int num_threads);          \
  /* Both; B is what is left of it by exchanges where info is not 0. */        \
  PIRCH_API pirch_status pirch_##P##gesv_batch_strided(                        \
      pirch_order order, int64_t n, int64_t nrhs, REAL *a, int64_t lda,        \
      int64_t stride_a, int32_t *pivots, int64_t stride_pivots, REAL *b,       \
      int64_t ldb, int64_t stride_b, int32_t *info, int64_t batch,             \
      int num_threads);                                                        \
  /* The inverse in place, with partial pivoting; info as of getrf. */         \
  PIRCH_API pirch_status pirch_##P##inverse_batch_strided(                     \
      pirch_order order, int64_t n, REAL *a, int64_t lda, int64_t stride_a,    \
      int32_t *info, int64_t batch, int num_threads);                          \
  /* Cholesky's factor L of A = L L^T, or U of A = U^T U, in place; info is    \
     the order of the first leading minor that is not positive. */             \
  PIRCH_API pirch_status pirch_##P##potrf_batch_strided(                       \
      pirch_order order, pirch_triangle triangle, int64_t n, REAL *a,          \
      int64_t lda, int64_t stride_a, int32_t *info, int64_t batch,             \
      int num_threads);                                                        \
  PIRCH_API pirch_status pirch_##P##potrs_batch_strided(                       \
      pirch_order order, pirch_triangle triangle, int64_t n, int64_t nrhs,     \
      const REAL *a, int64_t lda, int64_t stride_a, REAL *b, int64_t ldb,      \
      int64_t stride_b, int64_t batch, int num_threads);                       \
  /* QR factors by reflections, of m rows and n columns, n at most m; tau has  \
     n elements for each problem, one behind the other. */                     \
  PIRCH_API pirch_status pirch_##P##geqrf_batch_strided(                       \
      pirch_order order, int64_t m, int64_t n, REAL *a, int64_t lda,           \
      int64_t stride_a, REAL *tau, int64_t batch, int num_threads);            \
  /* The first n columns of Q in place of what geqrf left. */                  \
  PIRCH_API pirch_status pirch_##P##orgqr_batch_strided(                       \
      pirch_order order, int64_t m, int64_t n, REAL *a, int64_t lda,           \
      int64_t stride_a, const REAL *tau, int64_t batch, int num_threads);      \
  /* Least squares: X in the first n rows of B; info is the first k for which  \
     element (k, k) of R is zero. */                                           \
  PIRCH_API pirch_status pirch_##P##gels_batch_strided(                        \
      pirch_order order, int64_t m, int64_t n, int64_t nrhs, REAL *a,          \
      int64_t lda, int64_t stride_a, REAL *b, int64_t ldb, int64_t stride_b,   \
      int32_t *info, int64_t batch, int num_threads);                          \
  /* Eigenvalues, ascending, n for each problem one behind the other, and in   \
     place of A the vectors, as columns; info is 1 without convergence. */     \
  PIRCH_API pirch_status pirch_##P##syev_batch_strided(                        \
      pirch_order order, int64_t n, REAL *a, int64_t lda, int64_t stride_a,    \
      REAL *values, int32_t *info, int64_t batch, int num_threads);            \
  /* C = alpha op(A) op(B) + beta C; C is m by n, and not read if beta is 0.   \
   */                                                                          \
  PIRCH_API pirch_status pirch_##P##gemm_batch_strided(                        \
      pirch_order order, pirch_transpose trans_a, pirch_transpose trans_b,     \
      int64_t m, int64_t n, int64_t k, REAL alpha, const REAL *a, int64_t lda, \
      int64_t stride_a, const REAL *b, int64_t ldb, int64_t stride_b,          \
      REAL beta, REAL *c, int64_t ldc, int64_t stride_c, int64_t batch,        \
      int num_threads);                                                        \
  /* Solutions of op(A) X = alpha B, or X op(A) = alpha B, in place of B,      \
     which is m by n. trsv is this with n 1. */                                          \
  PIRCH_API pirch_status pirch_##P##trsm_batch_strided(                        \
      pirch_order order, pirch_side side, pirch_triangle triangle,             \
      pirch_transpose trans, pirch_diagonal diagonal, int64_t m, int64_t n,    \
      REAL alpha, const REAL *a, int64_t lda, int64_t stride_a, REAL *b,       \
      int64_t ldb, int64_t stride_b, int64_t batch, int num_threads)

PIRCH_DECLARE_BATCHED(d, double);
PIRCH_DECLARE_BATCHED(s, float);

/* What went wrong in the last of these functions that failed in this thread. */
PIRCH_API const char *pirch_batched_error_text(void);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* PIRCH_BATCHED_H */
