// LU factorization P A = L U with partial pivoting, and the solution of A X = B
// by it, as LAPACK's getrf, getrs and gesv: one matrix per work group, one row
// per work item.
//
//   mat_a:  GROUPS x WG_SIZE x WG_SIZE, row-major; on return L strictly below
//           the diagonal (its unit diagonal implied), U on and above it
//   pivots: GROUPS x WG_SIZE; row k + 1 was exchanged with row pivots[k], rows
//           counted from 1
//   mat_b:  GROUPS x WG_SIZE x RIGHT_SIDES, row-major; on return X. gesv leaves
//           P B of singular matrices.
//   info:   GROUPS; 0, or k where element (k, k) of U is the first that is zero.
//           The factorization is complete all the same.
//   size:   WG_SIZE. Loops over large matrices, which are in `__local` memory,
//           have a bound that is not known at compile time, and stay loops.
//
// pirch-run: --arg mat_a=rand(GROUPS, WG_SIZE, WG_SIZE)
// pirch-run: --arg mat_b=rand(GROUPS, WG_SIZE) --arg info=zeros(GROUPS)
// pirch-run: --arg pivots=zeros(GROUPS, WG_SIZE) --arg size=WG_SIZE
#include "matrices.h"
#include "pivots.h"

#define TILE_ROWS (IN_TILE ? WG_SIZE : 1)

