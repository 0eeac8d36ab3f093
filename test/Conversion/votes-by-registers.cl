// Where the work items of a group lie in the same lane of different registers, a vote
// combines masks, and makes no numbers of them.
// RUN: pirchc %s --target=avx512 --wg-size=4 --wg-pack=16 --lane-order=ix-wi-wg --emit=mlir | FileCheck %s

// CHECK-LABEL: func.func @voted
// CHECK: scf.for
// CHECK-NOT: arith.extui
// CHECK-NOT: arith.select
// CHECK-COUNT-3: arith.ori {{.*}} : vector<16xi1>
// CHECK-NOT: arith.cmpi ne
// CHECK: llvm.store
__kernel void voted(__global int *o, __global const int *x) {
  size_t g = get_global_id(0);
  o[g] = sub_group_any(x[g] > 3);
}
