// RUN: pirch-opt %s --pirch-unmask-own-accesses --split-input-file | FileCheck %s
// RUN: pirch-opt %s --pirch-unmask-own-accesses --pirch-unmask-own-accesses \
// RUN:   --split-input-file | FileCheck %s

// Two rows of an array of the group: all of it may be read, and be stored again.

// CHECK-LABEL: pirch.kernel @panel
// CHECK:         %[[OWN:.*]] = pirch.alloca
// CHECK:         %[[X:.*]] = pirch.load %[[OWN]][%[[BASE:.*]] + wg * %c0{{.*}}] [0, 1] : memref
// CHECK:         %[[NEW:.*]] = arith.addf %[[X]]
// CHECK:         %[[OLD:.*]] = pirch.load %[[OWN]][%[[BASE]] + wg * %c0{{.*}}] [0, 1] : memref
// CHECK:         %[[BOTH:.*]] = pirch.select %[[MASK:.*]], %[[NEW]], %[[OLD]]
// CHECK:         pirch.store %[[BOTH]], %[[OWN]][%[[BASE]] + wg * %c0{{.*}}] [0, 1] : <
!f = !pirch.infreg<?x2x1xf32>
!m = !pirch.infreg<?x2x1xi1>
pirch.kernel @panel(%a: memref<?xf32>, %row: i64)
    attributes {wg_size = 2 : i64, target = #pirch.avx2<>} {
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : i64
  %own = pirch.alloca : memref<4xf32, 3>
  %x = pirch.load %a[%c0 + wg * %c2] [0, 1] : memref<?xf32> -> !f
  pirch.store %x, %own[%c0 + wg * %c0] [0, 1] : !f, memref<4xf32, 3>
  pirch.store %x, %own[%c2 + wg * %c0] [0, 1] : !f, memref<4xf32, 3>
  %m = arith.cmpf ogt, %x, %x : !f
  %odd = arith.remui %row, %c2 : i64
  %base = arith.muli %odd, %c2 : i64
  %y = pirch.load %own[%base + wg * %c0] [0, 1] mask %m : !m : memref<4xf32, 3> -> !f
  %z = arith.addf %y, %y : !f
  pirch.store %z, %own[%base + wg * %c0] [0, 1] mask %m : !m : !f, memref<4xf32, 3>
  pirch.return
}

// -----

// What other groups may access is left alone: the buffer of the kernel. So are
// accesses of which a lane lies outside of the array, and a store by which two work
// items write one element.

// CHECK-LABEL: pirch.kernel @stays
// CHECK:         pirch.store %{{.*}} mask
// CHECK:         pirch.load %{{.*}} mask
// CHECK:         pirch.store %{{.*}} mask
// CHECK:         pirch.store %{{.*}} mask
// CHECK-NOT:     pirch.select
!f = !pirch.infreg<?x2x1xf32>
!m = !pirch.infreg<?x2x1xi1>
pirch.kernel @stays(%a: memref<?xf32>, %row: i64)
    attributes {wg_size = 2 : i64, target = #pirch.avx2<>} {
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : i64
  %c3 = arith.constant 3 : i64
  %own = pirch.alloca : memref<4xf32, 3>
  %x = pirch.load %a[%c0 + wg * %c2] [0, 1] : memref<?xf32> -> !f
  %m = arith.cmpf ogt, %x, %x : !f
  pirch.store %x, %a[%c0 + wg * %c2] [0, 1] mask %m : !m : !f, memref<?xf32>
  %y = pirch.load %own[%row + wg * %c0] [0, 1] mask %m : !m : memref<4xf32, 3> -> !f
  pirch.store %y, %own[%c3 + wg * %c0] [0, 1] mask %m : !m : !f, memref<4xf32, 3>
  pirch.store %y, %own[%c0 + wg * %c0] [1, 1] mask %m : !m : !f, memref<4xf32, 3>
  pirch.return
}

// -----

// A work item is a thread, which would overwrite what another one stores meanwhile.

// CHECK-LABEL: pirch.kernel @threads
// CHECK:         pirch.store %{{.*}} mask
!f = !pirch.infreg<?x2x1xf32>
!m = !pirch.infreg<?x2x1xi1>
pirch.kernel @threads(%a: memref<?xf32>)
    attributes {wg_size = 2 : i64, target = #pirch.nvvm<>} {
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : i64
  %own = pirch.alloca : memref<2xf32, 3>
  %x = pirch.load %a[%c0 + wg * %c2] [0, 1] : memref<?xf32> -> !f
  %m = arith.cmpf ogt, %x, %x : !f
  pirch.store %x, %own[%c0 + wg * %c0] [0, 1] mask %m : !m : !f, memref<2xf32, 3>
  pirch.return
}
