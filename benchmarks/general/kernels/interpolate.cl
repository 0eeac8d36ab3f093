// interpolate.cl: values of a function of 256 steps between its tabulated ones
// bench: half=B kind=gathers types=float,double
// pirch-run: --arg y=zeros(GROUPS, WG_SIZE) --arg x=rand(GROUPS, WG_SIZE) --arg table=rand(257) --arg n=GROUPS*WG_SIZE-3
__kernel void interpolate(__global REAL *y, __global const REAL *x, __global const REAL *table, int n) {
  int i = get_global_id(0);
  if (i < n) {
    REAL at = x[i] * 256;
    int step = clamp((int)at, 0, 255);
    REAL part = at - step;
    y[i] = table[step] + part * (table[step + 1] - table[step]);
  }
}
