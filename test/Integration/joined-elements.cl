// What a work item computes of each element of a small array is computed for all
// elements at once, which may lie side by side in registers.
// RUN: pirchc %s --target=avx512 --wg-size=16 --emit=mlir-infreg | FileCheck %s
// CHECK: pirch.kernel @distance
// CHECK: math.ctpop %{{.*}} : !pirch.infreg<?x16x8xi32>
// CHECK: pirch.kernel @dot
// CHECK: arith.muli {{.*}} : !pirch.infreg<?x16x7xi16>
// CHECK: pirch.kernel @product
// CHECK: math.fma {{.*}} : !pirch.infreg<?x16x9xf32>
// What has been joined in one order is not computed again in another.
// CHECK: pirch.kernel @turned
// CHECK: math.sqrt {{.*}} : !pirch.infreg<?x16x3xf32>
// CHECK-NOT: math.sqrt
// CHECK: pirch.reorder
// CHECK: arith.mulf {{.*}} : !pirch.infreg<?x16x3xf32>
// CHECK-NOT: math.sqrt
// RUN: pirch-run %s --kernel=turned --wg-size=16 --groups=13 --check --guard
// RUN: pirch-run %s --kernel=turned --wg-size=5 --groups=7 --lane-order=wg-wi-ix --check --guard
// RUN: pirch-run %s --kernel=turned --wg-size=8 --groups=5 --target=ve --check
// RUN: pirch-run %s --kernel=distance --wg-size=16 --groups=13 --check --guard
// RUN: pirch-run %s --kernel=dot --wg-size=16 --groups=13 --check --guard
// RUN: pirch-run %s --kernel=product --wg-size=16 --groups=13 --check --guard
// RUN: pirch-run %s --kernel=limits --wg-size=16 --groups=13 --check --guard
// RUN: pirch-run %s --kernel=distance --wg-size=5 --groups=7 --lane-order=wg-wi-ix --check --guard
// RUN: pirch-run %s --kernel=dot --wg-size=5 --groups=7 --lane-order=wg-wi-ix --check --guard
// RUN: pirch-run %s --kernel=product --wg-size=5 --groups=7 --lane-order=wg-wi-ix --check --guard
// RUN: pirch-run %s --kernel=limits --wg-size=5 --groups=7 --lane-order=wg-wi-ix --check --guard
// RUN: pirch-run %s --kernel=distance --wg-size=8 --groups=9 --wg-pack=4 --lane-order=ix-wg-wi --check
// RUN: pirch-run %s --kernel=dot --wg-size=8 --groups=9 --wg-pack=4 --lane-order=ix-wg-wi --check
// RUN: pirch-run %s --kernel=product --wg-size=8 --groups=9 --wg-pack=4 --lane-order=ix-wg-wi --check
// RUN: pirch-run %s --kernel=limits --wg-size=8 --groups=9 --wg-pack=4 --lane-order=ix-wg-wi --check
// RUN: pirch-run %s --kernel=distance --wg-size=8 --groups=9 --wg-pack=2 --lane-order=wi-ix-wg --target=avx2 --check
// RUN: pirch-run %s --kernel=dot --wg-size=8 --groups=9 --wg-pack=2 --lane-order=wi-ix-wg --target=avx2 --check
// RUN: pirch-run %s --kernel=product --wg-size=8 --groups=9 --wg-pack=2 --lane-order=wi-ix-wg --target=avx2 --check
// RUN: pirch-run %s --kernel=limits --wg-size=8 --groups=9 --wg-pack=2 --lane-order=wi-ix-wg --target=avx2 --check
// RUN: pirch-run %s --kernel=distance --wg-size=8 --groups=5 --target=ve --check
// RUN: pirch-run %s --kernel=product --wg-size=8 --groups=5 --target=ve --check
// RUN: pirch-run %s --kernel=limits --wg-size=8 --groups=5 --target=ve --check
// RUN: pirch-run %s --kernel=distance --wg-size=8 --groups=5 --target=nvvm --check
// RUN: pirch-run %s --kernel=dot --wg-size=8 --groups=5 --target=nvvm --check
// RUN: pirch-run %s --kernel=product --wg-size=8 --groups=5 --target=nvvm --check
// RUN: pirch-run %s --kernel=limits --wg-size=8 --groups=5 --target=nvvm --check
// RUN: pirch-run %s --kernel=distance --wg-size=8 --groups=5 --target=generic --check
// RUN: pirch-run %s --kernel=dot --wg-size=8 --groups=5 --target=generic --check
// RUN: pirch-run %s --kernel=product --wg-size=8 --groups=5 --target=generic --check
// RUN: pirch-run %s --kernel=limits --wg-size=8 --groups=5 --target=generic --check

// pirch-run: --arg i=zeros(GROUPS, WG_SIZE, 8) --arg a=rand(GROUPS, WG_SIZE, 8) --arg b=rand(GROUPS, WG_SIZE, 8)
// pirch-run: --arg c=rand(GROUPS, WG_SIZE, 7) --arg d=rand(GROUPS, WG_SIZE, 7)
// pirch-run: --arg x=rand(GROUPS, WG_SIZE, 9) --arg y=rand(GROUPS, WG_SIZE, 9) --arg z=zeros(GROUPS, WG_SIZE, 9)
__kernel void distance(__global int *i, __global const uint *a, __global const uint *b) {
  size_t g = get_global_id(0);
  int bits = 0;
  for (int w = 0; w < 8; ++w)
    bits += popcount(a[8 * g + w] ^ b[8 * g + w]);
  i[8 * g] = bits;
}

__kernel void dot(__global int *i, __global const char *c, __global const char *d) {
  size_t g = get_global_id(0);
  int sum = 17;
  for (int k = 0; k < 7; ++k)
    sum += c[7 * g + k] * d[7 * g + k];
  i[8 * g] = sum;
}

__kernel void product(__global float *z, __global const float *x, __global const float *y) {
  size_t at = get_global_id(0) * 9;
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) {
      float sum = 0;
      for (int k = 0; k < 3; k++)
        sum += x[at + r * 3 + k] * y[at + k * 3 + c];
      z[at + r * 3 + c] = sum;
    }
}

// Several combinations of the same elements; minus is none.
__kernel void limits(__global int *i, __global const uint *a) {
  size_t g = get_global_id(0);
  uint low = ~0u, high = 0, all = ~0u, any = 0, odd = 0, times = 1, rest = 0;
  for (int w = 0; w < 8; ++w) {
    uint v = a[8 * g + w] >> 1;
    low = min(low, v);
    high = max(high, v);
    all &= v;
    any |= v;
    odd ^= v;
    times *= v | 1;
    rest = v - rest;
  }
  i[8 * g] = low;
  i[8 * g + 1] = high;
  i[8 * g + 2] = all;
  i[8 * g + 3] = any;
  i[8 * g + 4] = odd;
  i[8 * g + 5] = times;
  i[8 * g + 6] = rest;
}

__kernel void turned(__global float *z, __global const float *x) {
  size_t g = 9 * get_global_id(0);
  float r0 = sqrt(x[g]), r1 = sqrt(x[g + 1]), r2 = sqrt(x[g + 2]);
  z[g] = r0 * r1;
  z[g + 1] = r1 * r2;
  z[g + 2] = r2 * r0;
}
