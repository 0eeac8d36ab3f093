// Conversions between i64 and floating point, of which VE has instructions only
// for signed numbers and f64. Each result is rounded once.
// RUN: pirch-run %s --wg-size=4 --groups=90 --target=ve --check
// RUN: pirch-run %s --wg-size=4 --groups=90 --target=generic --check
// pirch-run: --arg a=rand(GROUPS, WG_SIZE) --arg b=rand(GROUPS, WG_SIZE) --arg f=zeros(GROUPS, WG_SIZE, 4) --arg d=zeros(GROUPS, WG_SIZE, 2) --arg q=zeros(GROUPS, WG_SIZE, 4)
__kernel void k(__global const long *a, __global const long *b, __global float *f, __global double *d,
                __global long *q) {
  size_t i = get_global_id(0);
  // Numbers of every size; those at and beside the middle of two f32.
  long x = (a[i] * 0x1234567890abcdfL + b[i] * 0x7f4a7c159e3779bL) >> (i % 64);
  long y = ((1L << 62) + (1L << 38)) >> (i % 37), z = i % 3;
  f[4 * i] = x;
  f[4 * i + 1] = (ulong)x;
  f[4 * i + 2] = y + z - 1;
  f[4 * i + 3] = ((ulong)y << 1) + z - 1;
  d[2 * i] = (ulong)x;
  d[2 * i + 1] = x;
  double big = (double)((ulong)x >> 1) * 1.75;
  q[4 * i] = (ulong)big;
  q[4 * i + 1] = (long)(float)(x >> 1);
  q[4 * i + 2] = (ulong)(float)((ulong)x >> 2);
  q[4 * i + 3] = (long)(0.25 * x);
}
