// Masks are asked once, and conditions inverted by inverse comparisons.
// RUN: pirch-opt %s --pirch-simplify-masks | FileCheck %s

// Lanes leave if they are in the mask and x is less than 0 or greater than 1; NaN
// stays.
// CHECK-LABEL: pirch.kernel @leave
// CHECK: %[[GO:.*]] = arith.cmpi slt
// CHECK: %[[LOW:.*]] = arith.cmpf uge, %[[X:.*]], %{{.*}}
// CHECK: %[[HIGH:.*]] = arith.cmpf ule, %[[X]], %{{.*}}
// CHECK: %[[IN:.*]] = arith.andi %[[LOW]], %[[HIGH]]
// CHECK: %[[STAY:.*]] = arith.andi %[[GO]], %[[IN]]
// CHECK-NOT: arith.andi
// CHECK: pirch.select %[[STAY]]
pirch.kernel @leave(%a: memref<?xf32>, %n: i32) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %yes = arith.constant true
  %no = arith.constant false
  %all = pirch.splat %yes : i1 -> <?x4x1xi1>
  %none = pirch.splat %no : i1 -> <?x4x1xi1>
  %zeros = pirch.splat %zero : f32 -> <?x4x1xf32>
  %ones = pirch.splat %one : f32 -> <?x4x1xf32>
  %i = pirch.wi_index : !pirch.infreg<?x4x1xi32>
  %limit = pirch.splat %n : i32 -> <?x4x1xi32>
  %go = arith.cmpi slt, %i, %limit : !pirch.infreg<?x4x1xi32>
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xf32> -> <?x4x1xf32>
  %below = arith.cmpf olt, %x, %zeros : !pirch.infreg<?x4x1xf32>
  %above = arith.cmpf ogt, %x, %ones : !pirch.infreg<?x4x1xf32>
  %out = pirch.select %below, %all, %above : <?x4x1xi1>, <?x4x1xi1>
  %leave = arith.andi %go, %out : !pirch.infreg<?x4x1xi1>
  %stay = pirch.select %leave, %none, %go : <?x4x1xi1>, <?x4x1xi1>
  %rest = arith.andi %go, %stay : !pirch.infreg<?x4x1xi1>
  %y = pirch.select %rest, %x, %zeros : <?x4x1xi1>, <?x4x1xf32>
  pirch.store %y, %a[%c0 + wg * %c4] [0, 1, 2, 3] : <?x4x1xf32>, memref<?xf32>
  pirch.return
}

// The inverse of a comparison takes the place of a select; a mask that is no
// comparison is not inverted.
// CHECK-LABEL: pirch.kernel @invert
// CHECK: %[[M:.*]] = pirch.convert trunci
// CHECK: %[[NOT:.*]] = arith.cmpi sge
// CHECK: pirch.select %[[NOT]]
// CHECK: %[[KEPT:.*]] = pirch.select %[[M]], %{{.*}}, %[[NOT]] : <?x4x1xi1>, <?x4x1xi1>
// CHECK: pirch.select %[[KEPT]]
pirch.kernel @invert(%a: memref<?xi32>, %n: i32) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %yes = arith.constant true
  %no = arith.constant false
  %all = pirch.splat %yes : i1 -> <?x4x1xi1>
  %none = pirch.splat %no : i1 -> <?x4x1xi1>
  %limit = pirch.splat %n : i32 -> <?x4x1xi32>
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xi32> -> <?x4x1xi32>
  %odd = pirch.convert trunci %x : <?x4x1xi32> -> <?x4x1xi1>
  %less = arith.cmpi slt, %x, %limit : !pirch.infreg<?x4x1xi32>
  %not = pirch.select %less, %none, %all : <?x4x1xi1>, <?x4x1xi1>
  %y = pirch.select %not, %x, %limit : <?x4x1xi1>, <?x4x1xi32>
  %kept = pirch.select %odd, %none, %not : <?x4x1xi1>, <?x4x1xi1>
  %z = pirch.select %kept, %y, %limit : <?x4x1xi1>, <?x4x1xi32>
  pirch.store %z, %a[%c0 + wg * %c4] [0, 1, 2, 3] : <?x4x1xi32>, memref<?xi32>
  pirch.return
}
