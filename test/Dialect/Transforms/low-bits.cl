// Places whose lowest bits are changed by constants: partners of exchanges, the first and
// the last item of a block. They are loads where groups begin at multiples of a power of
// two that those bits are below.
// RUN: pirchc %s --kernel=blocks --wg-size=8 --target=generic --emit=mlir-infreg -o - | FileCheck %s
// RUN: pirchc %s --kernel=blocks --wg-size=12 --target=generic --emit=mlir-infreg -o - | FileCheck %s
// RUN: pirchc %s --kernel=butterfly --wg-size=8 --target=generic --emit=mlir-infreg -o - | FileCheck %s
// CHECK: pirch.load
// CHECK-NOT: pirch.gather
// In groups of six, the second bit of a place depends on the group.
// RUN: pirchc %s --kernel=blocks --wg-size=6 --target=generic --emit=mlir-infreg -o - | FileCheck %s --check-prefix=SIX
// SIX: pirch.gather
// RUN: pirch-run %s --kernel=blocks --wg-size=8 --groups=0,1,67 --check
// RUN: pirch-run %s --kernel=blocks --wg-size=12 --groups=11 --check
// RUN: pirch-run %s --kernel=blocks --wg-size=6 --groups=12 --target=generic --check
// RUN: pirch-run %s --kernel=blocks --wg-size=16 --groups=7 --target=nvvm --check
// RUN: pirch-run %s --kernel=butterfly --wg-size=8 --groups=67 --check
// RUN: pirch-run %s --kernel=butterfly --wg-size=8 --groups=9 --target=ve --check
// RUN: pirch-run %s --kernel=butterfly --wg-size=8 --groups=9 --interpret --check
// RUN: pirch-run %s --kernel=butterfly --wg-size=6 --groups=12 --target=avx2 --check
// RUN: pirch-run %s --kernel=butterfly --wg-size=4 --groups=16 --target=rocdl --check
// pirch-run: --arg out=zeros(GROUPS * WG_SIZE) --arg x=rand(GROUPS * WG_SIZE + 8)
__kernel void blocks(__global int *out, __global const int *x) {
  int i = get_global_id(0);
  uint u = get_global_id(0);
  size_t s = get_global_id(0);
  out[i] = x[i & ~3] + 2 * x[i | 3] + 3 * x[u ^ 1] + 5 * x[s & ~(size_t)1] + 7 * x[(i | 1) ^ 2];
}
__kernel void butterfly(__global int *out, __global const int *x) {
  int i = get_global_id(0), sum = 0;
  for (int bit = 1; bit < 8; bit <<= 1)
    sum = sum * 3 + x[i ^ bit] - x[(i + 1) & ~1];
  out[i] = sum;
}
