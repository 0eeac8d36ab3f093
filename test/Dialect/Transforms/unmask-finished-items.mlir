// RUN: pirch-opt %s --pirch-unmask-finished-items --split-input-file | FileCheck %s

// A position that nobody reads behind the loop goes on; the steps that are stored are
// kept.
// CHECK-LABEL: pirch.kernel @position
// CHECK: do {
// CHECK: ^bb0(%[[Z:.*]]: !pirch.infreg<?x4x1xf32>, %[[N:.*]]: !pirch.infreg<?x4x1xi32>, %[[GO:.*]]: !pirch.infreg<?x4x1xi1>):
// CHECK: %[[NEXT:.*]] = arith.mulf %[[Z]], %[[Z]]
// CHECK: %[[MORE:.*]] = arith.addi %[[N]]
// CHECK: %[[STEPS:.*]] = pirch.select %[[GO]], %[[MORE]], %[[N]]
// CHECK: scf.yield %[[NEXT]], %[[STEPS]], %[[GO]]
!f = !pirch.infreg<?x4x1xf32>
!i = !pirch.infreg<?x4x1xi32>
!m = !pirch.infreg<?x4x1xi1>
pirch.kernel @position(%a: memref<?xf32>, %b: memref<?xi32>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xf32> -> !f
  %zero = arith.constant 0 : i32
  %none = pirch.splat %zero : i32 -> !i
  %true = arith.constant true
  %every = pirch.splat %true : i1 -> !m
  %r:3 = scf.while (%z = %x, %n = %none, %m = %every) : (!f, !i, !m) -> (!f, !i, !m) {
    %in = arith.cmpf olt, %z, %x : !f
    %go = arith.andi %m, %in : !m
    %any = pirch.active %go : !m
    scf.condition(%any) %z, %n, %go : !f, !i, !m
  } do {
  ^bb0(%z: !f, %n: !i, %m: !m):
    %next = arith.mulf %z, %z : !f
    %kept = pirch.select %m, %next, %z : !m, !f
    %one = arith.constant 1 : i32
    %ones = pirch.splat %one : i32 -> !i
    %more = arith.addi %n, %ones : !i
    %steps = pirch.select %m, %more, %n : !m, !i
    scf.yield %kept, %steps, %m : !f, !i, !m
  }
  pirch.store %r#1, %b[%c0 + wg * %c4] [0, 1, 2, 3] : !i, memref<?xi32>
  pirch.return
}

// -----

// What goes into a value that is kept, what other work items get, what is stored
// without the mask, and what another condition within the loop keeps, stay.
// CHECK-LABEL: pirch.kernel @read
// CHECK: do {
// CHECK-COUNT-4: pirch.select
// CHECK: scf.yield
!f = !pirch.infreg<?x4x1xf32>
!m = !pirch.infreg<?x4x1xi1>
pirch.kernel @read(%a: memref<?xf32>, %b: memref<?xf32>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xf32> -> !f
  %true = arith.constant true
  %every = pirch.splat %true : i1 -> !m
  %r:5 = scf.while (%z = %x, %s = %x, %w = %x, %v = %x, %m = %every) : (!f, !f, !f, !f, !m) -> (!f, !f, !f, !f, !m) {
    %turned = pirch.wg_permute %s [1, 2, 3, 0] : !f -> !f
    %in = arith.cmpf olt, %turned, %x : !f
    %go = arith.andi %m, %in : !m
    %any = pirch.active %go : !m
    scf.condition(%any) %z, %s, %w, %v, %go : !f, !f, !f, !f, !m
  } do {
  ^bb0(%z: !f, %s: !f, %w: !f, %v: !f, %m: !m):
    %next = arith.mulf %z, %z : !f
    %kept = pirch.select %m, %next, %z : !m, !f
    %sum = arith.addf %s, %x : !f
    %moved = pirch.select %m, %sum, %s : !m, !f
    %stored = arith.addf %w, %x : !f
    %written = pirch.select %m, %stored, %w : !m, !f
    pirch.store %w, %b[%c0 + wg * %c4] [0, 1, 2, 3] : !f, memref<?xf32>
    %less = arith.cmpf olt, %v, %x : !f
    %both = arith.andi %m, %less : !m
    %twice = arith.addf %v, %v : !f
    %some = pirch.select %both, %twice, %v : !m, !f
    scf.yield %kept, %moved, %written, %some, %m : !f, !f, !f, !f, !m
  }
  pirch.store %r#0, %b[%c0 + wg * %c4] [0, 1, 2, 3] : !f, memref<?xf32>
  pirch.return
}
