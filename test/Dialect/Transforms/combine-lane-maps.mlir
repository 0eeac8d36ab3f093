// RUN: pirch-opt %s --pirch-combine-lane-maps | FileCheck %s
// RUN: pirch-opt %s --pirch-combine-lane-maps --pirch-combine-lane-maps | FileCheck %s

!x = !pirch.infreg<?x2x2xf32>
!y = !pirch.infreg<?x2x1xf32>

// A transposition, element by element.
// CHECK-LABEL: @transposed
// CHECK: %[[X:.*]] = pirch.load
// CHECK-NEXT: %[[T:.*]] = pirch.wg_permute %[[X]] [0, 2, 1, 3]
// CHECK-NEXT: pirch.store %[[T]]
pirch.kernel @transposed(%a: memref<?xf32>) attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xf32> -> !x
  %p = pirch.wg_permute %x [0, 1] : !x -> !y
  %p2 = pirch.reorder %p [0, _] : !y -> !x
  %q = pirch.wg_permute %x [2, 3] : !x -> !y
  %q2 = pirch.reorder %q [_, 0] : !y -> !x
  %t = pirch.merge %q2 into %p2 lanes ["01" x 2] : !x
  pirch.store %t, %a[%c0 + wg * %c4] [0, 1, 2, 3] : !x, memref<?xf32>
  pirch.return
}

// A map of a value into that value.
// CHECK-LABEL: @into
// CHECK: %[[X:.*]] = pirch.load
// CHECK-NEXT: %[[T:.*]] = pirch.wg_permute %[[X]] [2, 1, 0, 3]
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[T]], %[[X]]
pirch.kernel @into(%a: memref<?xf32>) attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xf32> -> !x
  %p = pirch.wg_permute %x [1, 0] : !x -> !x
  %t = pirch.merge %p into %x lanes ["10" x 2] : !x
  %s = arith.addf %t, %x : !x
  pirch.store %s, %a[%c0 + wg * %c4] [0, 1, 2, 3] : !x, memref<?xf32>
  pirch.return
}

// What puts every lane back where it was is no map.
// CHECK-LABEL: @back
// CHECK: %[[X:.*]] = pirch.load
// CHECK-NEXT: pirch.store %[[X]]
pirch.kernel @back(%a: memref<?xf32>) attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xf32> -> !x
  %p = pirch.reorder %x [1, 0] : !x -> !x
  %q = pirch.wg_permute %p [1, 0, 3, 2] : !x -> !x
  pirch.store %q, %a[%c0 + wg * %c4] [0, 1, 2, 3] : !x, memref<?xf32>
  pirch.return
}

// Not so: maps that others use, too; maps of different values.
// CHECK-LABEL: @others
// CHECK-COUNT-3: pirch.wg_permute
// CHECK: pirch.merge
// CHECK: pirch.merge
pirch.kernel @others(%a: memref<?xf32>, %b: memref<?xf32>) attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xf32> -> !x
  %y = pirch.load %b[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xf32> -> !x
  %p = pirch.wg_permute %x [1, 0] : !x -> !x
  %q = pirch.wg_permute %y [1, 0] : !x -> !x
  %r = pirch.wg_permute %x [0, 0] : !x -> !x
  %m = pirch.merge %p into %x lanes ["10" x 2] : !x
  %n = pirch.merge %q into %r lanes ["10" x 1, "11" x 1] : !x
  %o = pirch.merge %n into %m lanes ["10" x 2] : !x
  %s = arith.addf %o, %p : !x
  pirch.store %s, %a[%c0 + wg * %c4] [0, 1, 2, 3] : !x, memref<?xf32>
  pirch.return
}
