// Prefetches and stores past the caches as the schedule of the function says.
// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-insert-prefetches{operations=1}))' | FileCheck %s --check-prefix=PREFETCH
// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-nontemporal-stores))' | FileCheck %s --check-prefix=STREAM

// Asked for is what the pack after the next one reads.
// PREFETCH-LABEL: @two_ahead
// PREFETCH: scf.for %[[G:.*]] = %{{.*}} to %{{.*}} step %[[STEP:.*]]  :
// PREFETCH: %[[NEXT:.*]] = arith.addi %[[G]], %[[STEP]] : i64
// PREFETCH: %[[LATER:.*]] = arith.addi %[[NEXT]], %[[STEP]] : i64
// PREFETCH: %[[P:.*]] = llvm.getelementptr %arg0[%[[LATER]]]
// PREFETCH: "llvm.intr.prefetch"(%[[P]])
func.func @two_ahead(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) attributes {
    pirch.schedule = #pirch.schedule<prefetch = 2>, pirch.target = #pirch.avx512<>} {
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

// PREFETCH-LABEL: @not_ahead
// PREFETCH-NOT: llvm.intr.prefetch
// PREFETCH-LABEL: @from_1280_bytes
func.func @not_ahead(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) attributes {
    pirch.schedule = #pirch.schedule<prefetch = 0>, pirch.target = #pirch.avx512<>} {
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

// An iteration touches 256 bytes.
// STREAM-LABEL: @from_1280_bytes
// STREAM: %[[PACKS:.*]] = arith.constant 5 : i64
// STREAM: arith.cmpi sge, %{{.*}}, %[[PACKS]] : i64
// STREAM: nontemporal
func.func @from_1280_bytes(%c: !llvm.ptr, %a: !llvm.ptr, %first: i64, %last: i64) attributes {
    pirch.schedule = #pirch.schedule<stream = 1280>, pirch.target = #pirch.avx512<>} {
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

// STREAM-LABEL: @never
// STREAM-NOT: nontemporal
func.func @never(%c: !llvm.ptr, %a: !llvm.ptr, %first: i64, %last: i64) attributes {
    pirch.schedule = #pirch.schedule<stream = 0>, pirch.target = #pirch.avx512<>} {
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
