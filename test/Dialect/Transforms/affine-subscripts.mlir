// RUN: pirch-opt %s --split-input-file --pirch-affine-subscripts | FileCheck %s
// RUN: pirch-opt %s --split-input-file --pirch-affine-subscripts --pirch-affine-subscripts | FileCheck %s

// The row above, (i / w - 1) * w + i % w, is i - w. Its mask stays.
// CHECK-LABEL: @above
// CHECK-SAME: (%[[A:.*]]: memref<?xf32>, %[[W:.*]]: i32)
// CHECK: %[[WIDE:.*]] = arith.extsi %[[W]] : i32 to i64
// CHECK: %[[BASE:.*]] = arith.muli %[[WIDE]], %{{.*}}
// CHECK: %[[FOUR:.*]] = arith.constant 4 : i64
// CHECK: pirch.load %[[A]][%[[BASE]] + wg * %[[FOUR]]] [1, 2, 3, 4] mask
// CHECK: pirch.store %{{.*}}, %[[A]][%{{.*}} + wg * %{{.*}}] [1, 2, 3, 4]
// CHECK-NOT: pirch.gather
!i = !pirch.infreg<?x4x1xi64>
!h = !pirch.infreg<?x4x1xi32>
!r = !pirch.infreg<?x4x1xf32>
!m = !pirch.infreg<?x4x1xi1>
pirch.kernel @above(%a: memref<?xf32>, %w: i32) attributes {wg_size = 4 : i64} {
  %wg = pirch.wg_index : !i
  %c4 = arith.constant 4 : i64
  %c1 = arith.constant 1 : i32
  %four = pirch.splat %c4 : i64 -> !i
  %first = arith.muli %wg, %four : !i
  %wi = pirch.constant dense<[[1], [2], [3], [4]]> : tensor<4x1xi64> -> !i
  %long = arith.addi %first, %wi : !i
  %i = pirch.convert trunci %long : !i -> !h
  %width = pirch.splat %w : i32 -> !h
  %y = arith.divsi %i, %width : !h
  %x = arith.remsi %i, %width : !h
  %one = pirch.splat %c1 : i32 -> !h
  %up = arith.subi %y, %one overflow<nsw> : !h
  %row = arith.muli %up, %width overflow<nsw> : !h
  %at = arith.addi %row, %x overflow<nsw> : !h
  %place = pirch.convert extsi %at : !h -> !i
  %inside = arith.cmpi sgt, %y, %one : !h
  %v = pirch.gather %a[%place] mask %inside : !m : memref<?xf32>, !i -> !r
  pirch.scatter %v, %a[%place] : !r, memref<?xf32>, !i
  pirch.return
}

// -----

// Left alone: what is transposed, since its quotient stays, and sums of 32 bits that may
// wrap around.
// CHECK-LABEL: @others
// CHECK: pirch.gather
// CHECK: pirch.gather
// CHECK-NOT: pirch.load
!i = !pirch.infreg<?x4x1xi64>
!h = !pirch.infreg<?x4x1xi32>
!r = !pirch.infreg<?x4x1xf32>
pirch.kernel @others(%a: memref<?xf32>, %w: i32, %n: i64) attributes {wg_size = 4 : i64} {
  %wg = pirch.wg_index : !i
  %height = pirch.splat %n : i64 -> !i
  %y = arith.divui %wg, %height : !i
  %x = arith.remui %wg, %height : !i
  %column = arith.muli %x, %height : !i
  %at = arith.addi %column, %y : !i
  %v = pirch.gather %a[%at] : memref<?xf32>, !i -> !r
  %i = pirch.convert trunci %wg : !i -> !h
  %width = pirch.splat %w : i32 -> !h
  %q = arith.divui %i, %width : !h
  %p = arith.remui %i, %width : !h
  %row = arith.muli %q, %width : !h
  %sum = arith.addi %row, %p : !h
  %place = pirch.convert extui %sum : !h -> !i
  %u = pirch.gather %a[%place] : memref<?xf32>, !i -> !r
  %both = arith.addf %u, %v : !r
  pirch.scatter %both, %a[%at] : !r, memref<?xf32>, !i
  pirch.return
}

// -----

// Products of scalars, and the group's index times a scalar.
// CHECK-LABEL: @scalars
// CHECK: pirch.load %arg0[%{{.*}} + wg * %arg1] [0, 2]
// CHECK-NOT: pirch.gather
!i = !pirch.infreg<?x2x1xi64>
!r = !pirch.infreg<?x2x1xf32>
pirch.kernel @scalars(%a: memref<?xf32>, %n: i64, %m: i64) attributes {wg_size = 2 : i64} {
  %wg = pirch.wg_index : !i
  %wi = pirch.constant dense<[[0], [2]]> : tensor<2x1xi64> -> !i
  %sn = pirch.splat %n : i64 -> !i
  %sm = pirch.splat %m : i64 -> !i
  %sum = arith.addi %wg, %sm : !i
  %product = arith.muli %sum, %sn : !i
  %at = arith.addi %product, %wi : !i
  %v = pirch.gather %a[%at] : memref<?xf32>, !i -> !r
  %c0 = arith.constant 0 : i64
  pirch.store %v, %a[%c0 + wg * %c0] [0, 1] : !r, memref<?xf32>
  pirch.return
}
