// haar.cl: the Haar wavelet of rows of 2 WG_SIZE numbers, all levels, in local memory
// bench: half=B kind=shuffles types=float,double
// pirch-run: --arg y=zeros(GROUPS, WG_SIZE, 2) --arg x=rand(GROUPS, WG_SIZE, 2)
#define SCALE ((REAL)0.70710678118654752)
__kernel void haar(__global REAL *y, __global const REAL *x) {
  __local REAL row[2 * WG_SIZE];
  const int lid = get_local_id(0), base = get_group_id(0) * 2 * WG_SIZE;
  row[lid] = x[base + lid];
  row[lid + WG_SIZE] = x[base + lid + WG_SIZE];
  for (int n = WG_SIZE; n > 0; n /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    REAL a = 0, b = 0;
    if (lid < n) {
      a = row[2 * lid];
      b = row[2 * lid + 1];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < n) {
      row[lid] = (a + b) * SCALE;
      row[lid + n] = (a - b) * SCALE;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  y[base + lid] = row[lid];
  y[base + lid + WG_SIZE] = row[lid + WG_SIZE];
}
