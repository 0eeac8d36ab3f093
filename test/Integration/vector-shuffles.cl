// erfc and the gamma function, and shuffles of vectors.
// RUN: pirch-run %s --wg-size=4 --groups=9 --check
// RUN: pirch-run %s --wg-size=4 --groups=9 --wg-pack=4 --lane-order=ix-wi-wg --check
// RUN: pirch-run %s --wg-size=5 --groups=3 --target=generic --check
// RUN: pirch-run %s --wg-size=4 --groups=9 --target=nvvm --check
// RUN: pirch-run %s --wg-size=4 --groups=9 --target=rocdl --check
// pirch-run: --arg x=rand(GROUPS, WG_SIZE, 4) --arg out=zeros(GROUPS, WG_SIZE, 12) --arg y=rand(GROUPS, WG_SIZE, 8) --arg z=zeros(GROUPS, WG_SIZE, 12)
// pirch-run: --arg v=zeros(GROUPS, WG_SIZE, 20)
__kernel void k(__global const double *x, __global double *out, __global const float *y, __global float *z, __global float *v) {
  size_t at = get_global_id(0);
  for (int i = 0; i < 4; ++i) {
    double big = (x[at * 4 + i] - 0.25) * 40;
    float small = (y[at * 8 + i] - 0.25f) * 20;
    int sign;
    __global double *o = out + at * 12 + i * 3;
    o[0] = erfc(big); o[1] = tgamma(big); o[2] = lgamma_r(big, &sign) * sign;
    __global float *p = z + at * 12 + i * 3;
    p[0] = erfc(small); p[1] = tgamma(small); p[2] = lgamma(small);
  }
  float4 a = vload4(at * 2, y), b = vload4(at * 2 + 1, y);
  uint4 mask = convert_uint4(a * 100);
  vstore4(shuffle(a, (uint4)(3, 2, 1, 0)), at * 5, v);
  vstore4(shuffle2(a, b, (uint4)(0, 4, 7, 3)), at * 5 + 1, v);
  vstore4(shuffle(a, mask), at * 5 + 2, v);
  vstore4(shuffle2(a, b, mask), at * 5 + 3, v);
  uchar8 bytes = shuffle((uchar4)(1, 2, 3, 4), (uchar8)(0, 1, 2, 3, 3, 2, 1, 0));
  vstore4(shuffle2(a.xy, b.zw, (uint4)(3, 0, 2, 1)) + bytes.s7, at * 5 + 4, v);
}
