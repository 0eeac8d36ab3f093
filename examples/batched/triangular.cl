// Triangular systems A X = alpha B, one per work group: work item i holds row i
// of A, of which one triangle is read, and of X.
//
//   mat_b: GROUPS x WG_SIZE x RIGHT_SIDES, row-major; on return X
//   mat_a: GROUPS x WG_SIZE x WG_SIZE, row-major; lower triangular unless UPPER
//          is defined, with a diagonal of ones, which is not read, where
//          UNIT_DIAGONAL is
//
// pirch-run: --arg mat_b=rand(GROUPS, WG_SIZE) --arg alpha=1
// pirch-run: --arg mat_a=rand(GROUPS, WG_SIZE, WG_SIZE)
#include "matrices.h"
#ifdef UPPER
#define IS_BEHIND(item, k) ((item) < (k))
#else
#define IS_BEHIND(item, k) ((item) > (k))
#endif

__kernel void trsm(__global REAL *restrict mat_b,
                   __global const REAL *restrict mat_a, REAL alpha) {
  const int item = get_local_id(0);
  REAL row[WG_SIZE], x[RIGHT_SIDES];

  for (int j = 0; j < WG_SIZE; ++j)
    row[j] = mat_a[A_AT(item, j)];
  for (int r = 0; r < RIGHT_SIDES; ++r)
    x[r] = alpha * mat_b[B_AT(item, r)];

  for (int step = 0; step < WG_SIZE; ++step) {
#ifdef UPPER
    const int k = WG_SIZE - 1 - step;
#else
    const int k = step;
#endif
    for (int r = 0; r < RIGHT_SIDES; ++r) {
#ifndef UNIT_DIAGONAL
      if (item == k)
        x[r] /= row[k];
#endif
      REAL known = shuffle(x[r], k);
      if (IS_BEHIND(item, k))
        x[r] -= row[k] * known;
    }
  }

  for (int r = 0; r < RIGHT_SIDES; ++r)
    mat_b[B_AT(item, r)] = x[r];
}
