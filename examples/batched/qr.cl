// QR factorization by Householder's reflections, and least squares by it: one
// matrix of WG_SIZE rows and COLUMNS columns (at most as many, WG_SIZE unless
// defined) per work group, one row per work item.
//
// geqrf leaves what LAPACK's geqrf does: R on and above the diagonal; below the
// diagonal of column k the vector v of the reflection 1 - tau v v^T, whose first
// element is 1. gels minimizes |A x - b| for each column of B and leaves A as
// geqrf does.
//
//   mat_a:  GROUPS x WG_SIZE x COLUMNS, row-major
//   tau:    GROUPS x COLUMNS
//   mat_b:  GROUPS x WG_SIZE x RIGHT_SIDES, row-major; on return the solution in
//           the first COLUMNS rows, and in the others what remains: their norm
//           is that of A x - b
//   info:   GROUPS; 0, or k where element (k, k) of R is the first that is zero,
//           so that no solution was computed
//   size:   COLUMNS. Loops over large matrices, which are in `__local` memory,
//           have a bound that is not known at compile time, and stay loops.
//
// pirch-run: --arg mat_a=rand(GROUPS, WG_SIZE, WG_SIZE)
// pirch-run: --arg mat_b=rand(GROUPS, WG_SIZE)
// pirch-run: --arg tau=zeros(GROUPS, WG_SIZE) --arg info=zeros(GROUPS)
// pirch-run: --arg size=WG_SIZE
#ifndef COLUMNS
#define COLUMNS WG_SIZE
#endif
#define COLUMNS_A COLUMNS
#include "matrices.h"

// Up to 16 rows, work items hold a row of the matrix each, in private arrays, and
// code for all of its elements is unrolled. Larger matrices are in a tile of
// `__local` memory, of which work item j computes column j, and loops stay loops.
#if WG_SIZE <= 16
#define IN_TILE 0
#define TILE_ROWS 1
#else
#define IN_TILE 1
#define TILE_ROWS WG_SIZE
#endif

// Choose the reflection that makes a column zero below its element k. Work item
// i has element `x` of the column, those before k have none. Each gets its
// element of the vector, and all get tau and element `beta` of R.
REAL choose_reflection(REAL x, int k, REAL *beta, REAL *tau) {
  const int item = get_local_id(0);
  REAL largest = 0, tail = 0;
  if (item >= k)
    largest = sub_group_reduce_max(fabs(x));
  largest = shuffle(largest, WG_SIZE - 1);

  // Elements of the size of 1, whose squares neither overflow nor vanish.
  x = largest > 0 ? x / largest : x;
  if (item > k)
    tail = sub_group_reduce_add(x * x);
  tail = shuffle(tail, WG_SIZE - 1);

  // A column that is zero below the diagonal is left alone, as by LAPACK.
  REAL head = shuffle(x, k), norm = sqrt(head * head + tail);
  norm = tail == 0 ? head : head > 0 ? -norm : norm;
  *beta = norm * (largest > 0 ? largest : 1);
  *tau = tail == 0 ? 0 : (norm - head) / norm;
  REAL scale = tail == 0 ? 1 : head - norm;
  return item == k ? 1 : x / scale;
}

