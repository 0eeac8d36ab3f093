// Cholesky factorization A = L L^T of symmetric positive definite matrices, and
// the solution of A X = B by it, as LAPACK's potrf and potrs with the lower
// triangle: one matrix per work group, one row per work item.
//
//   mat_a:  GROUPS x WG_SIZE x WG_SIZE, row-major; the lower triangle is read,
//           and on return holds L. What is above the diagonal stays.
//   mat_b:  GROUPS x WG_SIZE x RIGHT_SIDES, row-major; on return X
//   info:   GROUPS; 0, or k where the leading minor of order k is not positive
//           or not a number. Columns 1 to k - 1 of L are right then, the others
//           are not defined.
//   size:   WG_SIZE. Loops over large matrices, which are in `__local` memory,
//           have a bound that is not known at compile time, and stay loops.
//
// pirch-run: --arg mat_a=rand(GROUPS, WG_SIZE, WG_SIZE)
// pirch-run: --arg mat_b=rand(GROUPS, WG_SIZE) --arg info=zeros(GROUPS)
// pirch-run: --arg size=WG_SIZE
#include "matrices.h"

__kernel void potrf(__global REAL *restrict mat_a,
                    __global int *restrict info, int size) {
  const int item = get_local_id(0);
  int failed = 0;
#if WG_SIZE <= 16
  // Work item i holds row i in a private array; code for all of its elements is
  // unrolled.
  REAL row[WG_SIZE];
  for (int j = 0; j < WG_SIZE; ++j)
    row[j] = mat_a[A_AT(item, j)];

  for (int k = 0; k < WG_SIZE; ++k) {
    REAL square = shuffle(row[k], k);
    failed = !(square > 0) && failed == 0 ? k + 1 : failed;
    REAL root = sqrt(square);
    if (item >= k)
      row[k] = item == k ? root : row[k] / root;
    for (int j = k + 1; j < WG_SIZE; ++j) {
      REAL factor = shuffle(row[k], j);
      if (item >= j)
        row[j] -= row[k] * factor;
    }
  }

  for (int j = 0; j < WG_SIZE; ++j)
    if (item >= j)
      mat_a[A_AT(item, j)] = row[j];
#else
  // The matrix is in a tile of `__local` memory; work item j computes column j.
  // Elements above the diagonal are computed, and read by nobody.
  __local REAL tile[WG_SIZE][WG_SIZE], column[WG_SIZE];
  for (int i = 0; i < size; ++i)
    tile[i][item] = mat_a[A_AT(i, item)];
  barrier(CLK_LOCAL_MEM_FENCE);

  for (int k = 0; k < size; ++k) {
    REAL square = tile[k][k];
    failed = !(square > 0) && failed == 0 ? k + 1 : failed;
    REAL root = sqrt(square);
    REAL mine = item == k ? root : tile[item][k] / root;
    column[item] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = k; i < size; ++i) {
      REAL old = tile[i][item], factor = column[i];
      tile[i][item] = item > k ? old - factor * mine : item == k ? factor : old;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  for (int i = 0; i < size; ++i)
    if (item <= i)
      mat_a[A_AT(i, item)] = tile[i][item];
#endif
  if (item == 0)
    info[get_group_id(0)] = failed;
}

__kernel void potrs(__global REAL *restrict mat_b,
                    __global const REAL *restrict mat_a) {
  const int item = get_local_id(0);
  REAL row[WG_SIZE], x[RIGHT_SIDES];

  for (int j = 0; j < WG_SIZE; ++j)
    row[j] = mat_a[A_AT(item, j)];
  for (int r = 0; r < RIGHT_SIDES; ++r)
    x[r] = mat_b[B_AT(item, r)];

  // L Y = B from the top: Y replaces B.
  for (int k = 0; k < WG_SIZE; ++k)
    for (int r = 0; r < RIGHT_SIDES; ++r) {
      if (item == k)
        x[r] /= row[k];
      REAL known = shuffle(x[r], k);
      if (item > k)
        x[r] -= row[k] * known;
    }

  // L^T X = Y from the bottom: column k of L, in the work items below k, is row
  // k of L^T.
  for (int k = WG_SIZE - 1; k >= 0; --k)
    for (int r = 0; r < RIGHT_SIDES; ++r) {
      REAL known = 0;
      if (item > k)
        known = sub_group_reduce_add(row[k] * x[r]);
      known = shuffle(known, WG_SIZE - 1);
      if (item == k)
        x[r] = (x[r] - known) / row[k];
    }

  for (int r = 0; r < RIGHT_SIDES; ++r)
    mat_b[B_AT(item, r)] = x[r];
}
