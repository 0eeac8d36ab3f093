// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-insert-prefetches{operations=3}))' | FileCheck %s
// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-insert-prefetches{operations=3},pirch-insert-prefetches{operations=3}))' | FileCheck %s
// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-insert-prefetches))' | FileCheck %s --check-prefix=NONE

// By default these iterations have too few operations.
// NONE-NOT: prefetch

// Three groups are read at once, from the first two cache lines of each: what
// the same loads of the next pass will touch is asked for, one line once.
// CHECK-LABEL: @streams
// CHECK: scf.for %[[G:.*]] =
// CHECK: %[[NEXT:.*]] = arith.addi %[[G]], %{{.*}} : i64
// CHECK: %[[P:.*]] = llvm.getelementptr %arg0[%[[NEXT]]]
// CHECK-COUNT-1: "llvm.intr.prefetch"(%[[P]])
// CHECK-COUNT-3: "llvm.intr.prefetch"
// CHECK-NOT: "llvm.intr.prefetch"
// CHECK-LABEL: @few
func.func @streams(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) attributes {pirch.target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c3 = arith.constant 3 : i64
  scf.for %g = %c0 to %n step %c3 : i64 {
    %p0 = llvm.getelementptr %a[%g] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<16 x f64>
    %c1 = arith.constant 1 : i64
    %g1 = arith.addi %g, %c1 : i64
    %p1 = llvm.getelementptr %a[%g1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<16 x f64>
    %g2 = arith.addi %g1, %c1 : i64
    %p2 = llvm.getelementptr %a[%g2] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<16 x f64>
    %x0 = llvm.load %p0 : !llvm.ptr -> vector<8xf64>
    %x1 = llvm.load %p1 : !llvm.ptr -> vector<8xf64>
    %x2 = llvm.load %p2 : !llvm.ptr -> vector<8xf64>
    %q2 = llvm.getelementptr %p2[8] : (!llvm.ptr) -> !llvm.ptr, f64
    %y2 = llvm.load %q2 : !llvm.ptr -> vector<8xf64>
    %z2 = llvm.load %q2 : !llvm.ptr -> vector<8xf64>
    %s = arith.addf %x0, %x1 : vector<8xf64>
    %t = arith.addf %x2, %y2 : vector<8xf64>
    %u = arith.addf %s, %t : vector<8xf64>
    %v = arith.addf %u, %z2 : vector<8xf64>
    llvm.store %v, %b : vector<8xf64>, !llvm.ptr
  }
  return
}

// Two operations for a line are too few.
// CHECK-NOT: prefetch
func.func @few(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) attributes {pirch.target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : i64
  scf.for %g = %c0 to %n step %c2 : i64 {
    %p0 = llvm.getelementptr %a[%g] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %p1 = llvm.getelementptr %b[%g] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %x0 = llvm.load %p0 : !llvm.ptr -> vector<8xf64>
    %x1 = llvm.load %p1 : !llvm.ptr -> vector<8xf64>
    llvm.store %x1, %b : vector<8xf64>, !llvm.ptr
  }
  return
}

// Groups a known distance apart: three streams, six lines.
// CHECK-LABEL: @known_distance
// CHECK-COUNT-6: intr.prefetch
// CHECK-NOT: intr.prefetch
func.func @known_distance(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) attributes {pirch.target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c3 = arith.constant 3 : i64
  scf.for %g = %c0 to %n step %c3 : i64 {
    %p = llvm.getelementptr %a[%g] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<64 x f64>
    %p1 = llvm.getelementptr %p[64] : (!llvm.ptr) -> !llvm.ptr, f64
    %p2 = llvm.getelementptr %p[128] : (!llvm.ptr) -> !llvm.ptr, f64
    %q = llvm.getelementptr %p[8] : (!llvm.ptr) -> !llvm.ptr, f64
    %q1 = llvm.getelementptr %p[72] : (!llvm.ptr) -> !llvm.ptr, f64
    %q2 = llvm.getelementptr %p[136] : (!llvm.ptr) -> !llvm.ptr, f64
    %x0 = llvm.load %p : !llvm.ptr -> vector<8xf64>
    %x1 = llvm.load %p1 : !llvm.ptr -> vector<8xf64>
    %x2 = llvm.load %p2 : !llvm.ptr -> vector<8xf64>
    %y0 = llvm.load %q : !llvm.ptr -> vector<8xf64>
    %y1 = llvm.load %q1 : !llvm.ptr -> vector<8xf64>
    %y2 = llvm.load %q2 : !llvm.ptr -> vector<8xf64>
    llvm.store %x0, %b : vector<8xf64>, !llvm.ptr
    llvm.store %x1, %b : vector<8xf64>, !llvm.ptr
    llvm.store %x2, %b : vector<8xf64>, !llvm.ptr
    llvm.store %y0, %b : vector<8xf64>, !llvm.ptr
    llvm.store %y1, %b : vector<8xf64>, !llvm.ptr
    llvm.store %y2, %b : vector<8xf64>, !llvm.ptr
  }
  return
}

// One group at a time is one stream, in whichever order it is read.
// CHECK-LABEL: @one_group
// CHECK-NOT: prefetch
func.func @one_group(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) attributes {pirch.target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  scf.for %g = %c0 to %n step %c1 : i64 {
    %p = llvm.getelementptr %a[%g] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<192 x f64>
    %p1 = llvm.getelementptr %p[64] : (!llvm.ptr) -> !llvm.ptr, f64
    %p2 = llvm.getelementptr %p[128] : (!llvm.ptr) -> !llvm.ptr, f64
    %x0 = llvm.load %p : !llvm.ptr -> vector<8xf64>
    %x1 = llvm.load %p1 : !llvm.ptr -> vector<8xf64>
    %x2 = llvm.load %p2 : !llvm.ptr -> vector<8xf64>
    llvm.store %x0, %b : vector<8xf64>, !llvm.ptr
    llvm.store %x1, %b : vector<8xf64>, !llvm.ptr
    llvm.store %x2, %b : vector<8xf64>, !llvm.ptr
  }
  return
}

// A function without a target knows of no cache.
// CHECK-LABEL: @no_target
// CHECK-NOT: prefetch
func.func @no_target(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c3 = arith.constant 3 : i64
  scf.for %g = %c0 to %n step %c3 : i64 {
    %p = llvm.getelementptr %a[%g] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<64 x f64>
    %p1 = llvm.getelementptr %p[64] : (!llvm.ptr) -> !llvm.ptr, f64
    %p2 = llvm.getelementptr %p[128] : (!llvm.ptr) -> !llvm.ptr, f64
    %x0 = llvm.load %p : !llvm.ptr -> vector<8xf64>
    %x1 = llvm.load %p1 : !llvm.ptr -> vector<8xf64>
    %x2 = llvm.load %p2 : !llvm.ptr -> vector<8xf64>
    llvm.store %x0, %b : vector<8xf64>, !llvm.ptr
    llvm.store %x1, %b : vector<8xf64>, !llvm.ptr
    llvm.store %x2, %b : vector<8xf64>, !llvm.ptr
  }
  return
}
