// saxpby.cl: y = a x + b y, in place, with a grid stride of one round
// bench: half=B kind=updates types=float,double
// pirch-run: --arg y=rand(GROUPS, 4, WG_SIZE) --arg x=rand(GROUPS, 4, WG_SIZE) --arg a=2 --arg b=0.5
__kernel void saxpby(__global REAL *y, __global const REAL *x, REAL a, REAL b) {
  const size_t start = get_group_id(0) * 4 * WG_SIZE, end = start + 4 * WG_SIZE;
  for (size_t i = start + get_local_id(0); i < end; i += WG_SIZE)
    y[i] = a * x[i] + b * y[i];
}
