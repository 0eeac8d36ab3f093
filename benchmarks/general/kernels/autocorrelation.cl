// autocorrelation.cl: sums of products of a row of 64 samples with itself, shifted by as many samples as the work item's number
// bench: half=B kind=rows types=float,double
// bench: range x=-1:1
// pirch-run: --arg r=zeros(GROUPS, WG_SIZE) --arg x=rand(GROUPS, 64)
#define LENGTH 64
__kernel void autocorrelation(__global REAL *r, __global const REAL *x) {
  __local REAL row[LENGTH];
  const int lag = get_local_id(0);
  for (int i = lag; i < LENGTH; i += WG_SIZE)
    row[i] = x[get_group_id(0) * LENGTH + i];
  barrier(CLK_LOCAL_MEM_FENCE);
  REAL sum = 0;
  for (int i = 0; i < LENGTH - lag; i++)
    sum += row[i] * row[i + lag];
  r[get_global_id(0)] = sum / LENGTH;
}
