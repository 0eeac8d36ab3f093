// ell_spmv.cl: a sparse matrix of 8 entries a row (ELLPACK) times a vector
// bench: half=B kind=gathers types=float,double
// bench: range columns=0:1023
// pirch-run: --arg y=zeros(GROUPS, WG_SIZE) --arg values=rand(8, GROUPS * WG_SIZE) --arg columns=rand(8, GROUPS * WG_SIZE) --arg x=rand(1024) --arg rows=GROUPS*WG_SIZE --arg width=8
__kernel void ell_spmv(__global REAL *y, __global const REAL *values, __global const int *columns,
                       __global const REAL *x, int rows, int width) {
  int row = get_global_id(0);
  if (row < rows) {
    REAL sum = 0;
    for (int k = 0; k < width; k++)
      sum += values[k * rows + row] * x[columns[k * rows + row]];
    y[row] = sum;
  }
}
