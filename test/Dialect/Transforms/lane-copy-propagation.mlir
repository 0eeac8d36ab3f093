// RUN: pirch-opt %s --pirch-lane-copy-propagation | FileCheck %s
// RUN: pirch-opt %s --pirch-lane-copy-propagation --pirch-lane-copy-propagation | FileCheck %s

!x = !pirch.infreg<?x4x1xf32>
!array = !pirch.infreg<?x1x8xf32>

// Two steps of a running sum, which an array of two halves passes on. The terms
// of a step that are sums by then come from the sum, the others from where they
// were loaded: one merge of both, at their own places, serves the map as well as
// the last step.
// CHECK-LABEL: @scan
// CHECK: %[[X:.*]] = pirch.load
// CHECK-NEXT: %[[A:.*]] = pirch.wg_permute %[[X]] [_, 0, 1, 2]
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[X]], %[[A]]
// CHECK-NEXT: %[[M:.*]] = pirch.merge %[[S]] into %[[X]] lanes ["0" x 1, "1" x 3]
// CHECK-NEXT: %[[B:.*]] = pirch.wg_permute %[[M]] [_, _, 0, 1]
// CHECK-NEXT: %[[T:.*]] = arith.addf %[[S]], %[[B]]
// CHECK-NEXT: %[[R:.*]] = pirch.merge %[[T]] into %[[M]] lanes ["0" x 2, "1" x 2]
// CHECK-NEXT: pirch.store %[[R]]
pirch.kernel @scan(%a: memref<?xf32>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xf32> -> !x
  %array = pirch.wg_permute %x [0, 1, 2, 3, _, _, _, _] : !x -> !array
  %0 = pirch.wg_permute %array [_, 1, 2, 3] : !array -> !x
  %1 = pirch.wg_permute %array [_, 0, 1, 2] : !array -> !x
  %2 = arith.addf %0, %1 : !x
  %3 = pirch.wg_permute %2 [_, _, _, _, _, 1, 2, 3] : !x -> !array
  %4 = pirch.wg_permute %array [_, _, _, _, 0, _, _, _] : !array -> !array
  %5 = pirch.merge %3 into %4 lanes ["00000111" x 1] : !array
  %6 = pirch.wg_permute %5 [_, _, 6, 7] : !array -> !x
  %7 = pirch.wg_permute %5 [_, _, 4, 5] : !array -> !x
  %8 = arith.addf %6, %7 : !x
  %9 = pirch.wg_permute %8 [_, _, 2, 3, _, _, _, _] : !x -> !array
  %10 = pirch.wg_permute %5 [4, 5, _, _, _, _, _, _] : !array -> !array
  %11 = pirch.merge %9 into %10 lanes ["00110000" x 1] : !array
  %12 = pirch.wg_permute %11 [0, 1, 2, 3] : !array -> !x
  pirch.store %12, %a[%c0 + wg * %c4] [0, 1, 2, 3] : !x, memref<?xf32>
  pirch.return
}

// Lanes of different values that lie at the same places: a map of each, and a
// merge.
// CHECK-LABEL: @shared_places
// CHECK-DAG: %[[X:.*]] = pirch.load %arg0
// CHECK-DAG: %[[Y:.*]] = pirch.load %arg1
// CHECK: %[[A:.*]] = pirch.wg_permute %[[X]] [1, 0, _, _]
// CHECK-NEXT: %[[B:.*]] = pirch.wg_permute %[[Y]] [_, _, 1, 0]
// CHECK-NEXT: %[[M:.*]] = pirch.merge %[[B]] into %[[A]]
// CHECK-NEXT: pirch.store %[[M]]
pirch.kernel @shared_places(%a: memref<?xf32>, %b: memref<?xf32>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, _, _] : memref<?xf32> -> !x
  %y = pirch.load %b[%c0 + wg * %c4] [0, 1, _, _] : memref<?xf32> -> !x
  %0 = pirch.wg_permute %x [0, 1, _, _, _, _, _, _] : !x -> !array
  %1 = pirch.wg_permute %y [_, _, _, _, 0, 1, _, _] : !x -> !array
  %2 = pirch.merge %1 into %0 lanes ["00001111" x 1] : !array
  %3 = pirch.wg_permute %2 [1, 0, 5, 4] : !array -> !x
  pirch.store %3, %a[%c0 + wg * %c4] [0, 1, 2, 3] : !x, memref<?xf32>
  pirch.return
}

// Not so: the exchange of four values in two rounds takes fewer maps than each
// result made of the four values.
// CHECK-LABEL: @rounds
// CHECK-COUNT-8: pirch.wg_permute
// CHECK-NOT: pirch.wg_permute
pirch.kernel @rounds(%a: memref<?xf32>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c16 = arith.constant 16 : i64
  %0 = pirch.load %a[%c0 + wg * %c16] [0, 1, 2, 3] : memref<?xf32> -> !x
  %1 = pirch.load %a[%c0 + wg * %c16] [4, 5, 6, 7] : memref<?xf32> -> !x
  %2 = pirch.load %a[%c0 + wg * %c16] [8, 9, 10, 11] : memref<?xf32> -> !x
  %3 = pirch.load %a[%c0 + wg * %c16] [12, 13, 14, 15] : memref<?xf32> -> !x
  %p0 = pirch.wg_permute %0 [1, 0, 3, 2] : !x -> !x
  %p1 = pirch.wg_permute %1 [1, 0, 3, 2] : !x -> !x
  %p2 = pirch.wg_permute %2 [1, 0, 3, 2] : !x -> !x
  %p3 = pirch.wg_permute %3 [1, 0, 3, 2] : !x -> !x
  %m0 = pirch.merge %p1 into %0 lanes ["0" x 1, "1" x 1, "0" x 1, "1" x 1] : !x
  %m1 = pirch.merge %p0 into %1 lanes ["1" x 1, "0" x 1, "1" x 1, "0" x 1] : !x
  %m2 = pirch.merge %p3 into %2 lanes ["0" x 1, "1" x 1, "0" x 1, "1" x 1] : !x
  %m3 = pirch.merge %p2 into %3 lanes ["1" x 1, "0" x 1, "1" x 1, "0" x 1] : !x
  %q0 = pirch.wg_permute %m0 [2, 3, 0, 1] : !x -> !x
  %q1 = pirch.wg_permute %m1 [2, 3, 0, 1] : !x -> !x
  %q2 = pirch.wg_permute %m2 [2, 3, 0, 1] : !x -> !x
  %q3 = pirch.wg_permute %m3 [2, 3, 0, 1] : !x -> !x
  %n0 = pirch.merge %q2 into %m0 lanes ["0" x 2, "1" x 2] : !x
  %n1 = pirch.merge %q3 into %m1 lanes ["0" x 2, "1" x 2] : !x
  %n2 = pirch.merge %q0 into %m2 lanes ["1" x 2, "0" x 2] : !x
  %n3 = pirch.merge %q1 into %m3 lanes ["1" x 2, "0" x 2] : !x
  pirch.store %n0, %a[%c0 + wg * %c16] [0, 1, 2, 3] : !x, memref<?xf32>
  pirch.store %n1, %a[%c0 + wg * %c16] [4, 5, 6, 7] : !x, memref<?xf32>
  pirch.store %n2, %a[%c0 + wg * %c16] [8, 9, 10, 11] : !x, memref<?xf32>
  pirch.store %n3, %a[%c0 + wg * %c16] [12, 13, 14, 15] : !x, memref<?xf32>
  pirch.return
}
