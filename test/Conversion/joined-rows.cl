// Structures and strided elements from a place on that the data gives, or a
// quotient of the group's index: the rows of a group's work items lie in one piece,
// which is loaded by whole vectors. Buffers of a check end at a page that nobody may
// read.

// RUN: pirchc %s --kernel=chosen --target=avx512 --cpu=znver4 --wg-size=8 --wg-pack=2 --lane-order=ix-wg-wi --emit=mlir -o - | FileCheck %s
// RUN: pirchc %s --kernel=pool --target=avx512 --cpu=znver4 --wg-size=8 --emit=asm -o - | FileCheck %s --check-prefix=POOL
// POOL-LABEL: pool:
// POOL-NOT: gather
// RUN: pirch-run %s --kernel=chosen --wg-size=8 --groups=2,66 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=chosen --wg-size=5 --groups=66 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=chosen --wg-size=32 --groups=66 --target=avx2 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=chosen --wg-size=8 --groups=66 --target=generic --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=chosen --wg-size=8 --groups=66 --target=ve --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=chosen --wg-size=8 --groups=66 --target=nvvm --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=pool --wg-size=8 --groups=64 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=pool --wg-size=16 --groups=64 --target=avx2 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=pool --wg-size=32 --groups=64 --target=generic --check | FileCheck %s --check-prefix=SAME
// SAME-COUNT-3: {{: ok}}
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE) --arg x=rand(GROUPS, WG_SIZE, 4) --arg block=rand(GROUPS)

// The 24 elements of a group's structures are a vector of 16 and one that ends with
// them. Every second one of 15 others is read: two vectors of 8.
// CHECK-LABEL: func.func @chosen(
// CHECK-NOT: gather
// CHECK-COUNT-4: llvm.load %{{.*}} -> vector<16xf32>
// CHECK-NOT: gather
// CHECK-COUNT-4: llvm.load %{{.*}} -> vector<8xf32>
// CHECK-NOT: gather
// CHECK: return
__kernel void chosen(__global float *out, __global const float *x, __global const int *block) {
  const int item = (block[get_group_id(0)] & 1) * WG_SIZE + (int)get_local_id(0);
  out[get_global_id(0)] = x[3 * item] - 2 * x[3 * item + 1] + x[3 * item + 2] + x[2 * item + 1];
}

#define COLUMNS 32
__kernel void pool(__global float *out, __global const float *x, __global const int *block) {
  const int i = get_global_id(0), column = i % (COLUMNS / 2), row = i / (COLUMNS / 2);
  const __global float *above = x + 2 * row * COLUMNS + 2 * column;
  out[i] = above[0] + above[1] * above[COLUMNS] - above[COLUMNS + 1];
}
