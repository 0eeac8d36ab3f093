// power_iteration.cl: the greatest eigenvalue of symmetric matrices of WG_SIZE rows by eight steps, a row for each work item
// bench: half=B kind=systems types=float,double tolerance=1e-3
// pirch-run: --arg value=zeros(GROUPS) --arg a=rand(GROUPS, WG_SIZE, WG_SIZE)
__kernel void power_iteration(__global REAL *value, __global const REAL *a) {
  __local REAL x[WG_SIZE];
  const int lid = get_local_id(0);
  const __global REAL *row = a + get_global_id(0) * WG_SIZE;
  REAL mine[WG_SIZE], norm = 0;
  for (int j = 0; j < WG_SIZE; j++)
    mine[j] = row[j];
  x[lid] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 0; step < 8; step++) {
    REAL sum = 0;
    for (int j = 0; j < WG_SIZE; j++)
      sum += mine[j] * x[j];
    norm = sqrt(work_group_reduce_add(sum * sum));
    barrier(CLK_LOCAL_MEM_FENCE);
    x[lid] = sum / norm;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0)
    value[get_group_id(0)] = norm;
}
