// RUN: pirch-opt %s --pirch-dead-lane-elimination | FileCheck %s
// RUN: pirch-opt %s --pirch-dead-lane-elimination --pirch-dead-lane-elimination | FileCheck %s

// Only lane 1 is stored: the map copies that alone, the merge that keeps other
// lanes goes, and so does what nobody reads.
// CHECK-LABEL: @one
// CHECK: %[[X:.*]] = pirch.load
// CHECK: %[[P:.*]] = pirch.wg_permute %[[X]] [_, 0, _, _]
// CHECK-NOT: pirch.merge
// CHECK-NOT: arith.mulf
// CHECK: pirch.store %[[P]]
pirch.kernel @one(%a: memref<?xf64>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xf64> -> <?x4x1xf64>
  %p = pirch.wg_permute %x [3, 0, 1, 2] : <?x4x1xf64> -> <?x4x1xf64>
  %m = pirch.merge %p into %x lanes ["0" x 1, "1" x 3] : <?x4x1xf64>
  %u = arith.mulf %m, %m : !pirch.infreg<?x4x1xf64>
  pirch.store %m, %a[%c0 + wg * %c4] [_, 1, _, _] : <?x4x1xf64>, memref<?xf64>
  pirch.return
}
