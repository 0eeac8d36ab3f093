// One work item's program becomes SSA over infregs; loops are classified.
// RUN: pirch-opt %s --split-input-file --pirch-vectorize-work-items | FileCheck %s
// RUN: pirch-opt %s --split-input-file --pirch-vectorize-work-items --pirch-vectorize-work-items | FileCheck %s

// A condition that only knows the work item becomes a static set of lanes.
// CHECK-LABEL: @mask
// CHECK: %[[A:.*]] = pirch.load %{{.*}}[%{{.*}} + wg * %c4_i64] [0, 1, 2, 3]
// CHECK: %[[N:.*]] = arith.negf %[[A]] : !pirch.infreg<?x4x1xf64>
// CHECK: %[[M:.*]] = pirch.merge %[[N]] into %[[A]] lanes ["1" x 2, "0" x 2]
// CHECK: pirch.store %[[M]]
pirch.kernel @mask(%a: memref<?xf64>) attributes {wg_size = 4 : i64} {
  %x = memref.alloca() : memref<1xf64>
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : i64
  %two = arith.constant 2 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c4 overflow<nsw> : i64
  %place = arith.addi %row, %i overflow<nsw> : i64
  %at = arith.index_cast %place : i64 to index
  %v = memref.load %a[%at] : memref<?xf64>
  memref.store %v, %x[%c0] : memref<1xf64>
  %first = arith.cmpi slt, %i, %two : i64
  scf.if %first {
    %n = arith.negf %v : f64
    memref.store %n, %x[%c0] : memref<1xf64>
  }
  %r = memref.load %x[%c0] : memref<1xf64>
  memref.store %r, %a[%at] : memref<?xf64>
  pirch.return
}

// -----

// A loop whose bound is a parameter goes round alike for all work items: its
// counter is a scalar.
// CHECK-LABEL: @uniform
// CHECK: scf.while (%[[S:.*]] = %{{.*}}, %[[T:.*]] = %{{.*}}) : (!pirch.infreg<?x4x1xf64>, i32)
// CHECK-NOT: pirch.active
// CHECK: pirch.load
// CHECK-NOT: pirch.gather
pirch.kernel @uniform(%a: memref<?xf64>, %n: i32) attributes {wg_size = 4 : i64} {
  %sum = memref.alloca() : memref<1xf64>
  %t = memref.alloca() : memref<1xi32>
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  memref.store %zero, %sum[%c0] : memref<1xf64>
  memref.store %i0, %t[%c0] : memref<1xi32>
  %i = pirch.wi_index : i64
  pirch.loop cond {
    %v = memref.load %t[%c0] : memref<1xi32>
    %c = arith.cmpi slt, %v, %n : i32
    pirch.condition %c : i1
  } body {
    %v = memref.load %t[%c0] : memref<1xi32>
    %w = arith.extsi %v : i32 to i64
    %p = arith.addi %w, %i overflow<nsw> : i64
    %at = arith.index_cast %p : i64 to index
    %x = memref.load %a[%at] : memref<?xf64>
    %s = memref.load %sum[%c0] : memref<1xf64>
    %r = arith.addf %s, %x : f64
    memref.store %r, %sum[%c0] : memref<1xf64>
    pirch.yield
  } step {
    %v = memref.load %t[%c0] : memref<1xi32>
    %w = arith.addi %v, %i1 overflow<nsw> : i32
    memref.store %w, %t[%c0] : memref<1xi32>
    pirch.yield
  }
  %at = arith.index_cast %i : i64 to index
  %s = memref.load %sum[%c0] : memref<1xf64>
  memref.store %s, %a[%at] : memref<?xf64>
  pirch.return
}

// -----

// A bound that differs between work items: a masked loop with a vote.
// CHECK-LABEL: @divergent
// CHECK: scf.while
// CHECK: pirch.active
// CHECK: scf.condition
// CHECK: pirch.select
pirch.kernel @divergent(%a: memref<?xi32>) attributes {wg_size = 4 : i64} {
  %t = memref.alloca() : memref<1xi32>
  %c0 = arith.constant 0 : index
  %i1 = arith.constant 1 : i32
  %i = pirch.wi_index : i64
  %at = arith.index_cast %i : i64 to index
  %n = memref.load %a[%at] : memref<?xi32>
  memref.store %n, %t[%c0] : memref<1xi32>
  pirch.loop cond {
    %v = memref.load %t[%c0] : memref<1xi32>
    %c = arith.cmpi sgt, %v, %i1 : i32
    pirch.condition %c : i1
  } body {
    pirch.yield
  } step {
    %v = memref.load %t[%c0] : memref<1xi32>
    %w = arith.shrsi %v, %i1 : i32
    memref.store %w, %t[%c0] : memref<1xi32>
    pirch.yield
  }
  %r = memref.load %t[%c0] : memref<1xi32>
  memref.store %r, %a[%at] : memref<?xi32>
  pirch.return
}
