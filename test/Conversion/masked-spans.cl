// Structures that only some work items read: to bring each bit of the mask to where
// the fields lie takes longer than the loads, so that all are read where one work
// item takes part and they lie in one page. Buffers of a check end at a page that
// nobody may read.

// RUN: pirchc %s --target=avx512 --cpu=znver4 --wg-size=8 --wg-pack=2 --lane-order=ix-wg-wi --emit=mlir -o - | FileCheck %s
// RUN: pirch-run %s --wg-size=8 --groups=0,1,2,67 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --wg-size=5 --groups=67 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --wg-size=8 --groups=67 --target=avx2 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --wg-size=8 --groups=67 --target=generic --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --wg-size=8 --groups=67 --target=ve --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --wg-size=8 --groups=67 --target=nvvm --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=layers --wg-size=8 --groups=67 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=layers --wg-size=8 --groups=67 --target=avx2 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=first_alone --wg-size=8 --groups=67 --check | FileCheck %s --check-prefix=SAME
// RUN: pirchc %s --target=ve --wg-size=8 --emit=mlir -o - | FileCheck %s --check-prefix=OTHER
// RUN: pirchc %s --target=generic --wg-size=8 --emit=mlir -o - | FileCheck %s --check-prefix=OTHER
// SAME-COUNT-3: {{: ok}}
// pirch-run: --kernel=some --arg out=zeros(GROUPS, WG_SIZE) --arg x=rand(GROUPS, WG_SIZE) --arg pairs=rand(3, GROUPS, WG_SIZE, 2)

// CHECK-LABEL: func.func @some(
// CHECK: %[[ANY:.*]] = vector.reduction <or>, %{{.*}} : vector<16xi1> into i1
// CHECK: %[[FIRST:.*]] = llvm.ptrtoint
// CHECK: %[[PLACE:.*]] = arith.andi %[[FIRST]], %c4095_i64
// CHECK: %[[INSIDE:.*]] = arith.cmpi ule, %[[PLACE]], %c3968_i64
// CHECK: %[[ALL:.*]] = arith.andi %[[ANY]], %[[INSIDE]] : i1
// CHECK: %[[LIKELY:.*]] = llvm.intr.expect %[[ALL]], %true
// CHECK: scf.if %[[LIKELY]] -> (vector<16xf32>, vector<16xf32>) {
// CHECK-COUNT-2: llvm.load
// CHECK: } else {
// CHECK-COUNT-2: llvm.intr.masked.load
// OTHER-LABEL: @some
// OTHER-NOT: scf.if
// OTHER: @layers
__kernel void some(__global float *out, __global const float *x, __global const float *pairs) {
  const size_t g = get_global_id(0);
  if (x[g] > 0.5f)
    out[g] = pairs[2 * g] * pairs[2 * g + 1];
}

// Work items leave the loop one after the other.
__kernel void layers(__global float *out, __global const float *x, __global const float *pairs) {
  const size_t g = get_global_id(0), n = get_global_size(0);
  float sum = 0;
  for (int l = 0; l < 3; l++) {
    sum += pairs[2 * (l * n + g)] * pairs[2 * (l * n + g) + 1];
    if (sum > x[g])
      break;
  }
  out[g] = sum;
}

// The buffer ends behind what the first work item of the last group reads.
__kernel void first_alone(__global float *out, __global const float *x, __global const float *pairs) {
  const size_t g = get_global_id(0), n = get_global_size(0);
  if (x[g] > 0.5f && get_local_id(0) < 1)
    out[g] = pairs[2 * (3 * n - g) - 2] + pairs[2 * (3 * n - g) - 1];
}
