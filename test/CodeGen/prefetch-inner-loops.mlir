// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-insert-prefetches))' | FileCheck %s
// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-insert-prefetches,pirch-insert-prefetches))' | FileCheck %s

// A loop within a pass over two groups: what a round loads and stores, the same
// round of the next pass will. What does not depend on the pass is there.
// CHECK-LABEL: @inner_loop
// CHECK: %[[NEXT:.*]] = arith.addi %arg4, %{{.*}} : i64
// CHECK: scf.while
// CHECK: } do {
// CHECK: %[[AHEAD:.*]] = llvm.getelementptr %arg0[%{{.*}}]
// Where the next pass is far away, the same stream is prefetched 32 lines ahead.
// CHECK: llvm.ptrtoint %[[AHEAD]]
// CHECK: %[[DISTANCE:.*]] = arith.subi
// CHECK: %[[NEAR:.*]] = arith.cmpi ule, %[[DISTANCE]], %c65536
// CHECK: %[[BY:.*]] = arith.select %[[NEAR]], %[[DISTANCE]], %c2048
// CHECK: %[[P:.*]] = llvm.getelementptr %{{.*}}[%[[BY]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK: "llvm.intr.prefetch"(%[[P]]) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}>
// CHECK: "llvm.intr.prefetch"({{.*}}rw = 0
// CHECK: "llvm.intr.prefetch"({{.*}}rw = 1
// CHECK: "llvm.intr.prefetch"({{.*}}rw = 1
// CHECK-NOT: llvm.intr.prefetch
func.func @inner_loop(%a: !llvm.ptr, %b: !llvm.ptr, %table: !llvm.ptr, %n: i64) attributes {pirch.target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %c16 = arith.constant 16 : i64
  scf.for %g = %c0 to %n step %c2 : i64 {
    %first = arith.muli %g, %n : i64
    %second = arith.addi %first, %n : i64
    %r = scf.while (%i = %c0) : (i64) -> i64 {
      %more = arith.cmpi ult, %i, %n : i64
      scf.condition(%more) %i : i64
    } do {
    ^bb0(%i: i64):
      %at = arith.addi %first, %i : i64
      %at2 = arith.addi %second, %i : i64
      %p = llvm.getelementptr %a[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f64
      %p2 = llvm.getelementptr %a[%at2] : (!llvm.ptr, i64) -> !llvm.ptr, f64
      %q = llvm.getelementptr %b[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f64
      %q2 = llvm.getelementptr %b[%at2] : (!llvm.ptr, i64) -> !llvm.ptr, f64
      %w = llvm.getelementptr %table[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
      %x = llvm.load %p : !llvm.ptr -> vector<8xf64>
      %x2 = llvm.load %p2 : !llvm.ptr -> vector<8xf64>
      %t = llvm.load %w : !llvm.ptr -> vector<8xf64>
      %y = arith.addf %x, %t : vector<8xf64>
      %y2 = arith.addf %x2, %t : vector<8xf64>
      llvm.store %y, %q : vector<8xf64>, !llvm.ptr
      llvm.store %y2, %q2 : vector<8xf64>, !llvm.ptr
      %i2 = arith.addi %i, %c16 : i64
      scf.yield %i2 : i64
    }
  }
  return
}

// One group after the other, each of which goes through memory in strides that
// only the run knows: the next one is as far on in the same round as it is at
// the start.
// CHECK-LABEL: @grid_stride
// CHECK: %[[NEXT:.*]] = arith.addi %arg3, %{{.*}} : i64
// CHECK: %[[INIT:.*]] = arith.muli %[[NEXT]], %{{.*}} : i64
// CHECK: %[[FIRST:.*]] = arith.muli %arg3, %{{.*}} : i64
// CHECK: } do {
// CHECK: ^bb0(%[[AT:.*]]: i64):
// CHECK: %[[APART:.*]] = arith.subi %[[INIT]], %[[FIRST]] : i64
// CHECK: %[[AHEAD:.*]] = arith.addi %[[AT]], %[[APART]] : i64
// CHECK: %[[P:.*]] = llvm.getelementptr %arg0[%[[AHEAD]]]
// CHECK: "llvm.intr.prefetch"(%[[P]])
// CHECK-NOT: llvm.intr.prefetch
func.func @grid_stride(%a: !llvm.ptr, %n: i64, %stride: i64) attributes {pirch.target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c8 = arith.constant 8 : i64
  scf.for %g = %c0 to %n step %c1 : i64 {
    %first = arith.muli %g, %c8 : i64
    %r = scf.while (%i = %first) : (i64) -> i64 {
      %more = arith.cmpi ult, %i, %n : i64
      scf.condition(%more) %i : i64
    } do {
    ^bb0(%i: i64):
      %p = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
      %x = llvm.load %p : !llvm.ptr -> vector<8xf64>
      %far = arith.muli %stride, %c8 : i64
      %i2 = arith.addi %i, %far : i64
      scf.yield %i2 : i64
    }
  }
  return
}

// In order: at least some lines ahead, as the next group begins soon. What is the
// same for all groups has no prefetch.
// CHECK-LABEL: @in_order
// CHECK: arith.maxsi
// CHECK: llvm.intr.prefetch
// CHECK-NOT: llvm.intr.prefetch
func.func @in_order(%a: !llvm.ptr, %n: i64, %stride: i64) attributes {pirch.target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c8 = arith.constant 8 : i64
  scf.for %g = %c0 to %n step %c1 : i64 {
    %first = arith.muli %g, %n : i64
    %r:2 = scf.while (%i = %first, %j = %c0) : (i64, i64) -> (i64, i64) {
      %more = arith.cmpi ult, %i, %n : i64
      scf.condition(%more) %i, %j : i64, i64
    } do {
    ^bb0(%i: i64, %j: i64):
      %p = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
      %x = llvm.load %p : !llvm.ptr -> vector<8xf64>
      %q = llvm.getelementptr %a[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f64
      %y = llvm.load %q : !llvm.ptr -> vector<8xf64>
      %i2 = arith.addi %i, %c8 : i64
      %j2 = arith.addi %j, %stride : i64
      scf.yield %i2, %j2 : i64, i64
    }
  }
  return
}

// In order, half a line in each iteration: hardware follows that as well.
// CHECK-LABEL: @half_a_line
// CHECK-NOT: llvm.intr.prefetch
func.func @half_a_line(%a: !llvm.ptr, %n: i64) attributes {pirch.target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c4 = arith.constant 4 : i64
  scf.for %g = %c0 to %n step %c1 : i64 {
    %first = arith.muli %g, %n : i64
    %r = scf.while (%i = %first) : (i64) -> i64 {
      %more = arith.cmpi ult, %i, %n : i64
      scf.condition(%more) %i : i64
    } do {
    ^bb0(%i: i64):
      %p = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
      %x = llvm.load %p : !llvm.ptr -> vector<4xf64>
      %i2 = arith.addi %i, %c4 : i64
      scf.yield %i2 : i64
    }
  }
  return
}
