// gauss_jordan.cl: solve A x = b by Gauss-Jordan elimination with partial pivoting, a row for each work item
// bench: half=A kind=shuffles types=float,double tolerance=1e-2
// bench: range a=-1:1
// pirch-run: --arg x=zeros(GROUPS, WG_SIZE) --arg a=rand(GROUPS, WG_SIZE, WG_SIZE) --arg b=rand(GROUPS, WG_SIZE)
__kernel void gauss_jordan(__global REAL *x, __global const REAL *a, __global const REAL *b) {
  const int lid = get_local_id(0);
  REAL row[WG_SIZE];
  for (int j = 0; j < WG_SIZE; ++j)
    row[j] = a[get_global_id(0) * WG_SIZE + j];
  REAL rhs = b[get_global_id(0)];
  int unknown = -1;
  for (int k = 0; k < WG_SIZE; ++k) {
    REAL size = unknown < 0 ? fabs(row[k]) : (REAL)-1;
    REAL top = sub_group_reduce_max(size);
    int pivot = sub_group_reduce_min(size == top ? lid : WG_SIZE);
    if (lid == pivot)
      unknown = k;
    REAL scale = 1 / shuffle(row[k], pivot);
    REAL factor = row[k] * scale;
    bool other = lid != pivot;
    for (int j = k + 1; j < WG_SIZE; ++j) {
      REAL p = shuffle(row[j], pivot);
      row[j] = other ? row[j] - factor * p : p * scale;
    }
    REAL p = shuffle(rhs, pivot);
    rhs = other ? rhs - factor * p : p * scale;
  }
  x[get_group_id(0) * WG_SIZE + unknown] = rhs;
}
