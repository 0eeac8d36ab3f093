// tree_argmin.cl: the least number of each row of WG_SIZE and its place, by a tree in __local arrays
// bench: half=B kind=rows types=float,double
// pirch-run: --arg least=zeros(GROUPS) --arg place=zeros(GROUPS) --arg x=rand(GROUPS, WG_SIZE)
__kernel void tree_argmin(__global REAL *least, __global int *place, __global const REAL *x) {
  __local REAL value[WG_SIZE];
  __local int index[WG_SIZE];
  const int lid = get_local_id(0);
  value[lid] = x[get_global_id(0)];
  index[lid] = lid;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (lid < s && value[lid + s] < value[lid]) {
      value[lid] = value[lid + s];
      index[lid] = index[lid + s];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) {
    least[get_group_id(0)] = value[0];
    place[get_group_id(0)] = index[0];
  }
}
