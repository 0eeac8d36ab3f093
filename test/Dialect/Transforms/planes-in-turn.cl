// Where work items take turns to load from a few planes, which lie a number apart that only run time knows, the lanes of one
// plane load neighbours. Stores keep the order of lanes, and many planes stay a gather; so do all on a machine that has strides.
// RUN: pirchc %s --target=avx512 --cpu=x86-64-v4 --wg-size=8 --emit=mlir-infreg -o - | FileCheck %s
// RUN: pirchc %s --target=ve --wg-size=8 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=GATHER
// RUN: pirchc %s --target=nvvm --wg-size=8 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=GATHER
// RUN: pirch-run %s --kernel=two --wg-size=8 --groups=1,9 --check | FileCheck %s --check-prefix=OK
// RUN: pirch-run %s --kernel=two --wg-size=16 --groups=5 --target=avx2 --check | FileCheck %s --check-prefix=OK
// RUN: pirch-run %s --kernel=bytes --wg-size=32 --groups=1,9 --check | FileCheck %s --check-prefix=OK
// RUN: pirch-run %s --kernel=bytes --wg-size=8 --groups=9 --target=generic --check | FileCheck %s --check-prefix=OK
// RUN: pirch-run %s --kernel=planar --wg-size=8 --groups=9 --check | FileCheck %s --check-prefix=OK
// RUN: pirch-run %s --kernel=planar --wg-size=8 --groups=9 --arg plane=0 --check | FileCheck %s --check-prefix=OK
// RUN: pirch-run %s --kernel=eight --wg-size=8 --groups=9 --check | FileCheck %s --check-prefix=OK
// OK: check: out: ok
// OK-NOT: failed
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE) --arg in=rand(GROUPS, WG_SIZE, 2) --arg plane=GROUPS*WG_SIZE/8

// CHECK-LABEL: pirch.kernel @two(
// CHECK-NOT: pirch.gather
// CHECK: pirch.load {{.*}} [0, _, 1, _, 2, _, 3, _]
// CHECK: pirch.load {{.*}} [_, 0, _, 1, _, 2, _, 3]
// CHECK-NOT: pirch.gather
// CHECK: pirch.store
// GATHER-LABEL: pirch.kernel @two(
// GATHER: pirch.gather
__kernel void two(__global float *out, __global const float *in, int plane) {
  int i = get_global_id(0);
  out[i] = in[i % 2 * plane + i / 2];
}

// CHECK-LABEL: pirch.kernel @bytes(
// CHECK-NOT: pirch.gather
// CHECK: pirch.load {{.*}} [0, _, _, _, 1, _, _, _]
// CHECK: pirch.load {{.*}} [_, 0, _, _, _, 1, _, _]
// CHECK: pirch.load {{.*}} [_, _, 0, _, _, _, 1, _]
// CHECK: pirch.load {{.*}} [_, _, _, 0, _, _, _, 1]
// CHECK-NOT: pirch.gather
// CHECK: pirch.store
__kernel void bytes(__global uchar *out, __global const uchar *in, int plane) {
  int i = get_global_id(0);
  out[i] = in[(i & 3) * plane + (i >> 2)];
}

// CHECK-LABEL: pirch.kernel @planar(
// CHECK: pirch.scatter
__kernel void planar(__global float *out, __global const float *in, int plane) {
  int i = get_global_id(0);
  out[i % 2 * plane + i / 2] = in[i];
}

// CHECK-LABEL: pirch.kernel @eight(
// CHECK: pirch.gather
__kernel void eight(__global float *out, __global const float *in, int plane) {
  int i = get_global_id(0);
  out[i] = in[i % 8 * plane + i / 8];
}
