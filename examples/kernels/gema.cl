// Matrix addition C = A + B, one matrix per work group and one row per work
// item: work item i holds row i of A and of B. No work item needs another's
// data, so the kernel measures how fast a group's matrix streams through.
//
//   mat_a, mat_b, mat_c: GROUPS x WG_SIZE x WG_SIZE, row-major
//
// pirch-run: --arg mat_c=zeros(GROUPS, WG_SIZE, WG_SIZE)
// pirch-run: --arg mat_a=rand(GROUPS, WG_SIZE, WG_SIZE)
// pirch-run: --arg mat_b=rand(GROUPS, WG_SIZE, WG_SIZE)
#ifndef REAL
#define REAL double
#endif

__kernel void gema(__global REAL *restrict mat_c,
                   __global const REAL *restrict mat_a,
                   __global const REAL *restrict mat_b) {
  size_t first = (get_group_id() * WG_SIZE + get_local_id()) * WG_SIZE;
  REAL row_a[WG_SIZE], row_b[WG_SIZE];

  for (int ix = 0; ix < WG_SIZE; ++ix) {
    row_a[ix] = mat_a[first + ix];
    row_b[ix] = mat_b[first + ix];
  }

  for (int ix = 0; ix < WG_SIZE; ++ix)
    mat_c[first + ix] = row_a[ix] + row_b[ix];
}
