// segmented_scan.cl: running sums that begin again where a flag is set
// bench: half=B kind=collectives types=float,double
// bench: range flag=0:3
// pirch-run: --arg y=zeros(GROUPS, WG_SIZE) --arg x=rand(GROUPS, WG_SIZE) --arg flag=rand(GROUPS, WG_SIZE)
__kernel void segmented_scan(__global REAL *y, __global const REAL *x, __global const uchar *flag) {
  __local REAL sums[WG_SIZE];
  __local uchar heads[WG_SIZE];
  const int lid = get_local_id(0);
  const size_t g = get_global_id(0);
  REAL sum = x[g];
  uchar head = flag[g] == 0;
  for (int far = 1; far < WG_SIZE; far <<= 1) {
    sums[lid] = sum;
    heads[lid] = head;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid >= far) {
      if (!head)
        sum += sums[lid - far];
      head |= heads[lid - far];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  y[g] = sum;
}
