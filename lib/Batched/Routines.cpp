//===- Routines.cpp - The routines of batched.h ---------------------------===//
//
// Each routine as a kernel of examples/batched with its macros and parameters.
// What a kernel computes belongs to examples/batched.
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Sources.inc"
#include <algorithm>

using namespace pirch::batched;

namespace {
/// The routines of one type of elements.
template <typename Real> struct Routines {
  static constexpr const char *kReal = sizeof(Real) == 8 ? "double" : "float";

  static pirch_status getrf(pirch_order order, int64_t n, Real *a, int64_t lda,
                            int64_t strideA, int32_t *pivots,
                            int64_t stridePivots, int32_t *info, int64_t batch,
                            int numThreads) {
    Call call(kLu, "getrf", kReal);
    int32_t size = static_cast<int32_t>(n);
    call.setRows("n", n);
    call.addMatrix('A', order, n, n, lda, strideA);
    call.define("STRIDE_PIVOTS", stridePivots);
    call.add({a, pivots, info, &size});
    return call.run(batch, numThreads);
  }

  /// What getrs and gesv know of a system of `n` equations with `nrhs` right
  /// sides.
  static void addSystem(Call &call, pirch_order order, int64_t n, int64_t nrhs,
                        int64_t lda, int64_t strideA, int64_t stridePivots,
                        int64_t ldb, int64_t strideB) {
    call.setRows("n", n);
    call.setSize("RIGHT_SIDES", "nrhs", nrhs);
    call.addMatrix('A', order, n, n, lda, strideA);
    call.addMatrix('B', order, n, nrhs, ldb, strideB);
    call.define("STRIDE_PIVOTS", stridePivots);
  }

  static pirch_status getrs(pirch_order order, int64_t n, int64_t nrhs,
                            const Real *a, int64_t lda, int64_t strideA,
                            const int32_t *pivots, int64_t stridePivots,
                            Real *b, int64_t ldb, int64_t strideB,
                            int64_t batch, int numThreads) {
    Call call(kLu, "getrs", kReal);
    int32_t size = static_cast<int32_t>(n);
    addSystem(call, order, n, nrhs, lda, strideA, stridePivots, ldb, strideB);
    call.add({b, a, pivots, &size});
    return call.run(batch, numThreads);
  }

  static pirch_status gesv(pirch_order order, int64_t n, int64_t nrhs, Real *a,
                           int64_t lda, int64_t strideA, int32_t *pivots,
                           int64_t stridePivots, Real *b, int64_t ldb,
                           int64_t strideB, int32_t *info, int64_t batch,
                           int numThreads) {
    Call call(kLu, "gesv", kReal);
    int32_t size = static_cast<int32_t>(n);
    addSystem(call, order, n, nrhs, lda, strideA, stridePivots, ldb, strideB);
    call.add({a, b, pivots, info, &size});
    return call.run(batch, numThreads);
  }

  static pirch_status inverse(pirch_order order, int64_t n, Real *a,
                              int64_t lda, int64_t strideA, int32_t *info,
                              int64_t batch, int numThreads) {
    Call call(kInverse, "getri", kReal);
    int32_t size = static_cast<int32_t>(n);
    call.setRows("n", n);
    call.addMatrix('A', order, n, n, lda, strideA);
    call.add({a, info, &size});
    return call.run(batch, numThreads);
  }

  /// The upper triangle of a symmetric matrix is the lower one of its
  /// transposed matrix, and so are the factors.
  static void addTriangle(Call &call, pirch_order order,
                          pirch_triangle triangle, int64_t n, int64_t lda,
                          int64_t strideA) {
    Distances distances = call.addMatrix('A', order, n, n, lda, strideA);
    if (triangle == PIRCH_UPPER)
      call.setDistances('A', distances.transposed());
    else if (triangle != PIRCH_LOWER)
      call.refuse("the triangle is neither PIRCH_UPPER nor PIRCH_LOWER");
  }

  static pirch_status potrf(pirch_order order, pirch_triangle triangle,
                            int64_t n, Real *a, int64_t lda, int64_t strideA,
                            int32_t *info, int64_t batch, int numThreads) {
    Call call(kCholesky, "potrf", kReal);
    int32_t size = static_cast<int32_t>(n);
    call.setRows("n", n);
    addTriangle(call, order, triangle, n, lda, strideA);
    call.add({a, info, &size});
    return call.run(batch, numThreads);
  }

  static pirch_status potrs(pirch_order order, pirch_triangle triangle,
                            int64_t n, int64_t nrhs, const Real *a, int64_t lda,
                            int64_t strideA, Real *b, int64_t ldb,
                            int64_t strideB, int64_t batch, int numThreads) {
    Call call(kCholesky, "potrs", kReal);
    call.setRows("n", n);
    call.setSize("RIGHT_SIDES", "nrhs", nrhs);
    addTriangle(call, order, triangle, n, lda, strideA);
    call.addMatrix('B', order, n, nrhs, ldb, strideB);
    call.add({b, a});
    return call.run(batch, numThreads);
  }

  /// The matrix A of `m` rows and `n` columns that the kernels of QR factors
  /// read or write.
  static void addColumns(Call &call, pirch_order order, int64_t m, int64_t n,
                         int64_t lda, int64_t strideA) {
    call.setRows("m", m);
    call.setSize("COLUMNS", "n", n);
    if (n > m)
      call.refuse("not supported yet: more columns than rows");
    call.addMatrix('A', order, m, n, lda, strideA);
  }

  /// geqrf or orgqr, whose kernels have the same parameters.
  static pirch_status runOnFactors(const char *kernel, pirch_order order,
                                   int64_t m, int64_t n, Real *a, int64_t lda,
                                   int64_t strideA, const Real *tau,
                                   int64_t batch, int numThreads) {
    Call call(kQr, kernel, kReal);
    int32_t size = static_cast<int32_t>(n);
    addColumns(call, order, m, n, lda, strideA);
    call.add({a, tau, &size});
    return call.run(batch, numThreads);
  }

  static pirch_status geqrf(pirch_order order, int64_t m, int64_t n, Real *a,
                            int64_t lda, int64_t strideA, Real *tau,
                            int64_t batch, int numThreads) {
    return runOnFactors("geqrf", order, m, n, a, lda, strideA, tau, batch,
                        numThreads);
  }

  static pirch_status orgqr(pirch_order order, int64_t m, int64_t n, Real *a,
                            int64_t lda, int64_t strideA, const Real *tau,
                            int64_t batch, int numThreads) {
    return runOnFactors("orgqr", order, m, n, a, lda, strideA, tau, batch,
                        numThreads);
  }

  static pirch_status gels(pirch_order order, int64_t m, int64_t n,
                           int64_t nrhs, Real *a, int64_t lda, int64_t strideA,
                           Real *b, int64_t ldb, int64_t strideB, int32_t *info,
                           int64_t batch, int numThreads) {
    Call call(kQr, "gels", kReal);
    int32_t size = static_cast<int32_t>(n);
    addColumns(call, order, m, n, lda, strideA);
    call.setSize("RIGHT_SIDES", "nrhs", nrhs);
    call.addMatrix('B', order, m, nrhs, ldb, strideB);
    call.add({a, b, info, &size});
    return call.run(batch, numThreads);
  }

  static pirch_status syev(pirch_order order, int64_t n, Real *a, int64_t lda,
                           int64_t strideA, Real *values, int32_t *info,
                           int64_t batch, int numThreads) {
    Call call(kEigen, "syev", kReal);
    // As eigen.cl says; convergence takes a sixth of it.
    int32_t maxSteps = static_cast<int32_t>(20 * n);
    call.setRows("n", n);
    call.addMatrix('A', order, n, n, lda, strideA);
    call.add({a, values, info, &maxSteps});
    return call.run(batch, numThreads);
  }

  static bool isTransposed(Call &call, pirch_transpose transpose) {
    if (transpose != PIRCH_TRANSPOSE && transpose != PIRCH_NO_TRANSPOSE)
      call.refuse("an operation is neither PIRCH_TRANSPOSE nor "
                  "PIRCH_NO_TRANSPOSE");
    return transpose == PIRCH_TRANSPOSE;
  }

  /// A matrix whose operation, transposed or not, is `rows` by `columns`.
  static void addOperand(Call &call, char letter, pirch_order order,
                         pirch_transpose transpose, int64_t rows,
                         int64_t columns, int64_t leading, int64_t stride) {
    bool isSwapped = isTransposed(call, transpose);
    if (isSwapped)
      std::swap(rows, columns);
    Distances distances =
        call.addMatrix(letter, order, rows, columns, leading, stride);
    if (isSwapped)
      call.setDistances(letter, distances.transposed());
  }

  static pirch_status gemm(pirch_order order, pirch_transpose transA,
                           pirch_transpose transB, int64_t m, int64_t n,
                           int64_t k, Real alpha, const Real *a, int64_t lda,
                           int64_t strideA, const Real *b, int64_t ldb,
                           int64_t strideB, Real beta, Real *c, int64_t ldc,
                           int64_t strideC, int64_t batch, int numThreads) {
    Call call(kProducts, "gemm", kReal);
    call.setRows("m", m);
    call.setSize("COLUMNS", "n", n);
    call.setSize("DEPTH", "k", k);
    if (k < 1)
      call.refuse("not supported yet: a product over no columns of A");
    addOperand(call, 'A', order, transA, m, k, lda, strideA);
    addOperand(call, 'B', order, transB, k, n, ldb, strideB);
    call.addMatrix('C', order, m, n, ldc, strideC);
    if (beta != 0)
      call.define("READ_C", 1);
    call.add({c, a, b, &alpha, &beta});
    return call.run(batch, numThreads);
  }

  static pirch_status trsm(pirch_order order, pirch_side side,
                           pirch_triangle triangle, pirch_transpose transpose,
                           pirch_diagonal diagonal, int64_t m, int64_t n,
                           Real alpha, const Real *a, int64_t lda,
                           int64_t strideA, Real *b, int64_t ldb,
                           int64_t strideB, int64_t batch, int numThreads) {
    Call call(kTriangular, "trsm", kReal);
    if (side != PIRCH_LEFT && side != PIRCH_RIGHT)
      call.refuse("the side is neither PIRCH_LEFT nor PIRCH_RIGHT");
    if (triangle != PIRCH_UPPER && triangle != PIRCH_LOWER)
      call.refuse("the triangle is neither PIRCH_UPPER nor PIRCH_LOWER");
    if (diagonal != PIRCH_UNIT && diagonal != PIRCH_NON_UNIT)
      call.refuse("the diagonal is neither PIRCH_UNIT nor PIRCH_NON_UNIT");
    // X op(A) = B is op(A)^T X^T = B^T.
    bool isRight = side == PIRCH_RIGHT;
    bool isSwapped = isTransposed(call, transpose) != isRight;
    int64_t rows = isRight ? n : m;
    call.setRows(isRight ? "n" : "m", rows);
    call.setSize("RIGHT_SIDES", isRight ? "m" : "n", isRight ? m : n);
    Distances ofA = call.addMatrix('A', order, rows, rows, lda, strideA);
    Distances ofB = call.addMatrix('B', order, m, n, ldb, strideB);
    if (isSwapped)
      call.setDistances('A', ofA.transposed());
    if (isRight)
      call.setDistances('B', ofB.transposed());
    if ((triangle == PIRCH_UPPER) != isSwapped)
      call.define("UPPER", 1);
    if (diagonal == PIRCH_UNIT)
      call.define("UNIT_DIAGONAL", 1);
    call.add({b, a, &alpha});
    return call.run(batch, numThreads);
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// The functions
//===----------------------------------------------------------------------===//

/// The functions of batched.h for one precision.
#define PIRCH_DEFINE_BATCHED(P, REAL)                                          \
  pirch_status pirch_##P##getrf_batch_strided(                                 \
      pirch_order order, int64_t n, REAL *a, int64_t lda, int64_t stride_a,    \
      int32_t *pivots, int64_t stride_pivots, int32_t *info, int64_t batch,    \
      int num_threads) {                                                       \
    return Routines<REAL>::getrf(order, n, a, lda, stride_a, pivots,           \
                                 stride_pivots, info, batch, num_threads);     \
  }                                                                            \
  pirch_status pirch_##P##getrs_batch_strided(                                 \
      pirch_order order, int64_t n, int64_t nrhs, const REAL *a, int64_t lda,  \
      int64_t stride_a, const int32_t *pivots, int64_t stride_pivots, REAL *b, \
      int64_t ldb, int64_t stride_b, int64_t batch, int num_threads) {         \
    return Routines<REAL>::getrs(order, n, nrhs, a, lda, stride_a, pivots,     \
                                 stride_pivots, b, ldb, stride_b, batch,       \
                                 num_threads);                                 \
  }                                                                            \
  pirch_status pirch_##P##gesv_batch_strided(                                  \
      pirch_order order, int64_t n, int64_t nrhs, REAL *a, int64_t lda,        \
      int64_t stride_a, int32_t *pivots, int64_t stride_pivots, REAL *b,       \
      int64_t ldb, int64_t stride_b, int32_t *info, int64_t batch,             \
      int num_threads) {                                                       \
    return Routines<REAL>::gesv(order, n, nrhs, a, lda, stride_a, pivots,      \
                                stride_pivots, b, ldb, stride_b, info, batch,  \
                                num_threads);                                  \
  }                                                                            \
  pirch_status pirch_##P##inverse_batch_strided(                               \
      pirch_order order, int64_t n, REAL *a, int64_t lda, int64_t stride_a,    \
      int32_t *info, int64_t batch, int num_threads) {                         \
    return Routines<REAL>::inverse(order, n, a, lda, stride_a, info, batch,    \
                                   num_threads);                               \
  }                                                                            \
  pirch_status pirch_##P##potrf_batch_strided(                                 \
      pirch_order order, pirch_triangle triangle, int64_t n, REAL *a,          \
      int64_t lda, int64_t stride_a, int32_t *info, int64_t batch,             \
      int num_threads) {                                                       \
    return Routines<REAL>::potrf(order, triangle, n, a, lda, stride_a, info,   \
                                 batch, num_threads);                          \
  }                                                                            \
  pirch_status pirch_##P##potrs_batch_strided(                                 \
      pirch_order order, pirch_triangle triangle, int64_t n, int64_t nrhs,     \
      const REAL *a, int64_t lda, int64_t stride_a, REAL *b, int64_t ldb,      \
      int64_t stride_b, int64_t batch, int num_threads) {                      \
    return Routines<REAL>::potrs(order, triangle, n, nrhs, a, lda, stride_a,   \
                                 b, ldb, stride_b, batch, num_threads);        \
  }                                                                            \
  pirch_status pirch_##P##geqrf_batch_strided(                                 \
      pirch_order order, int64_t m, int64_t n, REAL *a, int64_t lda,           \
      int64_t stride_a, REAL *tau, int64_t batch, int num_threads) {           \
    return Routines<REAL>::geqrf(order, m, n, a, lda, stride_a, tau, batch,    \
                                 num_threads);                                 \
  }                                                                            \
  pirch_status pirch_##P##orgqr_batch_strided(                                 \
      pirch_order order, int64_t m, int64_t n, REAL *a, int64_t lda,           \
      int64_t stride_a, const REAL *tau, int64_t batch, int num_threads) {     \
    return Routines<REAL>::orgqr(order, m, n, a, lda, stride_a, tau, batch,    \
                                 num_threads);                                 \
  }                                                                            \
  pirch_status pirch_##P##gels_batch_strided(                                  \
      pirch_order order, int64_t m, int64_t n, int64_t nrhs, REAL *a,          \
      int64_t lda, int64_t stride_a, REAL *b, int64_t ldb, int64_t stride_b,   \
      int32_t *info, int64_t batch, int num_threads) {                         \
    return Routines<REAL>::gels(order, m, n, nrhs, a, lda, stride_a, b, ldb,   \
                                stride_b, info, batch, num_threads);           \
  }                                                                            \
  pirch_status pirch_##P##syev_batch_strided(                                  \
      pirch_order order, int64_t n, REAL *a, int64_t lda, int64_t stride_a,    \
      REAL *values, int32_t *info, int64_t batch, int num_threads) {           \
    return Routines<REAL>::syev(order, n, a, lda, stride_a, values, info,      \
                                batch, num_threads);                           \
  }                                                                            \
  pirch_status pirch_##P##gemm_batch_strided(                                  \
      pirch_order order, pirch_transpose trans_a, pirch_transpose trans_b,     \
      int64_t m, int64_t n, int64_t k, REAL alpha, const REAL *a, int64_t lda, \
      int64_t stride_a, const REAL *b, int64_t ldb, int64_t stride_b,          \
      REAL beta, REAL *c, int64_t ldc, int64_t stride_c, int64_t batch,        \
      int num_threads) {                                                       \
    return Routines<REAL>::gemm(order, trans_a, trans_b, m, n, k, alpha, a,    \
                                lda, stride_a, b, ldb, stride_b, beta, c, ldc, \
                                stride_c, batch, num_threads);                 \
  }                                                                            \
  pirch_status pirch_##P##trsm_batch_strided(                                  \
      pirch_order order, pirch_side side, pirch_triangle triangle,             \
      pirch_transpose trans, pirch_diagonal diagonal, int64_t m, int64_t n,    \
      REAL alpha, const REAL *a, int64_t lda, int64_t stride_a, REAL *b,       \
      int64_t ldb, int64_t stride_b, int64_t batch, int num_threads) {         \
    return Routines<REAL>::trsm(order, side, triangle, trans, diagonal, m, n,  \
                                alpha, a, lda, stride_a, b, ldb, stride_b,     \
                                batch, num_threads);                           \
  }

PIRCH_DEFINE_BATCHED(d, double)
PIRCH_DEFINE_BATCHED(s, float)

const char *pirch_batched_error_text(void) { return errorText(); }
