// RUN: pirch-opt %s --pirch-merged-load-store-motion --split-input-file | FileCheck %s

!f = !pirch.infreg<?x4x1xf32>
!m = !pirch.infreg<?x4x1xi1>

// Both arms load and store the same elements.
// CHECK-LABEL: pirch.kernel @arms
// CHECK: %[[X:.*]] = pirch.load %{{.*}} [0, 1, 2, 3] : memref
// CHECK: %[[Y:.*]] = arith.mulf %[[X]], %[[X]]
// CHECK: %[[OTHERS:.*]] = arith.xori
// CHECK-NOT: pirch.load
// CHECK: %[[Z:.*]] = arith.addf %[[X]], %[[X]]
// CHECK: %[[V:.*]] = pirch.select %[[OTHERS]], %[[Z]], %[[Y]]
// CHECK: pirch.store %[[V]], %{{.*}} [0, 1, 2, 3] : <
// CHECK-NOT: pirch.store
pirch.kernel @arms(%a: memref<?xf32>, %b: memref<?xf32>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %true = arith.constant true
  %every = pirch.splat %true : i1 -> !m
  %c = pirch.constant dense<[[true], [false], [true], [false]]> : tensor<4x1xi1> -> !m
  %x = pirch.load %b[%c0 + wg * %c4] [0, 1, 2, 3] mask %c : !m : memref<?xf32> -> !f
  %y = arith.mulf %x, %x : !f
  pirch.store %y, %a[%c0 + wg * %c4] [0, 1, 2, 3] mask %c : !m : !f, memref<?xf32>
  %d = arith.xori %c, %every : !m
  %w = pirch.load %b[%c0 + wg * %c4] [0, 1, 2, 3] mask %d : !m : memref<?xf32> -> !f
  %z = arith.addf %w, %w : !f
  pirch.store %z, %a[%c0 + wg * %c4] [0, 1, 2, 3] mask %d : !m : !f, memref<?xf32>
  pirch.return
}

// -----

!f = !pirch.infreg<?x4x1xf32>
!m = !pirch.infreg<?x4x1xi1>

// The arms of a branch within a branch have the mask of the outer one together.
// CHECK-LABEL: pirch.kernel @nested
// CHECK: %[[OUTER:.*]] = arith.cmpf ogt
// CHECK: pirch.select
// CHECK: pirch.store %{{.*}} [0, 1, 2, 3] mask %[[OUTER]] :
// CHECK-NOT: pirch.store
pirch.kernel @nested(%a: memref<?xf32>, %b: memref<?xf32>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %true = arith.constant true
  %every = pirch.splat %true : i1 -> !m
  %zero = arith.constant 0.0 : f32
  %zeros = pirch.splat %zero : f32 -> !f
  %k = pirch.load %b[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xf32> -> !f
  %o = arith.cmpf ogt, %k, %zeros : !f
  %i = arith.cmpf olt, %k, %zeros : !f
  %c = arith.andi %o, %i : !m
  pirch.store %k, %a[%c0 + wg * %c4] [0, 1, 2, 3] mask %c : !m : !f, memref<?xf32>
  %n = arith.xori %i, %every : !m
  %d = arith.andi %o, %n : !m
  pirch.store %zeros, %a[%c0 + wg * %c4] [0, 1, 2, 3] mask %d : !m : !f, memref<?xf32>
  pirch.return
}

// -----

!f = !pirch.infreg<?x4x1xf32>
!m = !pirch.infreg<?x4x1xi1>

// Masks that have nothing to do with each other are united for a store; loads stay,
// since no mask is there for them.
// CHECK-LABEL: pirch.kernel @unrelated
// CHECK-COUNT-3: pirch.load
// CHECK: %[[EITHER:.*]] = arith.ori
// CHECK: pirch.store %{{.*}} [0, 1, 2, 3] mask %[[EITHER]] :
// CHECK-NOT: pirch.store
pirch.kernel @unrelated(%a: memref<?xf32>, %b: memref<?xf32>, %p: f32, %q: f32) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %ps = pirch.splat %p : f32 -> !f
  %qs = pirch.splat %q : f32 -> !f
  %k = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xf32> -> !f
  %c = arith.cmpf ogt, %k, %ps : !f
  %x = pirch.load %b[%c0 + wg * %c4] [0, 1, 2, 3] mask %c : !m : memref<?xf32> -> !f
  pirch.store %x, %a[%c0 + wg * %c4] [0, 1, 2, 3] mask %c : !m : !f, memref<?xf32>
  %d = arith.cmpf ogt, %k, %qs : !f
  %y = pirch.load %b[%c0 + wg * %c4] [0, 1, 2, 3] mask %d : !m : memref<?xf32> -> !f
  %z = arith.addf %y, %k : !f
  pirch.store %z, %a[%c0 + wg * %c4] [0, 1, 2, 3] mask %d : !m : !f, memref<?xf32>
  pirch.return
}

