// RUN: pirch-opt %s --split-input-file --pirch-split-loop-bounds | FileCheck %s
// RUN: pirch-opt %s --split-input-file --pirch-split-loop-bounds --pirch-split-loop-bounds | FileCheck %s
// RUN: pirch-opt %s --split-input-file --pirch-split-loop-bounds=remarks=true --verify-diagnostics -o /dev/null

// Rounds in which all four lanes are below %n come first and need no mask. The
// position of the last lane must not wrap.
// CHECK-LABEL: @sum
// CHECK: %[[FIRST:.*]]:2 = scf.while
// CHECK: %[[MORE:.*]] = arith.cmpi ult, %[[AT:.*]], %arg1
// CHECK: %[[LOW:.*]] = arith.addi %[[AT]], %{{.*}}
// CHECK: %[[THREE:.*]] = arith.constant 3 : i64
// CHECK: %[[HIGH:.*]] = arith.addi %[[AT]], %[[THREE]]
// CHECK: %[[ORDERED:.*]] = arith.cmpi ule, %[[LOW]], %[[HIGH]]
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[HIGH]], %arg1
// CHECK: %[[BOTH:.*]] = arith.andi %[[ORDERED]], %[[INSIDE]]
// CHECK: %[[AGAIN:.*]] = arith.andi %[[MORE]], %[[BOTH]]
// CHECK: scf.condition(%[[AGAIN]])
// CHECK: pirch.load {{.*}}] : memref
// CHECK-NEXT: %[[SUM:.*]] = arith.addf
// CHECK-NOT: = pirch.select
// CHECK: scf.yield %{{.*}}, %{{.*}} : !pirch.infreg
// CHECK: scf.while (%{{.*}} = %[[FIRST]]#0, %{{.*}} = %[[FIRST]]#1)
// CHECK: pirch.load {{.*}} mask
// CHECK: pirch.select
// CHECK: attributes {pirch.remainder_loop}
// CHECK-NOT: scf.while
!r = !pirch.infreg<?x4x1xf64>
!i = !pirch.infreg<?x4x1xi64>
!m = !pirch.infreg<?x4x1xi1>
pirch.kernel @sum(%a: memref<?xf64>, %n: i64) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %zero = arith.constant 0.0 : f64
  %none = pirch.splat %zero : f64 -> !r
  // expected-remark@+1 {{the last iterations, which bounds may cut short, are a loop of their own}}
  %sum:2 = scf.while (%s = %none, %at = %c0) : (!r, i64) -> (!r, i64) {
    %more = arith.cmpi ult, %at, %n : i64
    scf.condition(%more) %s, %at : !r, i64
  } do {
  ^bb0(%s: !r, %at: i64):
    %lane = pirch.constant dense<[[0], [1], [2], [3]]> : tensor<4x1xi64> -> !i
    %first = pirch.splat %at : i64 -> !i
    %position = arith.addi %lane, %first : !i
    %bound = pirch.splat %n : i64 -> !i
    %inside = arith.cmpi ult, %position, %bound : !i
    %x = pirch.load %a[%at + wg * %c0] [0, 1, 2, 3] mask %inside : !m : memref<?xf64> -> !r
    %more = arith.addf %s, %x : !r
    %kept = pirch.select %inside, %more, %s : !m, !r
    %next = arith.addi %at, %c4 : i64
    scf.yield %kept, %next : !r, i64
  }
  pirch.store %sum#0, %a[%c0 + wg * %c4] [0, 1, 2, 3] : !r, memref<?xf64>
  pirch.return
}

// -----

