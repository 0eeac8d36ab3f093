// Pointers that may point into several variables or parameters, and functions
// that return pointers.
// RUN: pirch-run %s --check
// RUN: pirch-run %s --check --target=generic --wg-size=5 --wg-pack=4 --lane-order=ix-wi-wg
// RUN: pirch-run %s --check --target=nvvm
// RUN: pirch-run %s --check --target=ve
// pirch-run: --wg-size=8 --groups=5 --arg a=rand(GROUPS, WG_SIZE, 4) --arg b=rand(GROUPS, WG_SIZE, 4) --arg n=5
__global float *pick(__global float *p, __global float *q, int which) {
  if (which & 1)
    return p;
  return q + 1;
}
float *last(float *p, int n) { return p + n; }
__kernel void several(__global float *a, __global float *b, int n) {
  size_t i = get_global_id(0);
  __global float *p = i % 3 ? a : b;
  float s = p[4 * i] + *(n > 3 ? a + 4 * i : b + 4 * i + 1);
  __local float even[WG_SIZE], odd[WG_SIZE];
  __local float *from = even, *to = odd;
  size_t l = get_local_id(0);
  from[l] = s;
  barrier(1);
  for (int k = 1; k < WG_SIZE; k *= 2) {
    to[l] = from[l] + (l >= k ? from[l - k] : 0);
    barrier(1);
    __local float *swap = from; from = to; to = swap;
  }
  float4 x[2], y[2], *u = x, *v = y;
  x[0] = x[1] = (float4)(s, 1, 2, 3); y[0] = y[1] = x[0] * 2;
  for (int k = 0; k < n; ++k) {
    v[k & 1] = u[1] + u[0].yzwx;
    float4 *t = u; u = v; v = t;
  }
  float z[4] = {1, 2, 3, 4};
  *last(z, 1) += u->x;
  *pick(a + 4 * i, b + 4 * i, l) = from[l] + z[1];
  p[4 * i + 3] += 1;
}
