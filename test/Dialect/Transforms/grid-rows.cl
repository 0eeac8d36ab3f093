// Work items of one row of a group are neighbouring lanes. Where rows lie a number apart that only run time knows, an
// access is made of one for each row, and is no gather; a guard of both dimensions leaves rows of groups to the masked form.
// RUN: pirchc %s --kernel=add --target=avx512 --cpu=x86-64-v4 --wg-size=8x3 --emit=mlir-infreg -o - | FileCheck %s
// RUN: pirchc %s --kernel=add --target=avx512 --cpu=x86-64-v4 --wg-size=2x8 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=SHORT
// RUN: pirchc %s --kernel=add --target=nvvm --wg-size=8x3 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=THREADS
// RUN: pirchc %s --kernel=guarded --target=avx512 --cpu=x86-64-v4 --wg-size=8x2 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=GUARD

// CHECK-LABEL: pirch.kernel @add(
// CHECK-NOT: pirch.gather
// CHECK: pirch.load {{.*}} [0, 1, 2, 3, 4, 5, 6, 7, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _]
// CHECK: pirch.load {{.*}} [_, _, _, _, _, _, _, _, 0, 1, 2, 3, 4, 5, 6, 7, _, _, _, _, _, _, _, _]
// CHECK: pirch.load {{.*}} [_, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, 0, 1, 2, 3, 4, 5, 6, 7]
// CHECK: pirch.store {{.*}} [0, 1, 2, 3, 4, 5, 6, 7, _,
// CHECK: pirch.store {{.*}} [_, _, _, _, _, _, _, _, 0, 1, 2, 3, 4, 5, 6, 7, _,
// CHECK-NOT: pirch.scatter
// Eight rows of two work items each would be eight loads, and threads have an address each.
// SHORT: pirch.gather
// THREADS: pirch.gather
__kernel void add(__global float *a, int n) {
  int at = get_global_id(1) * n + get_global_id(0);
  a[at] += 1;
}

// GUARD-LABEL: pirch.kernel @guarded(
// GUARD-SAME: %[[GX:[^:, ]*]]: i64, %[[GY:[^:, ]*]]: i64, %[[Y:[^:, ]*]]: i64)
// GUARD: %[[BASE:.*]] = arith.muli %[[Y]]
// GUARD: arith.subi %{{.*}}, %[[BASE]]
// GUARD: pirch.main_groups
// GUARD-NOT: mask
// GUARD: pirch.kernel @guarded.remainder(
// GUARD: mask
__kernel void guarded(__global float *a, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < n && y < m)
    a[y * n + x] += 1;
}