// The bound on the left, signed, and only a part of the mask.
// CHECK-LABEL: @signed
// CHECK: scf.while
// CHECK: arith.cmpi sle
// CHECK: arith.cmpi sle, %{{.*}}, %arg1 : i64
// CHECK: pirch.load {{.*}} mask %[[ODD:.*]] : !pirch
// CHECK: pirch.select %[[ODD]]
// CHECK: scf.while
// CHECK: arith.cmpi sge
// CHECK: attributes {pirch.remainder_loop}
!r = !pirch.infreg<?x4x1xf64>
!i = !pirch.infreg<?x4x1xi64>
!m = !pirch.infreg<?x4x1xi1>
pirch.kernel @signed(%a: memref<?xf64>, %n: i64) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %zero = arith.constant 0.0 : f64
  %none = pirch.splat %zero : f64 -> !r
  // expected-remark@+1 {{the last iterations, which bounds may cut short, are a loop of their own}}
  %sum:2 = scf.while (%s = %none, %at = %c0) : (!r, i64) -> (!r, i64) {
    %more = arith.cmpi ult, %at, %n : i64
    scf.condition(%more) %s, %at : !r, i64
  } do {
  ^bb0(%s: !r, %at: i64):
    %lane = pirch.constant dense<[[0], [1], [2], [3]]> : tensor<4x1xi64> -> !i
    %first = pirch.splat %at : i64 -> !i
    %position = arith.addi %lane, %first : !i
    %bound = pirch.splat %n : i64 -> !i
    %inside = arith.cmpi sge, %bound, %position : !i
    %odd = pirch.constant dense<[[false], [true], [false], [true]]> : tensor<4x1xi1> -> !m
    %both = arith.andi %inside, %odd : !m
    %x = pirch.load %a[%at + wg * %c0] [0, 1, 2, 3] mask %both : !m : memref<?xf64> -> !r
    %more = arith.addf %s, %x : !r
    %kept = pirch.select %both, %more, %s : !m, !r
    %next = arith.addi %at, %c4 : i64
    scf.yield %kept, %next : !r, i64
  }
  pirch.store %sum#0, %a[%c0 + wg * %c4] [0, 1, 2, 3] : !r, memref<?xf64>
  pirch.return
}

// -----

// A bound from below, or on values that are no positions, is none.
// CHECK-LABEL: @below
// CHECK: scf.while
// CHECK-NOT: scf.while
!r = !pirch.infreg<?x4x1xf64>
!i = !pirch.infreg<?x4x1xi64>
!m = !pirch.infreg<?x4x1xi1>
pirch.kernel @below(%a: memref<?xf64>, %n: i64) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %zero = arith.constant 0.0 : f64
  %none = pirch.splat %zero : f64 -> !r
  %sum:2 = scf.while (%s = %none, %at = %c0) : (!r, i64) -> (!r, i64) {
    %more = arith.cmpi ult, %at, %n : i64
    scf.condition(%more) %s, %at : !r, i64
  } do {
  ^bb0(%s: !r, %at: i64):
    %lane = pirch.constant dense<[[0], [1], [2], [3]]> : tensor<4x1xi64> -> !i
    %first = pirch.splat %at : i64 -> !i
    %position = arith.addi %lane, %first : !i
    %bound = pirch.splat %n : i64 -> !i
    %inside = arith.cmpi ugt, %position, %bound : !i
    %x = pirch.load %a[%at + wg * %c0] [0, 1, 2, 3] mask %inside : !m : memref<?xf64> -> !r
    %more = arith.addf %s, %x : !r
    %kept = pirch.select %inside, %more, %s : !m, !r
    %next = arith.addi %at, %c4 : i64
    scf.yield %kept, %next : !r, i64
  }
  pirch.store %sum#0, %a[%c0 + wg * %c4] [0, 1, 2, 3] : !r, memref<?xf64>
  pirch.return
}

// -----

