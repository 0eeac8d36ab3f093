// q8_blocks.cl: dot products of two rows of 8 blocks, each of 32 signed bytes behind a scale of 16 bits, a row to each group
// bench: half=B kind=rows
// bench: range rows=0:59
// bench: range vector=0:59
// pirch-run: --arg y=zeros(GROUPS) --arg rows=rand(GROUPS, 272) --arg vector=rand(272)
typedef struct {
  half d;
  char q[32];
} Block;
__kernel void q8_blocks(__global float *y, __global const uchar *rows, __global const uchar *vector) {
  __global const Block *w = (__global const Block *)rows, *x = (__global const Block *)vector;
  __local float part[WG_SIZE];
  const int lid = get_local_id(0), row = get_group_id(0);
  float sum = 0;
  for (int b = lid; b < 8; b += WG_SIZE) {
    __global const Block *left = w + row * 8 + b, *right = x + b;
    int dot = 0;
    for (int i = 0; i < 32; i++)
      dot += left->q[i] * right->q[i];
    sum += dot * vload_half(0, &left->d) * vload_half(0, &right->d);
  }
  part[lid] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = WG_SIZE / 2; s > 0; s /= 2) {
    if (lid < s)
      part[lid] += part[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0)
    y[row] = part[0];
}
