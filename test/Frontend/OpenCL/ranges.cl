// A kernel of a range of several dimensions has the grid's extents and its row behind the source's parameters.
// RUN: pirchc %s --wg-size=4x2x3 --global-offset --target=generic --emit=mlir-workitem | FileCheck %s
// RUN: pirchc %s --wg-size=6 -DD=0 --target=generic --emit=mlir-workitem | FileCheck %s --check-prefix=LINE
// RUN: not pirchc %s --wg-size=4x6 --target=generic -o - 2>&1 | FileCheck %s --check-prefix=ERROR
#ifndef D
#define D 2
#endif
// CHECK-LABEL: pirch.kernel @k
// CHECK-SAME: memref<?xi64>{{.*}}, %[[GX:[^:, ]*]]: i64, %[[GY:[^:, ]*]]: i64, %[[GZ:[^:, ]*]]: i64, %[[OX:[^:, ]*]]: i64, %[[OY:[^:, ]*]]: i64, %[[OZ:[^:, ]*]]: i64, %[[Y:[^:, ]*]]: i64, %[[Z:[^:, ]*]]: i64
// CHECK-SAME: arg_names = ["a", "groups_x", "groups_y", "groups_z", "offset_x", "offset_y", "offset_z", "group_y", "group_z"]
// CHECK-SAME: grid_offset
// CHECK-SAME: wg_shape = array<i64: 4, 2, 3>
// CHECK-SAME: wg_size = 24
// LINE-LABEL: pirch.kernel @k
// LINE-NOT: wg_shape
__kernel void k(__global long *a) {
  // CHECK: %[[ITEM:.*]] = pirch.wi_index
  // CHECK: %[[EIGHT:.*]] = arith.constant 8
  // CHECK: %[[LOCAL:.*]] = arith.divui %[[ITEM]], %[[EIGHT]]
  // LINE: pirch.wi_index
  // The last dimension's index needs no remainder.
  // CHECK-NOT: arith.remui
  // LINE-NOT: arith.{{div|rem}}ui
  // ERROR: ranges.cl:[[@LINE+1]]:10: error: get_local_id(2): the range has 2 dimensions; --wg-size takes an extent for each, as in --wg-size=4x6x1
  a[0] = get_local_id(D);
  // CHECK: %[[SIZE:.*]] = arith.constant 3
  // CHECK: %[[FIRST:.*]] = arith.muli %[[Z]], %[[SIZE]]
  // CHECK: %[[GLOBAL:.*]] = arith.addi %[[FIRST]]
  // CHECK: arith.addi %[[GLOBAL]], %[[OZ]]
  a[1] = get_global_id(D);
  // CHECK: memref.store %[[GZ]]
  // LINE: pirch.num_groups
  a[2] = get_num_groups(D);
}
