// Matrix product C = A B as a sum of outer products, one product per work group
// and one row per work item: work item i holds row i of A, of B and of C. Step
// s adds column s of A times row s of B; every work item has its element of the
// column in its own row, and work item s passes the row of B around.
//
//   mat_a, mat_b, mat_c: GROUPS x WG_SIZE x WG_SIZE, row-major
//
// pirch-run: --arg mat_c=zeros(GROUPS, WG_SIZE, WG_SIZE)
// pirch-run: --arg mat_a=rand(GROUPS, WG_SIZE, WG_SIZE)
// pirch-run: --arg mat_b=rand(GROUPS, WG_SIZE, WG_SIZE)
#ifndef REAL
#define REAL double
#endif

__kernel void gemm(__global REAL *restrict mat_c,
                   __global const REAL *restrict mat_a,
                   __global const REAL *restrict mat_b) {
  size_t first = (get_group_id() * WG_SIZE + get_local_id()) * WG_SIZE;
  REAL row_a[WG_SIZE], row_b[WG_SIZE], row_c[WG_SIZE];

  for (int ix = 0; ix < WG_SIZE; ++ix) {
    row_a[ix] = mat_a[first + ix];
    row_b[ix] = mat_b[first + ix];
    row_c[ix] = 0;
  }

  for (int s = 0; s < WG_SIZE; ++s)
    for (int ix = 0; ix < WG_SIZE; ++ix)
      row_c[ix] += row_a[s] * shuffle(row_b[ix], s);

  for (int ix = 0; ix < WG_SIZE; ++ix)
    mat_c[first + ix] = row_c[ix];
}
