// RUN: pirch-opt %s --pirch-skip-idle-groups --split-input-file | FileCheck %s
// RUN: pirch-opt %s --pirch-skip-idle-groups --pirch-skip-idle-groups \
// RUN:   --split-input-file | FileCheck %s

// Both stores are made under masks that imply %m.

// CHECK-LABEL: pirch.kernel @main.remainder
// CHECK:         %[[M:.*]] = arith.andi
// CHECK:         %[[ANY:.*]] = pirch.active %[[M]]
// CHECK:         scf.while (%[[GO:.*]] = %[[ANY]]) : (i1) -> () {
// CHECK:           scf.condition(%[[GO]])
// CHECK:           pirch.load {{.*}} mask
// CHECK:           pirch.store {{.*}} mask
// CHECK:           pirch.store {{.*}} mask
// CHECK:           %[[NEVER:.*]] = arith.constant false
// CHECK:           scf.yield %[[NEVER]]
// CHECK:         pirch.return
!f = !pirch.infreg<?x2x1xf32>
!m = !pirch.infreg<?x2x1xi1>
pirch.kernel @main(%a: memref<?xf32>, %b: memref<?xf32>, %go: i1)
    attributes {wg_size = 2 : i64, target = #pirch.generic<>, remainder = @main.remainder} {
  pirch.return
}
pirch.kernel @main.remainder(%a: memref<?xf32>, %b: memref<?xf32>, %go: i1)
    attributes {wg_size = 2 : i64, target = #pirch.generic<>, role = #pirch.role<remainder>} {
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : i64
  %x = pirch.load %a[%c0 + wg * %c2] [0, 1] : memref<?xf32> -> !f
  %zero = pirch.constant dense<0.0> : tensor<2x1xf32> -> !f
  %row = pirch.splat %go : i1 -> !m
  %more = arith.cmpf ogt, %x, %zero : !f
  %m = arith.andi %row, %more : !m
  %y = pirch.load %b[%c0 + wg * %c2] [0, 1] mask %m : !m : memref<?xf32> -> !f
  pirch.store %y, %a[%c0 + wg * %c2] [0, 1] mask %m : !m : !f, memref<?xf32>
  %n = arith.cmpf ogt, %y, %zero : !f
  %both = arith.andi %m, %n : !m
  pirch.store %x, %b[%c0 + wg * %c2] [0, 1] mask %both : !m : !f, memref<?xf32>
  pirch.return
}

// -----

// Something is stored by all work items.

// CHECK-LABEL: pirch.kernel @stores.remainder
// CHECK-NOT:     pirch.active
// CHECK:         pirch.return
!f = !pirch.infreg<?x2x1xf32>
!m = !pirch.infreg<?x2x1xi1>
pirch.kernel @stores(%a: memref<?xf32>, %b: memref<?xf32>, %go: i1)
    attributes {wg_size = 2 : i64, target = #pirch.generic<>, remainder = @stores.remainder} {
  pirch.return
}
pirch.kernel @stores.remainder(%a: memref<?xf32>, %b: memref<?xf32>, %go: i1)
    attributes {wg_size = 2 : i64, target = #pirch.generic<>, role = #pirch.role<remainder>} {
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : i64
  %x = pirch.load %a[%c0 + wg * %c2] [0, 1] : memref<?xf32> -> !f
  %zero = pirch.constant dense<0.0> : tensor<2x1xf32> -> !f
  %m = pirch.splat %go : i1 -> !m
  pirch.store %x, %b[%c0 + wg * %c2] [0, 1] mask %m : !m : !f, memref<?xf32>
  pirch.store %zero, %a[%c0 + wg * %c2] [0, 1] : !f, memref<?xf32>
  pirch.return
}

// -----

// %m holds no value in the second work item, which both stores leave out.

// CHECK-LABEL: pirch.kernel @undefined.remainder
// CHECK-NOT:     pirch.active
// CHECK:         pirch.return
!f = !pirch.infreg<?x2x1xf32>
!m = !pirch.infreg<?x2x1xi1>
pirch.kernel @undefined(%a: memref<?xf32>, %b: memref<?xf32>, %go: i1)
    attributes {wg_size = 2 : i64, target = #pirch.generic<>, remainder = @undefined.remainder} {
  pirch.return
}
pirch.kernel @undefined.remainder(%a: memref<?xf32>, %b: memref<?xf32>, %go: i1)
    attributes {wg_size = 2 : i64, target = #pirch.generic<>, role = #pirch.role<remainder>} {
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : i64
  %x = pirch.load %a[%c0 + wg * %c2] [0, _] : memref<?xf32> -> !f
  %zero = pirch.constant dense<0.0> : tensor<2x1xf32> -> !f
  %row = pirch.splat %go : i1 -> !m
  %more = arith.cmpf ogt, %x, %zero : !f
  %m = arith.andi %row, %more : !m
  pirch.store %x, %b[%c0 + wg * %c2] [0, _] mask %m : !m : !f, memref<?xf32>
  %first = pirch.constant dense<[[true], [false]]> : tensor<2x1xi1> -> !m
  %both = arith.andi %first, %m : !m
  pirch.store %x, %a[%c0 + wg * %c2] [0, 1] mask %both : !m : !f, memref<?xf32>
  pirch.return
}

// -----

// Each group has a work item that stores, as far as is known: no condition of the group is part
// of the mask.

// CHECK-LABEL: pirch.kernel @items.remainder
// CHECK-NOT:     pirch.active
// CHECK:         pirch.return
!f = !pirch.infreg<?x2x1xf32>
!m = !pirch.infreg<?x2x1xi1>
pirch.kernel @items(%a: memref<?xf32>, %b: memref<?xf32>)
    attributes {wg_size = 2 : i64, target = #pirch.generic<>, remainder = @items.remainder} {
  pirch.return
}
pirch.kernel @items.remainder(%a: memref<?xf32>, %b: memref<?xf32>)
    attributes {wg_size = 2 : i64, target = #pirch.generic<>, role = #pirch.role<remainder>} {
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : i64
  %x = pirch.load %a[%c0 + wg * %c2] [0, 1] : memref<?xf32> -> !f
  %zero = pirch.constant dense<0.0> : tensor<2x1xf32> -> !f
  %m = arith.cmpf ogt, %x, %zero : !f
  pirch.store %x, %b[%c0 + wg * %c2] [0, 1] mask %m : !m : !f, memref<?xf32>
  pirch.return
}
