// An element that all work items under a condition have in common is loaded
// once and broadcast, instead of gathered; where none of them takes part, it
// need not exist.
// RUN: pirchc %s --target=avx512 --cpu=x86-64-v4 --wg-size=16 --kernel=weighted --emit=asm | FileCheck %s --implicit-check-not=gather
// RUN: pirchc %s --target=avx2 --wg-size=16 --kernel=weighted --emit=asm | FileCheck %s --check-prefix=AVX2 --implicit-check-not=gather
// CHECK: cmov
// CHECK: {1to16}
// AVX2: cmov
// AVX2: vbroadcastss
// RUN: pirch-run %s --wg-size=16 --groups=13 --kernel=weighted --check --guard
// RUN: pirch-run %s --wg-size=8 --groups=9 --kernel=weighted --wg-pack=4 --lane-order=ix-wi-wg --check --guard
// RUN: pirch-run %s --wg-size=16 --groups=13 --kernel=weighted --target=avx2 --check --guard
// RUN: pirch-run %s --wg-size=16 --groups=13 --kernel=weighted --target=generic --check --guard
// RUN: pirch-run %s --wg-size=16 --groups=13 --kernel=weighted --target=ve --check
// RUN: pirch-run %s --wg-size=16 --groups=13 --kernel=weighted --target=nvvm --check
// RUN: pirch-run %s --wg-size=16 --groups=5 --kernel=missing --check --guard
// RUN: pirch-run %s --wg-size=16 --groups=5 --kernel=missing --target=avx2 --check --guard
// RUN: pirch-run %s --wg-size=16 --groups=5 --kernel=missing --target=generic --check --guard

// pirch-run: --arg y=rand(GROUPS, WG_SIZE) --arg x=rand(GROUPS, WG_SIZE) --arg w=rand(4) --arg first=0
__kernel void weighted(__global float *y, __global const float *x,
                       __global const float *w, int first) {
  size_t i = get_global_id(0);
  if (x[i] > 0.5f) {
    y[i] = x[i] * w[first] + w[first + 1];
    if (x[i] < 0.75f)
      y[i] -= w[first + 3];
  }
}

__kernel void missing(__global float *y, __global const float *x,
                      __global const float *w, int first) {
  size_t i = get_global_id(0);
  if (x[i] > 2)
    y[i] = w[first + 100000];
}