// The condition stores: it must not be computed twice.
// CHECK-LABEL: @effect
// CHECK: scf.while
// CHECK-NOT: scf.while
!r = !pirch.infreg<?x4x1xf64>
!i = !pirch.infreg<?x4x1xi64>
!m = !pirch.infreg<?x4x1xi1>
pirch.kernel @effect(%a: memref<?xf64>, %n: i64) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %zero = arith.constant 0.0 : f64
  %none = pirch.splat %zero : f64 -> !r
  %sum:2 = scf.while (%s = %none, %at = %c0) : (!r, i64) -> (!r, i64) {
    %more = arith.cmpi ult, %at, %n : i64
    pirch.store %s, %a[%c0 + wg * %c4] [0, 1, 2, 3] : !r, memref<?xf64>
    scf.condition(%more) %s, %at : !r, i64
  } do {
  ^bb0(%s: !r, %at: i64):
    %lane = pirch.constant dense<[[0], [1], [2], [3]]> : tensor<4x1xi64> -> !i
    %first = pirch.splat %at : i64 -> !i
    %position = arith.addi %lane, %first : !i
    %bound = pirch.splat %n : i64 -> !i
    %inside = arith.cmpi ult, %position, %bound : !i
    %x = pirch.load %a[%at + wg * %c0] [0, 1, 2, 3] mask %inside : !m : memref<?xf64> -> !r
    %more = arith.addf %s, %x : !r
    %kept = pirch.select %inside, %more, %s : !m, !r
    %next = arith.addi %at, %c4 : i64
    scf.yield %kept, %next : !r, i64
  }
  pirch.store %sum#0, %a[%c0 + wg * %c4] [0, 1, 2, 3] : !r, memref<?xf64>
  pirch.return
}

// -----

// Nor where the round does not get what the condition got.
// CHECK-LABEL: @counts
// CHECK: scf.while
// CHECK-NOT: scf.while
!r = !pirch.infreg<?x4x1xf64>
!i = !pirch.infreg<?x4x1xi64>
!m = !pirch.infreg<?x4x1xi1>
pirch.kernel @counts(%a: memref<?xf64>, %n: i64) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %zero = arith.constant 0.0 : f64
  %none = pirch.splat %zero : f64 -> !r
  %sum:2 = scf.while (%s = %none, %at = %c0) : (!r, i64) -> (!r, i64) {
    %more = arith.cmpi ult, %at, %n : i64
    %one = arith.addi %at, %c4 : i64
    scf.condition(%more) %s, %one : !r, i64
  } do {
  ^bb0(%s: !r, %at: i64):
    %lane = pirch.constant dense<[[0], [1], [2], [3]]> : tensor<4x1xi64> -> !i
    %first = pirch.splat %at : i64 -> !i
    %position = arith.addi %lane, %first : !i
    %bound = pirch.splat %n : i64 -> !i
    %inside = arith.cmpi ult, %position, %bound : !i
    %x = pirch.load %a[%at + wg * %c0] [0, 1, 2, 3] mask %inside : !m : memref<?xf64> -> !r
    %more = arith.addf %s, %x : !r
    %kept = pirch.select %inside, %more, %s : !m, !r
    %next = arith.addi %at, %c4 : i64
    scf.yield %kept, %next : !r, i64
  }
  pirch.store %sum#0, %a[%c0 + wg * %c4] [0, 1, 2, 3] : !r, memref<?xf64>
  pirch.return
}

// -----

