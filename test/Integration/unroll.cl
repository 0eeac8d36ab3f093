// `#pragma unroll` and its kin: the number of bodies in the code of one group, and what they compute.
// RUN: pirchc %s --wg-size=4 --wg-pack=1 --target=generic --kernel=one --emit=llvm -o - | FileCheck %s --check-prefix=ONE
// RUN: pirchc %s --wg-size=4 --wg-pack=1 --target=generic --kernel=all --emit=llvm -o - | FileCheck %s --check-prefix=ALL
// RUN: pirchc %s --wg-size=4 --wg-pack=1 --target=generic --kernel=never --emit=llvm -o - | FileCheck %s --check-prefix=ONE
// RUN: pirchc %s --wg-size=4 --wg-pack=1 --target=generic --kernel=three --emit=llvm -o - | FileCheck %s --check-prefix=THREE
// RUN: pirchc %s --wg-size=4 --wg-pack=1 --target=ve --kernel=one --emit=llvm -o - | FileCheck %s --check-prefix=ONE-VE
// RUN: pirchc %s --wg-size=4 --wg-pack=1 --target=ve --kernel=all --emit=llvm -o - | FileCheck %s --check-prefix=ALL-VE
// RUN: pirch-run %s --kernel=mixed --wg-size=4 --groups=9 --check
// RUN: pirch-run %s --kernel=mixed --wg-size=4 --groups=9 --target=generic --check
// RUN: pirch-run %s --kernel=mixed --wg-size=5 --groups=3 --target=ve --check
// RUN: pirch-run %s --kernel=mixed --wg-size=4 --groups=9 --target=nvvm --check
// RUN: pirch-run %s --kernel=mixed --wg-size=4 --groups=9 --target=rocdl --check
// pirch-run: --arg a=rand(GROUPS, WG_SIZE, 24) --arg n=21 --arg out=zeros(GROUPS, WG_SIZE, 6)

// A vector of four numbers is multiplied once before the loop's branch. (LLVM unrolls the loop over groups.)
// ONE: mul {{.*}}<4 x i32>
// ONE-NOT: mul {{.*}}<4 x i32>
// ONE: br {{.*}}!llvm.loop
// ONE-VE-LABEL: define {{.*}}@one(
// ONE-VE-COUNT-1: call {{.*}}@llvm.ve.vl.vmulswsx
// ONE-VE-NOT: call {{.*}}@llvm.ve.vl.vmulswsx
// ONE-VE: ret void
__kernel void one(__global int *a) {
  int s = 1;
#pragma unroll 1
  for (int i = 0; i < 32; ++i)
    s = (s ^ a[get_global_id(0) + i]) * 40503;
  a[get_global_id(0)] = s;
}
// ALL-COUNT-32: mul {{.*}}<4 x i32>
// ALL-VE-LABEL: define {{.*}}@all(
// ALL-VE-COUNT-32: call {{.*}}@llvm.ve.vl.vmulswsx
// ALL-VE-NOT: call {{.*}}@llvm.ve.vl.vmulswsx
// ALL-VE: ret void
__kernel void all(__global int *a) {
  int s = 1;
#pragma unroll
  for (int i = 0; i < 32; ++i)
    s = (s ^ a[get_global_id(0) + i]) * 40503;
  a[get_global_id(0)] = s;
}
__kernel void never(__global int *a, int n) {
  int s = 1;
#pragma nounroll
  for (int i = 0; i < n; ++i)
    s = (s ^ a[get_global_id(0) + i]) * 40503;
  a[get_global_id(0)] = s;
}
// Three iterations before a branch.
// THREE: mul {{.*}}<4 x i32>
// THREE-NOT: br
// THREE: mul {{.*}}<4 x i32>
// THREE-NOT: br
// THREE: mul {{.*}}<4 x i32>
// THREE-NOT: mul {{.*}}<4 x i32>
// THREE: br
__kernel void three(__global int *a, int n) {
  int s = 1;
  __attribute__((opencl_unroll_hint(3)))
  for (int i = 0; i < n; ++i)
    s = (s ^ a[get_global_id(0) + i]) * 40503;
  a[get_global_id(0)] = s;
}

__kernel void mixed(__global const float *a, __global float *out, int n) {
  __global const float *row = a + get_global_id(0) * 24;
  float one = 0, all = 0, four = 0, hinted = 0, known = 0, held[8];
#pragma unroll 1
  for (int i = 0; i < 16; ++i)
    one = one * 1.5f + row[i];
#pragma unroll
  for (int i = 0; i < 16; ++i)
    all = all * 1.25f + row[i];
#pragma unroll 4
  for (int i = 0; i < n; ++i)
    four = four * 1.75f + row[i];
  __attribute__((opencl_unroll_hint(2)))
  for (int i = get_local_id(0); i < n; i += 1 + (i & 1)) {
    if (row[i] > 0.875f)
      continue;
    hinted = fma(hinted, 1.125f, row[i]);
  }
  // A private array that a loop subscripts, which stays a loop.
#pragma nounroll
  for (int i = 0; i < 8; ++i)
    held[i] = row[i] + shuffle(row[i + 1], i % WG_SIZE);
#pragma unroll 1
  for (int i = 0; i < 8; ++i)
    known = known * 0.75f + held[i];
  __global float *o = out + get_global_id(0) * 6;
  o[0] = one; o[1] = all; o[2] = four; o[3] = hinted; o[4] = known; o[5] = held[3];
}
