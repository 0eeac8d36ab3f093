// multiply4.cl: products of 4x4 matrices, one for each work item
// bench: half=B kind=structures types=float,double
// pirch-run: --arg c=zeros(GROUPS, WG_SIZE, 16) --arg a=rand(GROUPS, WG_SIZE, 16) --arg b=rand(GROUPS, WG_SIZE, 16)
__kernel void multiply4(__global REAL *c, __global const REAL *a, __global const REAL *b) {
  const size_t at = get_global_id(0) * 16;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      REAL sum = 0;
      for (int k = 0; k < 4; k++)
        sum += a[at + i * 4 + k] * b[at + k * 4 + j];
      c[at + i * 4 + j] = sum;
    }
}
