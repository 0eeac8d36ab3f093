// LLVM would call functions for these operations on scalars, and cannot keep the
// vectors across the calls.
// RUN: pirchc %s --wg-size=16 --target=ve --emit=llvm -o - | FileCheck %s
// RUN: pirch-run %s --wg-size=16 --groups=5 --target=ve --check
// pirch-run: --arg x=rand(GROUPS, WG_SIZE) --arg q=rand(GROUPS, WG_SIZE) --arg a=0.3 --arg b=5.25 --arg n=123456789123
// CHECK-NOT: call {{.*}}llvm.{{fma|sqrt|floor|ceil|trunc|round}}
// CHECK-NOT: i128
__kernel void k(__global float *x, __global long *q, float a, double b, long n) {
  size_t i = get_global_id(0);
  float y = x[i] * (i + 1);
  x[i] = y * fma(a, 3.5f, y) + fma(a, a, 0.1f) * sqrt(a) + exp(a) - log(x[i] + 1);
  q[i] = q[i] * (long)(floor(b) + ceil(b) + trunc(b) * round(b) + rint(b)) + mul_hi(n, n * 77777777777);
}
