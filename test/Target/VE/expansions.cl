// Rounding, signs and counts of bits, which VE has no instructions for.
// RUN: pirch-run %s --wg-size=4 --groups=9 --target=ve --check
// RUN: pirch-run %s --wg-size=5 --groups=9 --target=ve --check
// RUN: pirch-run %s --wg-size=4 --groups=9 --target=generic --check
// pirch-run: --arg a=rand(GROUPS, WG_SIZE) --arg d=rand(GROUPS, WG_SIZE) --arg o=zeros(GROUPS, WG_SIZE, 16) --arg p=zeros(GROUPS, WG_SIZE, 16) --arg q=zeros(GROUPS, WG_SIZE, 16)
__kernel void k(__global const float *a, __global const double *d, __global float *o, __global double *p, __global long *q) {
  size_t i = get_global_id(0);
  float x = (a[i] - 0.5f) * 40; double y = (d[i] - 0.5) * 1e5;
  if (i % 7 == 3) { x *= 1e30f; y *= 1e290; }
  if (i % 7 == 4) { x = -0.25f; y = -0.0; }
  if (i % 7 == 5) { x = -2.5f; y = 3.5; }
  if (i % 7 == 6) { x = NAN; y = -INFINITY; }
  __global float *f = o + i * 16; __global double *g = p + i * 16; __global long *h = q + i * 16;
  f[0] = floor(x); f[1] = ceil(x); f[2] = trunc(x); f[3] = round(x); f[4] = rint(x); f[5] = copysign(x, -x + 3);
  g[0] = floor(y); g[1] = ceil(y); g[2] = trunc(y); g[3] = round(y); g[4] = rint(y); g[5] = copysign(y, 2 - y);
  long n = as_long(y); int m = as_int(x);
  h[0] = abs((int)(m | 1)); h[1] = abs(n | 1); h[2] = popcount(n); h[3] = popcount(m); h[4] = clz(n); h[5] = clz(m);
  h[6] = clz((uint)m >> 9); h[7] = mul_hi(n, n ^ 0x123456789abcdefL); h[8] = mul_hi((ulong)n, (ulong)~n);
  h[9] = mul_hi(m, m * 77); h[10] = mul_hi((uint)m, (uint)~m); h[11] = clz(n & 0); h[12] = popcount((ulong)-1L);
}