// A round of four lanes counts to %n, and what is left of it says which lanes
// take part: a round is whole while the counter is below %n - 3, which implies
// that it is below %n. A bound so small that the difference wrapped around would
// be raised.
// CHECK-LABEL: @counted
// CHECK: scf.while
// CHECK: %[[LEAST:.*]] = arith.constant -9223372036854775805 : i64
// CHECK: %[[RAISED:.*]] = arith.maxsi %arg1, %[[LEAST]] : i64
// CHECK: %[[THREE:.*]] = arith.constant 3 : i64
// CHECK: %[[BOUND:.*]] = arith.subi %[[RAISED]], %[[THREE]] : i64
// CHECK: %[[WHOLE:.*]] = arith.cmpi slt, %{{.*}}, %[[BOUND]] : i64
// CHECK: scf.condition(%[[WHOLE]])
// CHECK: pirch.load {{.*}}] : memref
// CHECK: scf.while
// CHECK: pirch.load {{.*}} mask
!r = !pirch.infreg<?x4x1xf64>
!h = !pirch.infreg<?x4x1xi32>
!m = !pirch.infreg<?x4x1xi1>
pirch.kernel @counted(%a: memref<?xf64>, %n: i64) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %zero = arith.constant 0.0 : f64
  %none = pirch.splat %zero : f64 -> !r
  // expected-remark@+1 {{the last iterations, which bounds may cut short, are a loop of their own}}
  %sum:2 = scf.while (%s = %none, %at = %c0) : (!r, i64) -> (!r, i64) {
    %more = arith.cmpi slt, %at, %n : i64
    scf.condition(%more) %s, %at : !r, i64
  } do {
  ^bb0(%s: !r, %at: i64):
    %left = arith.subi %n, %at : i64
    %few = arith.minui %left, %c4 : i64
    %short = arith.trunci %few : i64 to i32
    %lane = pirch.constant dense<[[0], [1], [2], [3]]> : tensor<4x1xi32> -> !h
    %bound = pirch.splat %short : i32 -> !h
    %inside = arith.cmpi ult, %lane, %bound : !h
    %x = pirch.load %a[%at + wg * %c0] [0, 1, 2, 3] mask %inside : !m : memref<?xf64> -> !r
    %more = arith.addf %s, %x : !r
    %kept = pirch.select %inside, %more, %s : !m, !r
    %next = arith.addi %at, %c4 : i64
    scf.yield %kept, %next : !r, i64
  }
  pirch.store %sum#0, %a[%c0 + wg * %c4] [0, 1, 2, 3] : !r, memref<?xf64>
  pirch.return
}

// -----

// A position that is the sum of two tables: its lanes go from %k + 5 to %k + 8.
// CHECK-LABEL: @two_tables
// CHECK: scf.while
// CHECK: %[[EIGHT:.*]] = arith.constant 8 : i32
// CHECK: %[[LAST:.*]] = arith.addi %{{.*}}, %[[EIGHT]] : i32
// CHECK: arith.cmpi slt, %[[LAST]], %arg1 : i32
// CHECK: scf.condition
!r = !pirch.infreg<?x4x1xf32>
!h = !pirch.infreg<?x4x1xi32>
!m = !pirch.infreg<?x4x1xi1>
pirch.kernel @two_tables(%a: memref<?xf32>, %n: i32) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %zero = arith.constant 0 : i32
  %four = arith.constant 4 : i32
  // expected-remark@+1 {{the last iterations, which bounds may cut short, are a loop of their own}}
  %end = scf.while (%k = %zero) : (i32) -> i32 {
    %more = arith.cmpi slt, %k, %n : i32
    scf.condition(%more) %k : i32
  } do {
  ^bb0(%k: i32):
    %first = pirch.splat %k : i32 -> !h
    %five = pirch.constant dense<5> : tensor<4x1xi32> -> !h
    %lane = pirch.constant dense<[[0], [1], [2], [3]]> : tensor<4x1xi32> -> !h
    %behind = arith.addi %first, %five : !h
    %at = arith.addi %behind, %lane : !h
    %bound = pirch.splat %n : i32 -> !h
    %inside = arith.cmpi slt, %at, %bound : !h
    %wide = arith.extsi %k : i32 to i64
    %x = pirch.load %a[%wide + wg * %c0] [5, 6, 7, 8] mask %inside : !m : memref<?xf32> -> !r
    pirch.store %x, %a[%wide + wg * %c0] [5, 6, 7, 8] mask %inside : !m : !r, memref<?xf32>
    %next = arith.addi %k, %four : i32
    scf.yield %next : i32
  }
  pirch.return
}
