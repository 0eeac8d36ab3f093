// Matrix products C = alpha A B + beta C of small matrices of any shape: one
// product per work group, one row of C per work item.
//
//   mat_c: GROUPS x WG_SIZE x COLUMNS, row-major; not read where READ_C is not
//          defined, as beta is 0 then
//   mat_a: GROUPS x WG_SIZE x DEPTH
//   mat_b: GROUPS x DEPTH x COLUMNS
//
// COLUMNS and DEPTH are WG_SIZE unless defined. ROW_C, COLUMN_C and STRIDE_C
// are as for A in matrices.h.
//
// pirch-run: --arg mat_c=rand(GROUPS, WG_SIZE, WG_SIZE) --arg alpha=1
// pirch-run: --arg mat_a=rand(GROUPS, WG_SIZE, WG_SIZE) --arg beta=1
// pirch-run: --arg mat_b=rand(GROUPS, WG_SIZE, WG_SIZE)
#ifndef COLUMNS
#define COLUMNS WG_SIZE
#endif
#ifndef DEPTH
#define DEPTH WG_SIZE
#endif
#ifndef STRIDE_B
#define STRIDE_B (DEPTH * COLUMNS)
#define ROW_B COLUMNS
#define COLUMN_B 1
#endif
#ifndef STRIDE_C
#define STRIDE_C (WG_SIZE * COLUMNS)
#define ROW_C COLUMNS
#define COLUMN_C 1
#endif
#define COLUMNS_A DEPTH
#define RIGHT_SIDES COLUMNS
#include "matrices.h"
#define C_AT(i, j) (get_group_id(0) * STRIDE_C + (i) * ROW_C + (j) * COLUMN_C)

__kernel void gemm(__global REAL *restrict mat_c,
                   __global const REAL *restrict mat_a,
                   __global const REAL *restrict mat_b, REAL alpha, REAL beta) {
  const int item = get_local_id(0);
  REAL row[DEPTH], sum[COLUMNS];

  for (int k = 0; k < DEPTH; ++k)
    row[k] = mat_a[A_AT(item, k)];
  for (int j = 0; j < COLUMNS; ++j)
    sum[j] = 0;
  for (int k = 0; k < DEPTH; ++k)
    for (int j = 0; j < COLUMNS; ++j)
      sum[j] += row[k] * mat_b[B_AT(k, j)];
  for (int j = 0; j < COLUMNS; ++j) {
#ifdef READ_C
    mat_c[C_AT(item, j)] = alpha * sum[j] + beta * mat_c[C_AT(item, j)];
#else
    mat_c[C_AT(item, j)] = alpha * sum[j];
#endif
  }
}