// -----

!f = !pirch.infreg<?x4x1xf32>
!m = !pirch.infreg<?x4x1xi1>

// Not merged: what is stored is read before it is stored again, by another place; and
// stores of which several work items write one element.
// CHECK-LABEL: pirch.kernel @apart
// CHECK-COUNT-4: pirch.store
pirch.kernel @apart(%a: memref<?xf32>, %b: memref<?xf32>, %n: i64) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %true = arith.constant true
  %every = pirch.splat %true : i1 -> !m
  %c = pirch.constant dense<[[true], [false], [true], [false]]> : tensor<4x1xi1> -> !m
  %d = arith.xori %c, %every : !m
  %x = pirch.load %b[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xf32> -> !f
  pirch.store %x, %a[%c0 + wg * %c4] [0, 1, 2, 3] mask %c : !m : !f, memref<?xf32>
  %y = pirch.load %a[%n + wg * %c4] [0, 1, 2, 3] : memref<?xf32> -> !f
  pirch.store %y, %a[%c0 + wg * %c4] [0, 1, 2, 3] mask %d : !m : !f, memref<?xf32>
  pirch.store %x, %b[%c0 + wg * %c4] [0, 0, 1, 1] mask %c : !m : !f, memref<?xf32>
  pirch.store %y, %b[%c0 + wg * %c4] [0, 0, 1, 1] mask %d : !m : !f, memref<?xf32>
  pirch.return
}

// -----

!f = !pirch.infreg<?x4x1xf32>
!m = !pirch.infreg<?x4x1xi1>

// Some work items store and return, and the others store the same elements: within a guard all of its work items store, without
// one all do.
// CHECK-LABEL: pirch.kernel @returns
// CHECK: %[[GUARD:.*]] = arith.cmpf olt
// CHECK: pirch.store {{.*}} [0, 1, 2, 3] mask %[[GUARD]] :
// CHECK: pirch.store {{.*}} [0, 1, 2, 3] :
// CHECK-NOT: pirch.store
pirch.kernel @returns(%a: memref<?xf32>, %b: memref<?xf32>, %p: f32, %q: f32) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %true = arith.constant true
  %false = arith.constant false
  %all = pirch.splat %true : i1 -> !m
  %none = pirch.splat %false : i1 -> !m
  %ps = pirch.splat %p : f32 -> !f
  %qs = pirch.splat %q : f32 -> !f
  %k = pirch.load %b[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xf32> -> !f
  %guard = arith.cmpf olt, %k, %ps : !f
  %leave = arith.cmpf ogt, %k, %qs : !f
  %gone = arith.andi %guard, %leave : !m
  pirch.store %ps, %a[%c0 + wg * %c4] [0, 1, 2, 3] mask %gone : !m : !f, memref<?xf32>
  %left = pirch.select %gone, %none, %all : !m, !m
  %rest = arith.andi %guard, %left : !m
  pirch.store %k, %a[%c0 + wg * %c4] [0, 1, 2, 3] mask %rest : !m : !f, memref<?xf32>
  pirch.store %qs, %a[%c4 + wg * %c4] [0, 1, 2, 3] mask %leave : !m : !f, memref<?xf32>
  %others = pirch.select %leave, %none, %all : !m, !m
  pirch.store %k, %a[%c4 + wg * %c4] [0, 1, 2, 3] mask %others : !m : !f, memref<?xf32>
  pirch.return
}
