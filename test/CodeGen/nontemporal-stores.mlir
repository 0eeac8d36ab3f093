// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-nontemporal-stores))' | FileCheck %s
// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-nontemporal-stores,pirch-nontemporal-stores))' | FileCheck %s
// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-nontemporal-stores{bytes=1000}))' | FileCheck %s --check-prefix=BYTES
// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-nontemporal-stores{bytes=0}))' | FileCheck %s --check-prefix=NEVER
// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-nontemporal-stores{remarks=true}))' -o %t 2>&1 | FileCheck %s --check-prefix=REMARK

// NEVER-NOT: nontemporal

// REMARK-COUNT-5: remark: written past the caches by calls that touch at least 33554432 bytes
// REMARK-NOT: remark

// A pass touches 128 bytes of each buffer: 131072 passes touch what the caches
// of the target hold, 4 passes 1000 bytes. What the first pass writes must start
// at a line, which all others then do.
// CHECK-LABEL: @add
// CHECK: %[[PASSES:.*]] = arith.constant 131072 : i64
// CHECK: %[[MANY:.*]] = arith.cmpi sge, %{{.*}}, %[[PASSES]] : i64
// CHECK: %[[AT:.*]] = arith.muli %arg2, %{{.*}} : i64
// CHECK: %[[FIRST:.*]] = llvm.getelementptr %arg0[%[[AT]]]
// CHECK: %[[ADDRESS:.*]] = llvm.ptrtoint %[[FIRST]] : !llvm.ptr to i64
// CHECK: arith.andi %[[ADDRESS]], %{{.*}} : i64
// CHECK: %[[ALIGNED:.*]] = arith.cmpi eq
// CHECK: %[[STREAMS:.*]] = arith.andi %[[MANY]], %[[ALIGNED]] : i1
// CHECK-NOT: ptrtoint
// CHECK: scf.if %[[STREAMS]] {
// CHECK: scf.for
// CHECK: llvm.store %{{.*}} {alignment = 64 : i64, nontemporal}
// CHECK: llvm.store %{{.*}} {alignment = 64 : i64, nontemporal}
// CHECK: llvm.fence seq_cst
// CHECK: } else {
// CHECK: scf.for
// CHECK-NOT: nontemporal
// CHECK: llvm.store %{{.*}} {alignment = 8 : i64}
// BYTES-LABEL: @add
// BYTES: %[[PASSES:.*]] = arith.constant 4 : i64
// BYTES: arith.cmpi sge, %{{.*}}, %[[PASSES]] : i64
func.func @add(%c: !llvm.ptr, %a: !llvm.ptr, %first: i64, %last: i64) attributes {pirch.target = #pirch.avx512<>} {
  %step = arith.constant 1 : i64
  %size = arith.constant 16 : i64
  scf.for %g = %first to %last step %step : i64 {
    %at = arith.muli %g, %size : i64
    %p = llvm.getelementptr %a[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %p8 = llvm.getelementptr %p[8] : (!llvm.ptr) -> !llvm.ptr, f64
    %x = llvm.load %p {alignment = 8 : i64} : !llvm.ptr -> vector<8xf64>
    %x8 = llvm.load %p8 {alignment = 8 : i64} : !llvm.ptr -> vector<8xf64>
    %s = arith.addf %x, %x : vector<8xf64>
    %s8 = arith.addf %x8, %x8 : vector<8xf64>
    %q = llvm.getelementptr %c[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %q8 = llvm.getelementptr %q[8] : (!llvm.ptr) -> !llvm.ptr, f64
    llvm.store %s, %q {alignment = 8 : i64} : vector<8xf64>, !llvm.ptr
    llvm.store %s8, %q8 {alignment = 8 : i64} : vector<8xf64>, !llvm.ptr
  }
  return
}

// Two halves of a line, in any order, are a whole one.
// CHECK-LABEL: @halves
// CHECK: llvm.store %{{.*}} {alignment = 32 : i64, nontemporal}
// CHECK: llvm.store %{{.*}} {alignment = 64 : i64, nontemporal}
func.func @halves(%c: !llvm.ptr, %x: vector<4xf64>, %first: i64, %last: i64) attributes {pirch.target = #pirch.avx512<>} {
  %step = arith.constant 2 : i64
  %size = arith.constant 8 : i64
  scf.for %g = %first to %last step %step : i64 {
    %at = arith.muli %g, %size : i64
    %q = llvm.getelementptr %c[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %q4 = llvm.getelementptr %q[4] : (!llvm.ptr) -> !llvm.ptr, f64
    llvm.store %x, %q4 {alignment = 8 : i64} : vector<4xf64>, !llvm.ptr
    llvm.store %x, %q {alignment = 8 : i64} : vector<4xf64>, !llvm.ptr
  }
  return
}

// A group writes half a line, a pass of two groups a whole one: whether groups
// begin at lines depends on the first one.
// CHECK-LABEL: @half_lines
// CHECK: llvm.ptrtoint
// CHECK: llvm.store %{{.*}} {alignment = 64 : i64, nontemporal}
func.func @half_lines(%c: !llvm.ptr, %x: vector<8xf64>, %first: i64, %last: i64) attributes {pirch.target = #pirch.avx512<>} {
  %step = arith.constant 2 : i64
  %size = arith.constant 4 : i64
  scf.for %g = %first to %last step %step : i64 {
    %at = arith.muli %g, %size : i64
    %q = llvm.getelementptr %c[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    llvm.store %x, %q {alignment = 8 : i64} : vector<8xf64>, !llvm.ptr
  }
  return
}

// Not so: what is read as well; half a line; a line written twice; a place that
// need not be a line's start; masked stores; what is left over of a pack.
// CHECK-NOT: nontemporal
func.func @in_place(%c: !llvm.ptr, %first: i64, %last: i64) attributes {pirch.target = #pirch.avx512<>} {
  %step = arith.constant 1 : i64
  %size = arith.constant 8 : i64
  scf.for %g = %first to %last step %step : i64 {
    %at = arith.muli %g, %size : i64
    %q = llvm.getelementptr %c[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %x = llvm.load %q : !llvm.ptr -> vector<8xf64>
    llvm.store %x, %q : vector<8xf64>, !llvm.ptr
  }
  return
}
func.func @half(%c: !llvm.ptr, %x: vector<4xf64>, %first: i64, %last: i64) attributes {pirch.target = #pirch.avx512<>} {
  %step = arith.constant 1 : i64
  %size = arith.constant 8 : i64
  scf.for %g = %first to %last step %step : i64 {
    %at = arith.muli %g, %size : i64
    %q = llvm.getelementptr %c[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    llvm.store %x, %q : vector<4xf64>, !llvm.ptr
  }
  return
}
func.func @twice(%c: !llvm.ptr, %x: vector<8xf64>, %first: i64, %last: i64) attributes {pirch.target = #pirch.avx512<>} {
  %step = arith.constant 1 : i64
  %size = arith.constant 8 : i64
  scf.for %g = %first to %last step %step : i64 {
    %at = arith.muli %g, %size : i64
    %q = llvm.getelementptr %c[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    llvm.store %x, %q : vector<8xf64>, !llvm.ptr
    llvm.store %x, %q : vector<8xf64>, !llvm.ptr
  }
  return
}
func.func @anywhere(%c: !llvm.ptr, %x: vector<8xf64>, %first: i64, %last: i64) attributes {pirch.target = #pirch.avx512<>} {
  %step = arith.constant 1 : i64
  %size = arith.constant 12 : i64
  scf.for %g = %first to %last step %step : i64 {
    %at = arith.muli %g, %size : i64
    %q = llvm.getelementptr %c[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    llvm.store %x, %q : vector<8xf64>, !llvm.ptr
  }
  return
}
func.func @masked(%c: !llvm.ptr, %x: vector<8xf64>, %m: vector<8xi1>, %first: i64, %last: i64) attributes {pirch.target = #pirch.avx512<>} {
  %step = arith.constant 1 : i64
  %size = arith.constant 8 : i64
  scf.for %g = %first to %last step %step : i64 {
    %at = arith.muli %g, %size : i64
    %q = llvm.getelementptr %c[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    llvm.intr.masked.store %x, %q, %m {alignment = 8 : i32} : vector<8xf64>, vector<8xi1> into !llvm.ptr
  }
  return
}
func.func private @remainder(%c: !llvm.ptr, %x: vector<8xf64>, %first: i64, %last: i64) attributes {pirch.target = #pirch.avx512<>} {
  %step = arith.constant 1 : i64
  %size = arith.constant 8 : i64
  scf.for %g = %first to %last step %step : i64 {
    %at = arith.muli %g, %size : i64
    %q = llvm.getelementptr %c[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    llvm.store %x, %q : vector<8xf64>, !llvm.ptr
  }
  return
}

// Nor where a pass computes long for each line, or needs prefetches.
func.func @busy(%c: !llvm.ptr, %x: vector<8xf64>, %first: i64, %last: i64) attributes {pirch.target = #pirch.avx512<>} {
  %step = arith.constant 1 : i64
  %size = arith.constant 8 : i64
  scf.for %g = %first to %last step %step : i64 {
    %at = arith.muli %g, %size : i64
    %q = llvm.getelementptr %c[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %1 = arith.addf %x, %x : vector<8xf64>
    %2 = arith.mulf %1, %1 : vector<8xf64>
    %3 = arith.addf %2, %2 : vector<8xf64>
    %4 = arith.mulf %3, %3 : vector<8xf64>
    %5 = arith.addf %4, %4 : vector<8xf64>
    %6 = arith.mulf %5, %5 : vector<8xf64>
    %7 = arith.addf %6, %6 : vector<8xf64>
    %8 = arith.mulf %7, %7 : vector<8xf64>
    %9 = arith.addf %8, %8 : vector<8xf64>
    %10 = arith.mulf %9, %9 : vector<8xf64>
    %11 = arith.addf %10, %10 : vector<8xf64>
    %12 = arith.mulf %11, %11 : vector<8xf64>
    %13 = arith.addf %12, %12 : vector<8xf64>
    %14 = arith.mulf %13, %13 : vector<8xf64>
    %15 = arith.addf %14, %14 : vector<8xf64>
    %16 = arith.mulf %15, %15 : vector<8xf64>
    %17 = arith.addf %16, %16 : vector<8xf64>
    llvm.store %17, %q : vector<8xf64>, !llvm.ptr
  }
  return
}
func.func @prefetched(%c: !llvm.ptr, %x: vector<8xf64>, %first: i64, %last: i64) attributes {pirch.target = #pirch.avx512<>} {
  %step = arith.constant 1 : i64
  %size = arith.constant 8 : i64
  scf.for %g = %first to %last step %step : i64 {
    %at = arith.muli %g, %size : i64
    %q = llvm.getelementptr %c[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    "llvm.intr.prefetch"(%c) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}> : (!llvm.ptr) -> ()
    llvm.store %x, %q : vector<8xf64>, !llvm.ptr
  }
  return
}

// The target knows no caches.
func.func @generic(%c: !llvm.ptr, %x: vector<8xf64>, %first: i64, %last: i64) attributes {pirch.target = #pirch.generic<>} {
  %step = arith.constant 1 : i64
  %size = arith.constant 8 : i64
  scf.for %g = %first to %last step %step : i64 {
    %at = arith.muli %g, %size : i64
    %q = llvm.getelementptr %c[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    llvm.store %x, %q : vector<8xf64>, !llvm.ptr
  }
  return
}
