// A work item's number is taken apart into a block and a place in it. Where the
// block's length divides WG_SIZE both are linear; where WG_SIZE divides it, the
// block is computed from the group's index, and elements still lie side by side.

// RUN: pirchc %s --target=avx512 --cpu=znver4 --wg-size=16 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=WHOLE
// RUN: pirchc %s --target=avx512 --cpu=znver4 --wg-size=8 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=SHARED
// RUN: pirchc %s --target=avx512 --cpu=znver4 --wg-size=8 --wg-pack=8 --lane-order=wg-wi-ix --emit=asm -o - | FileCheck %s --check-prefix=ASM
// RUN: pirchc %s --target=avx512 --cpu=znver4 --wg-size=12 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=MIXED

// WHOLE-LABEL: pirch.kernel @divided
// WHOLE-NOT: divui
// WHOLE-NOT: gather
// WHOLE: pirch.load %arg1[{{.*}} + wg * %c1_i64{{.*}}] [0, 0, 0
// WHOLE-NOT: scatter
// WHOLE: pirch.return

// SHARED-LABEL: pirch.kernel @divided
// SHARED: %[[BLOCK:.*]] = arith.divui
// SHARED: %[[PLACE:.*]] = arith.remui
// SHARED: arith.addi %[[PLACE]], %{{.*}} overflow<nsw>

// One element for all work items of a group, and stores of eight elements.
// ASM-LABEL: divided:
// ASM-NOT: gather
// ASM-NOT: scatter
// ASM: vbroadcastss
// ASM: vextractf64x4 $1, %zmm{{[0-9]+}}, ({{.*}})
// ASM-NOT: scatter
// ASM: .size divided,

// Twelve work items may lie in two blocks.
// MIXED-LABEL: pirch.kernel @divided
// MIXED: arith.divsi
// MIXED: pirch.gather
__kernel void divided(__global float *y, __global const float *scale, __global const float *x) {
  const int i = get_global_id(0);
  const int block = i / 16, place = i % 16;
  y[block * 32 + place] = scale[block] * x[i];
}

// Shifts and masks are quotients and remainders, too.
// WHOLE-LABEL: pirch.kernel @shifted
// WHOLE-NOT: gather
// WHOLE-NOT: scatter
// WHOLE: pirch.return
// SHARED-LABEL: pirch.kernel @shifted
// SHARED: arith.divui
// SHARED: arith.remui
__kernel void shifted(__global float *y, __global const float *scale, __global const float *x) {
  const uint i = get_global_id(0);
  y[(i >> 4) * 32 + (i & 15)] = scale[i >> 4] * x[i];
}

// A sum with a number known only at run time is divided as any other number.
// WHOLE-LABEL: pirch.kernel @behind
// WHOLE: arith.divsi
// WHOLE: pirch.gather
__kernel void behind(__global float *y, __global const float *scale, int first) {
  const int i = get_global_id(0) + first;
  y[get_global_id(0)] = scale[i / 16];
}
