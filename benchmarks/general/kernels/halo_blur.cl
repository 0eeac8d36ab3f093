// halo_blur.cl: five-point blur of a signal, through a __local tile with two neighbours on either side
// bench: half=B kind=signals types=float,double
// pirch-run: --arg y=zeros(GROUPS, WG_SIZE) --arg x=rand(GROUPS, WG_SIZE) --arg n=GROUPS*WG_SIZE
#define REACH 2
__kernel void halo_blur(__global REAL *y, __global const REAL *x, int n) {
  __local REAL tile[WG_SIZE + 2 * REACH];
  const int lid = get_local_id(0), g = get_global_id(0);
  tile[lid + REACH] = x[min(g, n - 1)];
  if (lid < REACH) {
    tile[lid] = x[max(g - REACH, 0)];
    tile[lid + REACH + WG_SIZE] = x[min(g + WG_SIZE, n - 1)];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (g < n)
    y[g] = (tile[lid] + tile[lid + 4]) * (REAL)0.0625 + (tile[lid + 1] + tile[lid + 3]) * (REAL)0.25 +
           tile[lid + 2] * (REAL)0.375;
}
