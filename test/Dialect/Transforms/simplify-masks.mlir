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

// A place that a loop under masks has found, among 0, 1 and 2: each mask holds only
// where the one before it does.
// CHECK-LABEL: pirch.kernel @place
// CHECK: %[[X:.*]] = pirch.load %arg0
// CHECK: %[[M:.*]] = arith.cmpf ogt, %[[X]]
// CHECK: %[[SECOND:.*]] = arith.cmpf ogt, %{{.*}}, %[[X]]
// CHECK: %[[N:.*]] = arith.andi %[[M]], %[[SECOND]]
// CHECK-NOT: arith.cmpi
// CHECK: pirch.select %[[N]], %{{.*}}, %{{.*}} : <?x4x1xi1>, <?x4x1xf32>
// CHECK: %[[NOT:.*]] = arith.cmpf ule, %{{.*}}, %[[X]]
// CHECK: %[[IS1:.*]] = arith.andi %[[M]], %[[NOT]]
// CHECK: pirch.select %[[IS1]], %{{.*}}, %{{.*}} : <?x4x1xi1>, <?x4x1xf32>
// CHECK: %[[IS2:.*]] = pirch.select %[[M]], %{{.*}}, %{{.*}} : <?x4x1xi1>, <?x4x1xi1>
// CHECK: pirch.select %[[IS2]], %{{.*}}, %{{.*}} : <?x4x1xi1>, <?x4x1xf32>
// CHECK-NOT: xi32>
// CHECK: pirch.return
pirch.kernel @place(%a: memref<?xf32>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %zeros = pirch.splat %zero : i32 -> <?x4x1xi32>
  %ones = pirch.splat %one : i32 -> <?x4x1xi32>
  %twos = pirch.splat %two : i32 -> <?x4x1xi32>
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xf32> -> <?x4x1xf32>
  %y = pirch.load %a[%c0 + wg * %c4] [4, 5, 6, 7] : memref<?xf32> -> <?x4x1xf32>
  %z = pirch.load %a[%c0 + wg * %c4] [8, 9, 10, 11] : memref<?xf32> -> <?x4x1xf32>
  %m = arith.cmpf ogt, %x, %y : !pirch.infreg<?x4x1xf32>
  %second = arith.cmpf ogt, %z, %x : !pirch.infreg<?x4x1xf32>
  %n = arith.andi %m, %second : !pirch.infreg<?x4x1xi1>
  %moved = pirch.select %m, %ones, %twos : <?x4x1xi1>, <?x4x1xi32>
  %again = pirch.select %m, %moved, %twos : <?x4x1xi1>, <?x4x1xi32>
  %place = pirch.select %n, %zeros, %again : <?x4x1xi1>, <?x4x1xi32>
  %is0 = arith.cmpi eq, %place, %zeros : !pirch.infreg<?x4x1xi32>
  %p = pirch.select %is0, %x, %y : <?x4x1xi1>, <?x4x1xf32>
  pirch.store %p, %a[%c0 + wg * %c4] [0, 1, 2, 3] : <?x4x1xf32>, memref<?xf32>
  %is1 = arith.cmpi eq, %place, %ones : !pirch.infreg<?x4x1xi32>
  %q = pirch.select %is1, %x, %z : <?x4x1xi1>, <?x4x1xf32>
  pirch.store %q, %a[%c0 + wg * %c4] [4, 5, 6, 7] : <?x4x1xf32>, memref<?xf32>
  %is2 = arith.cmpi sgt, %place, %ones : !pirch.infreg<?x4x1xi32>
  %r = pirch.select %is2, %y, %z : <?x4x1xi1>, <?x4x1xf32>
  pirch.store %r, %a[%c0 + wg * %c4] [8, 9, 10, 11] : <?x4x1xf32>, memref<?xf32>
  pirch.return
}

// The place itself is stored, so that it has to be computed: a comparison stays if it
// is not just a mask.
// CHECK-LABEL: pirch.kernel @stored
// CHECK: %[[M:.*]] = arith.cmpf ogt
// CHECK: %[[N:.*]] = arith.cmpf olt
// CHECK: %[[PLACE:.*]] = pirch.select %[[N]]
// CHECK: pirch.select %[[N]], %{{.*}}, %{{.*}} : <?x4x1xi1>, <?x4x1xf32>
// CHECK: %[[IS1:.*]] = arith.cmpi eq, %[[PLACE]]
// CHECK: pirch.select %[[IS1]]
// CHECK: pirch.store %[[PLACE]]
pirch.kernel @stored(%a: memref<?xf32>, %b: memref<?xi32>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %zeros = pirch.splat %zero : i32 -> <?x4x1xi32>
  %ones = pirch.splat %one : i32 -> <?x4x1xi32>
  %twos = pirch.splat %two : i32 -> <?x4x1xi32>
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xf32> -> <?x4x1xf32>
  %y = pirch.load %a[%c0 + wg * %c4] [4, 5, 6, 7] : memref<?xf32> -> <?x4x1xf32>
  %m = arith.cmpf ogt, %x, %y : !pirch.infreg<?x4x1xf32>
  %n = arith.cmpf olt, %x, %y : !pirch.infreg<?x4x1xf32>
  %moved = pirch.select %m, %ones, %twos : <?x4x1xi1>, <?x4x1xi32>
  %place = pirch.select %n, %zeros, %moved : <?x4x1xi1>, <?x4x1xi32>
  %is0 = arith.cmpi eq, %place, %zeros : !pirch.infreg<?x4x1xi32>
  %p = pirch.select %is0, %x, %y : <?x4x1xi1>, <?x4x1xf32>
  pirch.store %p, %a[%c0 + wg * %c4] [0, 1, 2, 3] : <?x4x1xf32>, memref<?xf32>
  %is1 = arith.cmpi eq, %place, %ones : !pirch.infreg<?x4x1xi32>
  %q = pirch.select %is1, %x, %y : <?x4x1xi1>, <?x4x1xf32>
  pirch.store %q, %a[%c0 + wg * %c4] [4, 5, 6, 7] : <?x4x1xf32>, memref<?xf32>
  pirch.store %place, %b[%c0 + wg * %c4] [0, 1, 2, 3] : <?x4x1xi32>, memref<?xi32>
  pirch.return
}
