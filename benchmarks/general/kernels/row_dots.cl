// row_dots.cl: dot products of rows of n numbers, a pair of rows for each work item
// bench: half=B kind=rows types=float,double
// pirch-run: --arg y=zeros(GROUPS, WG_SIZE) --arg a=rand(GROUPS, WG_SIZE, 50) --arg b=rand(GROUPS, WG_SIZE, 50) --arg n=50
__kernel void row_dots(__global REAL *y, __global const REAL *a, __global const REAL *b, int n) {
  int row = get_global_id(0);
  REAL sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[row * n + i] * b[row * n + i];
  y[row] = sum;
}
