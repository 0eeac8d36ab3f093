// Each iteration of an unrolled loop has the same staged value.
// RUN: pirch-run %s --wg-size=4 --groups=5 --check --target=avx2
// RUN: pirch-run %s --wg-size=4 --groups=5 --check --stage=0=2
// pirch-run: --arg a=rand(GROUPS*WG_SIZE) --arg out=zeros(GROUPS*WG_SIZE, 6) --arg n=6
__kernel void unrolled(__global const float *a, __global float *out, int n) {
  float sum[6];
  for (int i = 0; i < 6; ++i) {
    sum[i] = i;
    for (int k = 0; k < stage(n & 3); ++k)
      sum[5 - i] = a[get_global_id(0)];
  }
  for (int i = 0; i < 6; ++i)
    out[get_global_id(0) * 6 + i] = sum[i];
}
