// LDU factorization A = L D U with static pivoting: the diagonal's elements are
// the pivots, in order. One matrix per work group, in place; work item i holds
// row i. As ../ldus.cl, for random matrices whose factors must stay small.
//
//   mat_a: GROUPS x WG_SIZE x WG_SIZE, row-major; on return L strictly below
//          the diagonal, D on it, U strictly above (unit diagonals of L and U
//          implied)
//   shift: added to the diagonal of A. WG_SIZE makes a random A dominated by
//          its diagonal, where static pivoting is stable.
//
// pirch-run: --arg mat_a=rand(GROUPS, WG_SIZE, WG_SIZE) --arg shift=WG_SIZE
#ifndef REAL
#define REAL double
#endif

__kernel void ldus(__global REAL *restrict mat_a, REAL shift) {
  size_t first = (get_group_id() * WG_SIZE + get_local_id()) * WG_SIZE;
  REAL row[WG_SIZE], pivot[WG_SIZE];

  for (int ix = 0; ix < WG_SIZE; ++ix) {
    row[ix] = mat_a[first + ix];
    if (get_local_id() == ix)
      row[ix] += shift;
  }

  for (int s = 0; s < WG_SIZE; ++s) {
    for (int ix = s; ix < WG_SIZE; ++ix)
      pivot[ix] = shuffle(row[ix], s);

    // Column s of L.
    if (get_local_id() > s)
      row[s] /= pivot[s];

    // Row s of U, and the rows below less their multiple of it. These multiply
    // D U by what has become L, so no second copy of row s is needed.
    for (int ix = s + 1; ix < WG_SIZE; ++ix)
      if (get_local_id() >= s)
        row[ix] = get_local_id() == s ? row[ix] / pivot[s]
                                      : row[ix] - row[s] * pivot[ix];
  }

  for (int ix = 0; ix < WG_SIZE; ++ix)
    mat_a[first + ix] = row[ix];
}
