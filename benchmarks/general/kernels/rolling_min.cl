// rolling_min.cl: the least of each value and its seven predecessors, in rows of WG_SIZE and a border, through local memory
// bench: half=B kind=borders types=float,double
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE) --arg in=rand(GROUPS, WG_SIZE)
__kernel void rolling_min(__global REAL *out, __global const REAL *in) {
  __local REAL tile[WG_SIZE + 7];
  const int lid = get_local_id(0), g = get_global_id(0);
  tile[lid + 7] = in[g];
  for (int i = lid; i < 7; i += WG_SIZE) {
    const int from = (int)get_group_id(0) * WG_SIZE + i - 7;
    tile[i] = from >= 0 ? in[from] : INFINITY;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  REAL least = tile[lid];
  for (int k = 1; k < 8; k++)
    least = fmin(least, tile[lid + k]);
  out[g] = least;
}
