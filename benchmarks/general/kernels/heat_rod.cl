// heat_rod.cl: one step of heat conduction in a rod, through whose ends no heat goes
// bench: half=B kind=signals types=float,double
// pirch-run: --arg y=zeros(GROUPS, WG_SIZE) --arg x=rand(GROUPS, WG_SIZE) --arg k=0.2 --arg n=GROUPS*WG_SIZE
__kernel void heat_rod(__global REAL *y, __global const REAL *x, REAL k, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  REAL left = x[max(i - 1, 0)], right = x[min(i + 1, n - 1)];
  y[i] = x[i] + k * (left - 2 * x[i] + right);
}
