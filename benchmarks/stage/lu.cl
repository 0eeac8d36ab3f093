// LU factorization without pivoting of matrices of n rows, at most WG_SIZE: a
// work item has a row. Where n is not known, each round of the loops asks for
// it, and rows lie in arrays with subscripts known only at run time.
//
// pirch-run: --arg a=rand(GROUPS, SIZE, SIZE) --arg n=SIZE --arg shift=SIZE
__kernel void lu(__global double *a, int n, double shift) {
  double row[WG_SIZE];
  int item = get_local_id(0);
  __global double *own = a + (get_group_id(0) * n + item) * n;
  if (item < n)
    for (int j = 0; j < n; ++j)
      row[j] = own[j] + (item == j ? shift : 0);
  for (int k = 0; k < n - 1; ++k) {
    double factor = row[k] / shuffle(row[k], k);
    for (int j = k + 1; j < n; ++j) {
      double pivot = shuffle(row[j], k);
      if (item > k)
        row[j] -= factor * pivot;
    }
    if (item > k)
      row[k] = factor;
  }
  if (item < n)
    for (int j = 0; j < n; ++j)
      own[j] = row[j];
}