// Factor the matrix whose rows the work items hold. Each gets its element of
// `pivots`; the result is `info`. What `tile` and `factors` hold, and that
// `origins` tells the row of A for each row of P A, is for large matrices only.
#if !IN_TILE
int factor(REAL *row, REAL (*tile)[WG_SIZE], REAL *factors, int *origins,
           int *pivot_row, int size) {
  const int item = get_local_id(0);
  int zero = 0;
  for (int k = 0; k < WG_SIZE; ++k) {
    int pivot_item = find_pivot(row[k], k);
    exchange_rows(row, WG_SIZE, k, pivot_item);
    if (item == k)
      *pivot_row = pivot_item + 1;

    REAL pivot = shuffle(row[k], k);
    zero = pivot == 0 && zero == 0 ? k + 1 : zero;
    if (item > k)
      row[k] = pivot == 0 ? row[k] : row[k] / pivot;
    for (int j = k + 1; j < WG_SIZE; ++j) {
      REAL above = shuffle(row[j], k);
      if (item > k)
        row[j] -= row[k] * above;
    }
  }
  return zero;
}
#else
// Work item j computes column j of the tile here.
int factor(REAL *row, REAL (*tile)[WG_SIZE], REAL *factors, int *origins,
           int *pivot_row, int size) {
  const int item = get_local_id(0);
  int zero = 0;
  for (int j = 0; j < WG_SIZE; ++j)
    tile[item][j] = row[j];
  origins[item] = item;
  barrier(CLK_LOCAL_MEM_FENCE);

  for (int k = 0; k < size; ++k) {
    REAL mine = tile[item][k], replaced = tile[k][k];
    int pivot_item = find_pivot_of_column(mine, replaced, k);
    if (item == k)
      *pivot_row = pivot_item + 1;

    REAL pivot = tile[pivot_item][k];
    zero = pivot == 0 && zero == 0 ? k + 1 : zero;
    mine = item == pivot_item ? replaced : mine;
    factors[item] = pivot == 0 ? mine : mine / pivot;
    REAL above = tile[k][item], below = tile[pivot_item][item];
    int moved = origins[k], chosen = origins[pivot_item];
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[pivot_item][item] = above;
    tile[k][item] = below;
    origins[pivot_item] = moved;
    origins[k] = chosen;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = k + 1; i < size; ++i) {
      REAL x = tile[i][item], multiple = factors[i];
      tile[i][item] = item > k ? x - multiple * below : item == k ? multiple : x;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  for (int j = 0; j < WG_SIZE; ++j)
    row[j] = tile[item][j];
  return zero;
}
#endif

// Solve L U X = P B, given the rows of L and U, of P B and then of X.
void substitute(const REAL *row, REAL *x) {
  const int item = get_local_id(0);
  for (int k = 0; k < WG_SIZE; ++k)
    for (int r = 0; r < RIGHT_SIDES; ++r) {
      REAL known = shuffle(x[r], k);
      if (item > k)
        x[r] -= row[k] * known;
    }
  for (int k = WG_SIZE - 1; k >= 0; --k)
    for (int r = 0; r < RIGHT_SIDES; ++r) {
      if (item == k)
        x[r] /= row[k];
      REAL known = shuffle(x[r], k);
      if (item < k)
        x[r] -= row[k] * known;
    }
}

// A row of the group's part of B.
void load_row(REAL *x, __global const REAL *mat_b, int row) {
  for (int r = 0; r < RIGHT_SIDES; ++r)
    x[r] = mat_b[B_AT(row, r)];
}

__kernel void getrf(__global REAL *restrict mat_a, __global int *restrict pivots,
                    __global int *restrict info, int size) {
  __local REAL tile[TILE_ROWS][WG_SIZE], factors[WG_SIZE];
  __local int origins[WG_SIZE];
  REAL row[WG_SIZE];
  int pivot_row;
  for (int j = 0; j < WG_SIZE; ++j)
    row[j] = mat_a[A_AT(get_local_id(0), j)];
  int zero = factor(row, tile, factors, origins, &pivot_row, size);
  for (int j = 0; j < WG_SIZE; ++j)
    mat_a[A_AT(get_local_id(0), j)] = row[j];
  pivots[get_group_id(0) * STRIDE_PIVOTS + get_local_id(0)] = pivot_row;
  if (get_local_id(0) == 0)
    info[get_group_id(0)] = zero;
}

__kernel void getrs(__global REAL *restrict mat_b,
                    __global const REAL *restrict mat_a,
                    __global const int *restrict pivots, int size) {
  REAL row[WG_SIZE], x[RIGHT_SIDES];
  for (int j = 0; j < WG_SIZE; ++j)
    row[j] = mat_a[A_AT(get_local_id(0), j)];
#if !IN_TILE
  load_row(x, mat_b, get_local_id(0));
  int pivot_row = pivots[get_group_id(0) * STRIDE_PIVOTS + get_local_id(0)];
  for (int k = 0; k < WG_SIZE; ++k)
    exchange_rows(x, RIGHT_SIDES, k, shuffle(pivot_row, k) - 1);
#else
  __local int origins[WG_SIZE];
  origins[get_local_id(0)] = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < size; ++k) {
    int other = pivots[get_group_id(0) * STRIDE_PIVOTS + k] - 1;
    other = other < k || other >= WG_SIZE ? k : other;
    int moved = origins[k], chosen = origins[other];
    barrier(CLK_LOCAL_MEM_FENCE);
    origins[other] = moved;
    origins[k] = chosen;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  load_row(x, mat_b, origins[get_local_id(0)]);
  // Others' rows of B are overwritten below.
  barrier(CLK_GLOBAL_MEM_FENCE);
#endif
  substitute(row, x);
  for (int r = 0; r < RIGHT_SIDES; ++r)
    mat_b[B_AT(get_local_id(0), r)] = x[r];
}

__kernel void gesv(__global REAL *restrict mat_a, __global REAL *restrict mat_b,
                   __global int *restrict pivots, __global int *restrict info,
                   int size) {
  __local REAL tile[TILE_ROWS][WG_SIZE], factors[WG_SIZE];
  __local int origins[WG_SIZE];
  REAL row[WG_SIZE], x[RIGHT_SIDES];
  int pivot_row;
  for (int j = 0; j < WG_SIZE; ++j)
    row[j] = mat_a[A_AT(get_local_id(0), j)];
  int zero = factor(row, tile, factors, origins, &pivot_row, size);
#if !IN_TILE
  load_row(x, mat_b, get_local_id(0));
  for (int k = 0; k < WG_SIZE; ++k)
    exchange_rows(x, RIGHT_SIDES, k, shuffle(pivot_row, k) - 1);
#else
  load_row(x, mat_b, origins[get_local_id(0)]);
  // Others' rows of B are overwritten below.
  barrier(CLK_GLOBAL_MEM_FENCE);
#endif
  REAL solution[RIGHT_SIDES];
  for (int r = 0; r < RIGHT_SIDES; ++r)
    solution[r] = x[r];
  substitute(row, solution);
  for (int j = 0; j < WG_SIZE; ++j)
    mat_a[A_AT(get_local_id(0), j)] = row[j];
  for (int r = 0; r < RIGHT_SIDES; ++r)
    mat_b[B_AT(get_local_id(0), r)] = zero == 0 ? solution[r] : x[r];
  pivots[get_group_id(0) * STRIDE_PIVOTS + get_local_id(0)] = pivot_row;
  if (get_local_id(0) == 0)
    info[get_group_id(0)] = zero;
}
