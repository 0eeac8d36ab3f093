// half_gemv.cl: a matrix of halfs times a vector of halfs, a row of 256 to each group, with sums of floats
// bench: half=B kind=rows
// bench: range a=0:15360
// bench: range x=0:15360
// pirch-run: --arg y=zeros(GROUPS) --arg a=rand(GROUPS, 256) --arg x=rand(256) --arg n=256
__kernel void half_gemv(__global float *y, __global const ushort *a, __global const ushort *x, int n) {
  __local float part[WG_SIZE];
  const int lid = get_local_id(0), row = get_group_id(0);
  __global const half *line = (__global const half *)(a + row * n);
  float sum = 0;
  for (int i = lid; i < n; i += WG_SIZE)
    sum += vload_half(i, line) * vload_half(i, (__global const half *)x);
  part[lid] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = WG_SIZE / 2; s > 0; s >>= 1) {
    if (lid < s)
      part[lid] += part[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0)
    y[row] = part[0];
}
