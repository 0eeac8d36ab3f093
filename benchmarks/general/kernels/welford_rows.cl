// welford_rows.cl: mean and variance of rows of 256 numbers, by Welford's steps in each work item and Chan's between them
// bench: half=B kind=rows types=float,double
// pirch-run: --arg stats=zeros(GROUPS, 2) --arg x=rand(GROUPS, 256) --arg n=256
__kernel void welford_rows(__global REAL *stats, __global const REAL *x, int n) {
  __local REAL means[WG_SIZE], squares[WG_SIZE];
  __local int counts[WG_SIZE];
  const int lid = get_local_id(0);
  __global const REAL *row = x + get_group_id(0) * n;
  REAL mean = 0, m2 = 0;
  int count = 0;
  for (int i = lid; i < n; i += get_local_size(0)) {
    REAL value = row[i], delta = value - mean;
    count++;
    mean += delta / count;
    m2 += delta * (value - mean);
  }
  means[lid] = mean;
  squares[lid] = m2;
  counts[lid] = count;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = WG_SIZE / 2; s > 0; s >>= 1) {
    if (lid < s) {
      int all = counts[lid] + counts[lid + s];
      REAL delta = means[lid + s] - means[lid];
      means[lid] += delta * counts[lid + s] / all;
      squares[lid] += squares[lid + s] + delta * delta * counts[lid] * counts[lid + s] / all;
      counts[lid] = all;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) {
    stats[2 * get_group_id(0)] = means[0];
    stats[2 * get_group_id(0) + 1] = squares[0] / (n - 1);
  }
}
