// spline.cl: cubic splines over 32 knots, found by bisection (in benchmarks knots are in no order; all forms go the same way)
// bench: half=B kind=gathers types=float,double
// bench: range x=0:1
// pirch-run: --arg y=zeros(GROUPS, WG_SIZE) --arg x=rand(GROUPS, WG_SIZE) --arg knots=rand(32) --arg coefficients=rand(32, 4) --arg n=GROUPS*WG_SIZE
__kernel void spline(__global REAL *y, __global const REAL *x, __global const REAL *knots,
                     __global const REAL *coefficients, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  REAL at = x[i];
  int low = 0, high = 32;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (knots[middle] <= at)
      low = middle;
    else
      high = middle;
  }
  __global const REAL *c = coefficients + 4 * low;
  REAL t = at - knots[low];
  y[i] = c[0] + t * (c[1] + t * (c[2] + t * c[3]));
}
