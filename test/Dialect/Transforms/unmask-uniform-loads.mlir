// RUN: pirch-opt %s --pirch-unmask-uniform-loads --split-input-file | FileCheck %s

// In the body of a loop the mask that its condition asks for holds for some lane, as
// do the masks of which that one is a conjunction. An element that all lanes read is
// there, but not what only some work items read, nor what lies elsewhere for each
// group, nor what is read under another mask.
// CHECK-LABEL: pirch.kernel @loop
// CHECK: do {
// CHECK: ^bb0(%{{.*}}: !pirch.infreg<?x4x1xf32>, %[[K:.*]]: i64, %[[GO:.*]]: !pirch.infreg<?x4x1xi1>):
// CHECK: pirch.load %{{.*}}[%[[K]] + wg * %c0_i64] [2, 2, 2, 2] : memref
// CHECK: pirch.load %{{.*}}[%[[K]] + wg * %c0_i64] [0, 1, 2, 3] mask %[[GO]]
// CHECK: pirch.load %{{.*}}[%[[K]] + wg * %c4_i64] [2, 2, 2, 2] mask %[[GO]]
// CHECK: %[[FEWER:.*]] = arith.andi
// CHECK: pirch.load %{{.*}}[%[[K]] + wg * %c0_i64] [3, 3, 3, 3] mask %[[FEWER]]
!f = !pirch.infreg<?x4x1xf32>
!m = !pirch.infreg<?x4x1xi1>
pirch.kernel @loop(%a: memref<?xf32>, %b: memref<?xf32>, %n: i64) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xf32> -> !f
  %true = arith.constant true
  %every = pirch.splat %true : i1 -> !m
  %r:3 = scf.while (%z = %x, %k = %c0, %m = %every) : (!f, i64, !m) -> (!f, i64, !m) {
    %any = pirch.active %m : !m
    %in = arith.cmpi slt, %k, %n : i64
    %more = arith.andi %any, %in : i1
    scf.condition(%more) %z, %k, %m : !f, i64, !m
  } do {
  ^bb0(%z: !f, %k: i64, %m: !m):
    %p = pirch.load %b[%k + wg * %c0] [2, 2, 2, 2] mask %m : !m : memref<?xf32> -> !f
    %q = pirch.load %b[%k + wg * %c0] [0, 1, 2, 3] mask %m : !m : memref<?xf32> -> !f
    %r = pirch.load %b[%k + wg * %c4] [2, 2, 2, 2] mask %m : !m : memref<?xf32> -> !f
    %s = arith.addf %p, %q : !f
    %below = arith.cmpf olt, %s, %r : !f
    %fewer = arith.andi %m, %below : !m
    %t = pirch.load %b[%k + wg * %c0] [3, 3, 3, 3] mask %fewer : !m : memref<?xf32> -> !f
    %u = pirch.select %fewer, %t, %s : !m, !f
    %next = pirch.select %m, %u, %z : !m, !f
    %l = arith.addi %k, %c1 : i64
    scf.yield %next, %l, %fewer : !f, i64, !m
  }
  pirch.store %r#0, %a[%c0 + wg * %c4] [0, 1, 2, 3] : !f, memref<?xf32>
  pirch.return
}

// -----

// A branch is taken if some lane is in a mask, and so in both masks of which it is
// the conjunction; its other arm if none is.
// CHECK-LABEL: pirch.kernel @branch
// CHECK: scf.if
// CHECK: pirch.load %{{.*}}[%c0_i64 + wg * %c0_i64] [5, 5] : memref
// CHECK: pirch.load %{{.*}}[%c0_i64 + wg * %c0_i64] [6, 6] : memref
// CHECK: } else {
// CHECK: pirch.load %{{.*}}[%c0_i64 + wg * %c0_i64] [7, 7] mask
!f = !pirch.infreg<?x2x1xf32>
!m = !pirch.infreg<?x2x1xi1>
pirch.kernel @branch(%a: memref<?xf32>, %b: memref<?xf32>) attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : i64
  %x = pirch.load %a[%c0 + wg * %c2] [0, 1] : memref<?xf32> -> !f
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %low = pirch.splat %zero : f32 -> !f
  %high = pirch.splat %one : f32 -> !f
  %above = arith.cmpf ogt, %x, %low : !f
  %below = arith.cmpf olt, %x, %high : !f
  %both = arith.andi %above, %below : !m
  %any = pirch.active %both : !m
  %y = scf.if %any -> (!f) {
    %p = pirch.load %b[%c0 + wg * %c0] [5, 5] mask %both : !m : memref<?xf32> -> !f
    %q = pirch.load %b[%c0 + wg * %c0] [6, 6] mask %above : !m : memref<?xf32> -> !f
    %s = arith.addf %p, %q : !f
    %t = pirch.select %both, %s, %x : !m, !f
    scf.yield %t : !f
  } else {
    %p = pirch.load %b[%c0 + wg * %c0] [7, 7] mask %above : !m : memref<?xf32> -> !f
    %t = pirch.select %above, %p, %x : !m, !f
    scf.yield %t : !f
  }
  pirch.store %y, %a[%c0 + wg * %c2] [0, 1] : !f, memref<?xf32>
  pirch.return
}
