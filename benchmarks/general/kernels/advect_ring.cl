// advect_ring.cl: one step of transport around a ring, by differences over two neighbours on either side
// bench: half=B kind=signals types=float,double
// pirch-run: --arg y=zeros(GROUPS, WG_SIZE) --arg x=rand(GROUPS, WG_SIZE) --arg c=0.1 --arg n=GROUPS*WG_SIZE
__kernel void advect_ring(__global REAL *y, __global const REAL *x, REAL c, int n) {
  int i = get_global_id(0);
  REAL slope = x[(i + n - 2) % n] - 8 * x[(i + n - 1) % n] + 8 * x[(i + 1) % n] - x[(i + 2) % n];
  y[i] = x[i] - c * slope;
}
