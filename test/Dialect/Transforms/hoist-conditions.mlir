// RUN: pirch-opt %s --pirch-hoist-conditions | FileCheck %s
// RUN: pirch-opt %s --pirch-hoist-conditions --pirch-hoist-conditions | FileCheck %s

// The bound of a row is loaded in the condition and again in the body: once before the loop.
// CHECK-LABEL: @bound
// CHECK: %[[END:.*]] = pirch.load %arg1
// CHECK: %[[BOUND:.*]] = pirch.read_first_lane %[[END]]
// CHECK: scf.while
// CHECK-NEXT: %[[LESS:.*]] = arith.cmpi slt, %{{.*}}, %[[BOUND]]
// CHECK-NEXT: scf.condition(%[[LESS]])
// CHECK: arith.subi %[[BOUND]]
// CHECK-NOT: pirch.load %arg1
pirch.kernel @bound(%a: memref<?xi32>, %ends: memref<?xi32>) attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : i32
  %zero = arith.constant 0 : i32
  %r = scf.while (%i = %zero) : (i32) -> i32 {
    %e = pirch.load %ends[%c0 + wg * %c0] [0, 0] : memref<?xi32> -> <?x2x1xi32>
    %end = pirch.read_first_lane %e : <?x2x1xi32>
    %less = arith.cmpi slt, %i, %end : i32
    scf.condition(%less) %i : i32
  } do {
  ^bb0(%i: i32):
    %e = pirch.load %ends[%c0 + wg * %c0] [0, 0] : memref<?xi32> -> <?x2x1xi32>
    %end = pirch.read_first_lane %e : <?x2x1xi32>
    %left = arith.subi %end, %i : i32
    %s = pirch.splat %left : i32 -> <?x2x1xi32>
    pirch.store %s, %a[%c0 + wg * %c0] [0, 1] : <?x2x1xi32>, memref<?xi32>
    %j = arith.addi %i, %c2 : i32
    scf.yield %j : i32
  }
  pirch.return
}

// The loop writes what it loads.
// CHECK-LABEL: @written
// CHECK: scf.while
// CHECK-NEXT: pirch.load
pirch.kernel @written(%a: memref<?xi32>) attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : i32
  %zero = arith.constant 0 : i32
  %r = scf.while (%i = %zero) : (i32) -> i32 {
    %e = pirch.load %a[%c0 + wg * %c0] [0, 0] : memref<?xi32> -> <?x2x1xi32>
    %end = pirch.read_first_lane %e : <?x2x1xi32>
    %less = arith.cmpi slt, %i, %end : i32
    scf.condition(%less) %i : i32
  } do {
  ^bb0(%i: i32):
    %s = pirch.splat %i : i32 -> <?x2x1xi32>
    pirch.store %s, %a[%c0 + wg * %c0] [0, 1] : <?x2x1xi32>, memref<?xi32>
    %j = arith.addi %i, %c2 : i32
    scf.yield %j : i32
  }
  pirch.return
}

// The address goes with the iteration.
// CHECK-LABEL: @moving
// CHECK: scf.while
// CHECK: pirch.load
// CHECK: scf.condition
pirch.kernel @moving(%a: memref<?xi32>) attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %zero = arith.constant 0 : i32
  %r = scf.while (%i = %c0) : (i64) -> i64 {
    %e = pirch.load %a[%i + wg * %c0] [0, 0] : memref<?xi32> -> <?x2x1xi32>
    %x = pirch.read_first_lane %e : <?x2x1xi32>
    %more = arith.cmpi ne, %x, %zero : i32
    scf.condition(%more) %i : i64
  } do {
  ^bb0(%i: i64):
    %j = arith.addi %i, %c1 : i64
    scf.yield %j : i64
  }
  pirch.return
}
