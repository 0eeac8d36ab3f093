// Inverse by Gauss and Jordan's elimination with partial pivoting, in place: one
// matrix per work group, one row per work item.
//
//   mat_a:  GROUPS x WG_SIZE x WG_SIZE, row-major; on return the inverse
//   info:   GROUPS; 0, or k where the pivot of column k is the first that is
//           zero. The matrix has no inverse then, and what is left of it is not
//           defined.
//   size:   WG_SIZE. Loops over large matrices, which are in `__local` memory,
//           have a bound that is not known at compile time, and stay loops.
//
// pirch-run: --arg mat_a=rand(GROUPS, WG_SIZE, WG_SIZE)
// pirch-run: --arg info=zeros(GROUPS) --arg size=WG_SIZE
#include "matrices.h"
#include "pivots.h"

__kernel void getri(__global REAL *restrict mat_a, __global int *restrict info,
                    int size) {
  const int item = get_local_id(0);
#if !IN_TILE
  REAL row[WG_SIZE];
  int zero = 0, origin = item;

  for (int j = 0; j < WG_SIZE; ++j)
    row[j] = mat_a[A_AT(item, j)];

  for (int k = 0; k < WG_SIZE; ++k) {
    int pivot_item = find_pivot(row[k], k);
    exchange_rows(row, WG_SIZE, k, pivot_item);
    int replaced = shuffle(origin, k), chosen = shuffle(origin, pivot_item);
    if (item >= k)
      origin = item == k ? chosen : item == pivot_item ? replaced : origin;

    // Row k becomes that of the equation for unknown k, and is subtracted from
    // all others; column k is one of the inverse from now on.
    REAL pivot = shuffle(row[k], k), multiple = row[k];
    zero = pivot == 0 && zero == 0 ? k + 1 : zero;
    row[k] = item == k ? 1 : 0;
    for (int j = 0; j < WG_SIZE; ++j) {
      if (item == k)
        row[j] /= pivot;
      REAL known = shuffle(row[j], k);
      if (item != k)
        row[j] -= multiple * known;
    }
  }

  // Exchanges of rows of A are exchanges of columns of its inverse.
  for (int j = 0; j < WG_SIZE; ++j)
    mat_a[A_AT(item, shuffle(origin, j))] = row[j];
#else
  // Work item j computes column j of the tile.
  __local REAL tile[WG_SIZE][WG_SIZE], multiples[WG_SIZE];
  __local int origins[WG_SIZE];
  int zero = 0;

  for (int i = 0; i < size; ++i)
    tile[i][item] = mat_a[A_AT(i, item)];
  origins[item] = item;
  barrier(CLK_LOCAL_MEM_FENCE);

  for (int k = 0; k < size; ++k) {
    REAL mine = tile[item][k], replaced = tile[k][k];
    int pivot_item = find_pivot_of_column(mine, replaced, k);
    REAL pivot = tile[pivot_item][k];
    zero = pivot == 0 && zero == 0 ? k + 1 : zero;
    multiples[item] = item == pivot_item ? replaced : mine;
    REAL above = tile[k][item], below = tile[pivot_item][item];
    int moved = origins[k], chosen = origins[pivot_item];
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[pivot_item][item] = above;
    origins[pivot_item] = moved;
    origins[k] = chosen;
    REAL known = (item == k ? 1 : below) / pivot;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < size; ++i) {
      REAL x = item == k ? 0 : tile[i][item], multiple = multiples[i];
      tile[i][item] = i == k ? known : x - multiple * known;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  for (int i = 0; i < size; ++i)
    mat_a[A_AT(i, origins[item])] = tile[i][item];
#endif
  if (item == 0)
    info[get_group_id(0)] = zero;
}
