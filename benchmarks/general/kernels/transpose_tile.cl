// transpose_tile.cl: squares of WG_SIZE x WG_SIZE transposed through local memory, a row for each work item
// bench: half=B kind=shuffles types=float,double
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE, WG_SIZE) --arg in=rand(GROUPS, WG_SIZE, WG_SIZE)
__kernel void transpose_tile(__global REAL *out, __global const REAL *in) {
  __local REAL tile[WG_SIZE][WG_SIZE + 1];
  const int lid = get_local_id(0), square = get_group_id(0) * WG_SIZE * WG_SIZE;
  for (int row = 0; row < WG_SIZE; row++)
    tile[row][lid] = in[square + row * WG_SIZE + lid];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int row = 0; row < WG_SIZE; row++)
    out[square + row * WG_SIZE + lid] = tile[lid][row];
}
