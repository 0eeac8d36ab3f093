// hillis_scan.cl: running sums of rows of WG_SIZE, by steps of Hillis and Steele between two halves of a __local array
// bench: half=B kind=shuffles types=float,double
// bench: range x=-1:1
// pirch-run: --arg sums=zeros(GROUPS, WG_SIZE) --arg x=rand(GROUPS, WG_SIZE)
__kernel void hillis_scan(__global REAL *sums, __global const REAL *x) {
  __local REAL temp[2 * WG_SIZE];
  const uint lid = get_local_id(0);
  uint out = 0, in = 1;
  temp[lid] = x[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint offset = 1; offset < WG_SIZE; offset *= 2) {
    out = 1 - out;
    in = 1 - out;
    if (lid >= offset)
      temp[out * WG_SIZE + lid] = temp[in * WG_SIZE + lid] + temp[in * WG_SIZE + lid - offset];
    else
      temp[out * WG_SIZE + lid] = temp[in * WG_SIZE + lid];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  sums[get_global_id(0)] = temp[out * WG_SIZE + lid];
}