// Factor the matrix whose rows the work items hold, and apply the reflections to
// X. Each of the first work items gets its element of tau.
#if !IN_TILE
void factor(REAL *row, REAL *x, int count, REAL (*tile)[WG_SIZE], REAL *vec,
            REAL *tau, int size) {
  const int item = get_local_id(0);
  for (int k = 0; k < COLUMNS; ++k) {
    REAL beta, factor, v = choose_reflection(row[k], k, &beta, &factor);
    if (item == k)
      *tau = factor;
    if (item >= k)
      row[k] = item == k ? beta : v;
    for (int j = k + 1; j < COLUMNS; ++j)
      if (item >= k)
        row[j] -= v * (factor * sub_group_reduce_add(v * row[j]));
    for (int r = 0; r < count; ++r)
      if (item >= k)
        x[r] -= v * (factor * sub_group_reduce_add(v * x[r]));
  }
}
#else
void factor(REAL *row, REAL *x, int count, REAL (*tile)[WG_SIZE], REAL *vec,
            REAL *tau, int size) {
  const int item = get_local_id(0);
  for (int j = 0; j < COLUMNS; ++j)
    tile[item][j] = row[j];
  barrier(CLK_LOCAL_MEM_FENCE);

  for (int k = 0; k < size; ++k) {
    REAL beta, factor, v = choose_reflection(tile[item][k], k, &beta, &factor);
    v = item < k ? 0 : v;
    if (item == k)
      *tau = factor;
    vec[item] = v;
    barrier(CLK_LOCAL_MEM_FENCE);

    REAL sum = 0;
    for (int i = k; i < WG_SIZE; ++i)
      sum += vec[i] * tile[i][item];
    sum *= factor;
    for (int i = k; i < WG_SIZE; ++i) {
      REAL old = tile[i][item], element = vec[i];
      REAL done = i == k ? beta : element;
      tile[i][item] = item > k ? old - element * sum : item == k ? done : old;
    }
    for (int r = 0; r < count; ++r)
      x[r] -= v * (factor * sub_group_reduce_add(v * x[r]));
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  for (int j = 0; j < COLUMNS; ++j)
    row[j] = tile[item][j];
}
#endif

__kernel void geqrf(__global REAL *restrict mat_a, __global REAL *restrict tau,
                    int size) {
  __local REAL tile[TILE_ROWS][WG_SIZE], vec[WG_SIZE];
  REAL row[COLUMNS], mine;

  for (int j = 0; j < COLUMNS; ++j)
    row[j] = mat_a[A_AT(get_local_id(0), j)];
  factor(row, row, 0, tile, vec, &mine, size);
  for (int j = 0; j < COLUMNS; ++j)
    mat_a[A_AT(get_local_id(0), j)] = row[j];
  if (get_local_id(0) < COLUMNS)
    tau[get_group_id(0) * COLUMNS + get_local_id(0)] = mine;
}

__kernel void gels(__global REAL *restrict mat_a, __global REAL *restrict mat_b,
                   __global int *restrict info, int size) {
  __local REAL tile[TILE_ROWS][WG_SIZE], vec[WG_SIZE];
  const int item = get_local_id(0);
  REAL row[COLUMNS], x[RIGHT_SIDES], tau;

  for (int j = 0; j < COLUMNS; ++j)
    row[j] = mat_a[A_AT(get_local_id(0), j)];
  for (int r = 0; r < RIGHT_SIDES; ++r)
    x[r] = mat_b[B_AT(item, r)];
  factor(row, x, RIGHT_SIDES, tile, vec, &tau, size);

  int failed = 0;
  for (int k = 0; k < COLUMNS; ++k)
    failed = shuffle(row[k], k) == 0 && failed == 0 ? k + 1 : failed;

  // R X = Q^T B from the bottom, where R has an inverse.
  for (int k = COLUMNS - 1; k >= 0; --k)
    for (int r = 0; r < RIGHT_SIDES; ++r) {
      if (item == k)
        x[r] = failed == 0 ? x[r] / row[k] : x[r];
      REAL known = shuffle(x[r], k);
      if (item < k)
        x[r] = failed == 0 ? x[r] - row[k] * known : x[r];
    }

  for (int j = 0; j < COLUMNS; ++j)
    mat_a[A_AT(get_local_id(0), j)] = row[j];
  for (int r = 0; r < RIGHT_SIDES; ++r)
    mat_b[B_AT(item, r)] = x[r];
  if (item == 0)
    info[get_group_id(0)] = failed;
}

// Make Q of what geqrf left: the product of the reflections, of which the first
// COLUMNS columns replace A.
__kernel void orgqr(__global REAL *restrict mat_a,
                    __global const REAL *restrict tau, int size) {
  __local REAL tile[WG_SIZE][WG_SIZE], vec[WG_SIZE];
  const int item = get_local_id(0);
  for (int j = 0; j < COLUMNS; ++j)
    tile[item][j] = item == j ? 1 : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = size - 1; k >= 0; --k) {
    vec[item] = item < k ? 0 : item == k ? 1 : mat_a[A_AT(item, k)];
    barrier(CLK_LOCAL_MEM_FENCE);
    REAL sum = 0;
    for (int i = k; i < WG_SIZE; ++i)
      sum += vec[i] * tile[i][item];
    sum *= tau[get_group_id(0) * COLUMNS + k];
    for (int i = k; i < WG_SIZE; ++i)
      tile[i][item] -= vec[i] * sum;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int j = 0; j < COLUMNS; ++j)
    mat_a[A_AT(item, j)] = tile[item][j];
}
