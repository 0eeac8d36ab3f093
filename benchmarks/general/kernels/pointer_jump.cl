// pointer_jump.cl: the root of each of the WG_SIZE nodes of a forest and the distance to it, by pointer jumping
// bench: half=B kind=graphs
// bench: range parent=0:31
// pirch-run: --arg root=zeros(GROUPS, WG_SIZE) --arg depth=zeros(GROUPS, WG_SIZE) --arg parent=rand(GROUPS, WG_SIZE)
__kernel void pointer_jump(__global int *root, __global int *depth, __global const int *parent) {
  __local int next[WG_SIZE], far[WG_SIZE];
  const int lid = get_local_id(0);
  const size_t g = get_global_id(0);
  int up = min(parent[g], lid);
  int steps = up != lid;
  for (int reach = 1; reach < WG_SIZE; reach *= 2) {
    next[lid] = up;
    far[lid] = steps;
    barrier(CLK_LOCAL_MEM_FENCE);
    steps += far[up];
    up = next[up];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  root[g] = up;
  depth[g] = steps;
}
