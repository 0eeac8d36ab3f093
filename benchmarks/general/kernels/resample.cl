// resample.cl: systematic resampling of the WG_SIZE particles of a filter by their weights
// bench: half=B kind=shuffles types=float,double
// bench: range weight=0.1:1
// bench: range u=0:1
// pirch-run: --arg chosen=zeros(GROUPS, WG_SIZE) --arg weight=rand(GROUPS, WG_SIZE) --arg u=rand(GROUPS)
__kernel void resample(__global int *chosen, __global const REAL *weight, __global const REAL *u) {
  __local REAL sums[WG_SIZE];
  const int lid = get_local_id(0);
  const size_t g = get_global_id(0);
  sums[lid] = sub_group_scan_inclusive_add(weight[g]);
  barrier(CLK_LOCAL_MEM_FENCE);
  REAL at = (lid + u[get_group_id(0)]) * sums[WG_SIZE - 1] / WG_SIZE;
  int low = 0, high = WG_SIZE - 1;
  while (low < high) {
    int middle = (low + high) / 2;
    if (sums[middle] < at)
      low = middle + 1;
    else
      high = middle;
  }
  chosen[g] = low;
}
