// Two triangular solves in a row, L U x = b, one system per work group: what
// applying a factored block of a preconditioner does. Work item i holds row i
// of the factors and element i of the vector. Both solves go by columns: once
// element s is known, the work items it matters to subtract their multiple of
// it.
//
//   mat_lu: GROUPS x WG_SIZE x WG_SIZE, row-major; L strictly below the
//           diagonal (its unit diagonal implied), U on and above it
//   vec_b:  GROUPS x WG_SIZE; on return x
//   shift:  added to the diagonal of U. WG_SIZE makes a random U dominated by
//           its diagonal, so that x is of the size of b; factors of a matrix
//           want 0.
//
// pirch-run: --arg vec_b=rand(GROUPS, WG_SIZE)
// pirch-run: --arg mat_lu=rand(GROUPS, WG_SIZE, WG_SIZE) --arg shift=WG_SIZE
#ifndef REAL
#define REAL double
#endif

__kernel void trsv(__global REAL *restrict vec_b,
                   __global const REAL *restrict mat_lu, REAL shift) {
  size_t item = get_group_id() * WG_SIZE + get_local_id();
  REAL row[WG_SIZE];
  REAL x = vec_b[item];

  for (int ix = 0; ix < WG_SIZE; ++ix)
    row[ix] = mat_lu[item * WG_SIZE + ix];

  // L y = b: y replaces b from the top.
  for (int s = 0; s < WG_SIZE; ++s) {
    REAL known = shuffle(x, s);
    if (get_local_id() > s)
      x -= row[s] * known;
  }

  // U x = y: x replaces y from the bottom.
  for (int s = WG_SIZE - 1; s >= 0; --s) {
    if (get_local_id() == s)
      x /= row[s] + shift;
    REAL known = shuffle(x, s);
    if (get_local_id() < s)
      x -= row[s] * known;
  }

  vec_b[item] = x;
}
