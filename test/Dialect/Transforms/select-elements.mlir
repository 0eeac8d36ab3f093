// RUN: pirch-opt %s --split-input-file --pirch-select-elements | FileCheck %s
// RUN: pirch-opt %s --split-input-file --pirch-select-elements --pirch-select-elements | FileCheck %s

!i = !pirch.infreg<?x4x1xi32>
!l = !pirch.infreg<?x4x1xi64>
!v = !pirch.infreg<?x4x1xf32>
!a = !pirch.infreg<?x4x20xf32>
!m = !pirch.infreg<?x4x1xi1>

// Element 5 * row + 2, with row chosen from 1, 2 and 3: 7, 12 or 17.
// CHECK-LABEL: @read
// CHECK: %[[A:.*]] = pirch.load
// CHECK: %[[C:.*]] = arith.cmpf ogt
// CHECK: %[[D:.*]] = arith.cmpf olt
// CHECK-NOT: pirch.extract
// CHECK: %[[X12:.*]] = pirch.reorder %[[A]] [12]
// CHECK: %[[X7:.*]] = pirch.reorder %[[A]] [7]
// CHECK: %[[INNER:.*]] = pirch.select %[[C]], %[[X12]], %[[X7]]
// CHECK: %[[X17:.*]] = pirch.reorder %[[A]] [17]
// CHECK: pirch.select %[[D]], %[[INNER]], %[[X17]]
pirch.kernel @read(%a: memref<?xf32>, %b: memref<?xf32>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %c5 = arith.constant 5 : i64
  %x = pirch.load %a[%c0 + wg * %c0] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19] : memref<?xf32> -> !a
  %p = pirch.reorder %x [0] : !a -> !v
  %q = pirch.reorder %x [1] : !a -> !v
  %c = arith.cmpf ogt, %p, %q : !v
  %d = arith.cmpf olt, %p, %q : !v
  %one = pirch.splat %c1 : i32 -> !i
  %two = pirch.splat %c2 : i32 -> !i
  %three = pirch.splat %c3 : i32 -> !i
  %inner = pirch.select %c, %two, %one : !m, !i
  %row = pirch.select %d, %inner, %three : !m, !i
  %long = pirch.convert extsi %row : !i -> !l
  %five = pirch.splat %c5 : i64 -> !l
  %twos = pirch.constant dense<2> : tensor<4x1xi64> -> !l
  %start = arith.muli %long, %five : !l
  %at = arith.addi %start, %twos : !l
  %y = pirch.extract %x[%at] : !a, !l -> !v
  pirch.store %y, %b[%c0 + wg * %c0] [0, 1, 2, 3] : !v, memref<?xf32>
  pirch.return
}

// -----

!i = !pirch.infreg<?x4x1xi32>
!v = !pirch.infreg<?x4x1xf32>
!a = !pirch.infreg<?x4x4xf32>
!m = !pirch.infreg<?x4x1xi1>

// Numbers are compared before what leads from them to the subscript: 0 and 1
// with the condition's own values, which are elements 1 and 3. What lies outside
// the array is not written: 2 * 7 + 1. The mask decides first.
// CHECK-LABEL: @write
// CHECK: %[[A:.*]] = pirch.load
// CHECK: %[[C:.*]] = arith.cmpf ogt
// CHECK: %[[R:.*]] = pirch.select %[[C]]
// CHECK: %[[ROW:.*]] = pirch.select %{{.*}}, %[[R]], %{{.*}}
// CHECK-NOT: pirch.insert
// CHECK: %[[OLD:.*]] = pirch.reorder %[[A]] [3]
// CHECK: %[[IS:.*]] = arith.cmpi eq, %[[ROW]], %{{.*}}
// CHECK: %[[MAY:.*]] = pirch.select %[[C]], %[[IS]], %{{.*}} : <?x4x1xi1>, <?x4x1xi1>
// CHECK: %[[NEW:.*]] = pirch.select %[[MAY]], %{{.*}}, %[[OLD]]
// CHECK: pirch.merge %{{.*}} into %[[A]] lanes ["0001" x 4]
// CHECK: pirch.merge %{{.*}} into %{{.*}} lanes ["0100" x 4]
// CHECK-NOT: pirch.merge
pirch.kernel @write(%a: memref<?xf32>, %b: memref<?xf32>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %i7 = arith.constant 7 : i32
  %x = pirch.load %a[%c0 + wg * %c0] [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3] : memref<?xf32> -> !a
  %p = pirch.reorder %x [0] : !a -> !v
  %q = pirch.reorder %x [1] : !a -> !v
  %c = arith.cmpf ogt, %p, %q : !v
  %zero = pirch.splat %i0 : i32 -> !i
  %one = pirch.splat %i1 : i32 -> !i
  %seven = pirch.splat %i7 : i32 -> !i
  %r = pirch.select %c, %one, %zero : !m, !i
  %d = arith.cmpf olt, %p, %q : !v
  %row = pirch.select %d, %r, %seven : !m, !i
  %double = arith.shli %row, %one : !i
  %at = arith.addi %double, %one : !i
  %y = pirch.insert %p into %x[%at] mask %c : !m : !v, !a, !i
  pirch.store %y, %b[%c0 + wg * %c0] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : !a, memref<?xf32>
  pirch.return
}

// -----

!i = !pirch.infreg<?x4x1xi32>
!v = !pirch.infreg<?x4x1xf32>
!a = !pirch.infreg<?x4x2xf32>
!m = !pirch.infreg<?x4x1xi1>

// A subscript that may be any number, and one of more constants than there are
// elements, are looked up.
// CHECK-LABEL: @looked_up
// CHECK-COUNT-2: pirch.extract
pirch.kernel @looked_up(%a: memref<?xf32>, %k: memref<?xi32>, %b: memref<?xf32>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %x = pirch.load %a[%c0 + wg * %c0] [0, 1, 0, 1, 0, 1, 0, 1] : memref<?xf32> -> !a
  %at = pirch.load %k[%c0 + wg * %c0] [0, 1, 2, 3] : memref<?xi32> -> !i
  %y = pirch.extract %x[%at] : !a, !i -> !v
  %zero = pirch.splat %i0 : i32 -> !i
  %one = pirch.splat %i1 : i32 -> !i
  %c = arith.cmpi sgt, %at, %zero : !i
  %d = arith.cmpi sgt, %at, %one : !i
  %r = pirch.select %c, %one, %zero : !m, !i
  %s = pirch.select %d, %zero, %r : !m, !i
  %z = pirch.extract %x[%s] : !a, !i -> !v
  %sum = arith.addf %y, %z : !v
  pirch.store %sum, %b[%c0 + wg * %c0] [0, 1, 2, 3] : !v, memref<?xf32>
  pirch.return
}
