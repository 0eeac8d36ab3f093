// Pointers whose types do not match, of which Clang warns in C: they convert
// as by a cast, for the compiler and for the oracle alike.
// RUN: pirch-run %s --check 2>&1 | FileCheck %s
// RUN: pirch-run %s --check --target=generic
// RUN: pirch-run %s --check --target=nvvm
// CHECK: warning: incompatible pointer types
// CHECK: check: a: ok
// pirch-run: --wg-size=8 --groups=5 --arg a=rand(GROUPS, WG_SIZE) --arg b=rand(GROUPS, WG_SIZE)
float sum(const float4 *rows) {
  return rows[0].x + rows[1].y + rows[2].w;
}
__kernel void convert(__global float *a, __global const float *b) {
  size_t i = get_global_id(0);
  float4 rows[3];
  for (int k = 0; k < 3; ++k)
    rows[k] = b[i] + (float4)(1, 2, 3, 4) * k;
  float4 total = 0;
  float *parts = &total;
  for (int k = 0; k < 4; ++k)
    parts[k] += b[i] * k;
  a[i] = sum(&rows) + total.z;
}
