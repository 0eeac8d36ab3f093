// RUN: pirch-opt %s --pirch-spill-registers="registers=3" | FileCheck %s
// RUN: pirch-opt %s --pirch-spill-registers="registers=3 remarks" -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// Where LLVM spills by itself, nothing changes.
// RUN: pirch-opt %s --pirch-spill-registers | FileCheck %s --check-prefix=SPILLS

!v = vector<8xf64>

// SPILLS-NOT: llvm.alloca
// SPILLS-NOT: llvm.inline_asm

// Four are alive: the one used last waits in memory.
// REMARK: remark: registers: 1 vectors stored to 1 places, loaded 1 times; 0 made again
// CHECK-LABEL: func.func @farthest
func.func @farthest(%p: !llvm.ptr) {
  // CHECK: %[[SLOT:.*]] = llvm.alloca
  // CHECK: %[[A:.*]] = llvm.load %{{.*}} : !llvm.ptr -> vector<8xf64>
  %a = llvm.load %p : !llvm.ptr -> !v
  %b = llvm.load %p : !llvm.ptr -> !v
  %c = llvm.load %p : !llvm.ptr -> !v
  // CHECK: llvm.store %[[A]], %[[SLOT]]
  // CHECK-NEXT: llvm.load
  %d = llvm.load %p : !llvm.ptr -> !v
  %e = arith.addf %b, %c : !v
  %f = arith.addf %e, %d : !v
  // CHECK: arith.addf
  // CHECK: arith.addf
  // CHECK: %[[AGAIN:.*]] = llvm.load volatile %[[SLOT]]
  // CHECK: arith.addf %{{.*}}, %[[AGAIN]]
  %g = arith.addf %f, %a : !v
  llvm.store %g, %p : !v, !llvm.ptr
  return
}

// What is made from scalars is made again, of a scalar that looks different.
// REMARK: remark: registers: 0 vectors stored to 0 places, loaded 0 times; 1 made again
// CHECK-LABEL: func.func @cheap
func.func @cheap(%p: !llvm.ptr, %s: f64) {
  // CHECK-NOT: llvm.alloca
  // CHECK: vector.broadcast
  %a = vector.broadcast %s {pirch.cheap} : f64 to !v
  %x = llvm.load %p : !llvm.ptr -> !v
  %y = arith.addf %x, %a : !v
  %b = llvm.load %p : !llvm.ptr -> !v
  %c = llvm.load %p : !llvm.ptr -> !v
  %e = arith.addf %b, %c : !v
  %f = arith.mulf %e, %b : !v
  %h = arith.mulf %f, %y : !v
  // CHECK: %[[HIDDEN:.*]] = llvm.inline_asm "", "=r,0" %{{.*}} : (f64) -> f64
  // CHECK: %[[AGAIN:.*]] = vector.broadcast %[[HIDDEN]]
  // CHECK: arith.addf %{{.*}}, %[[AGAIN]]
  %g = arith.addf %h, %a : !v
  llvm.store %g, %p : !v, !llvm.ptr
  return
}

// A loop leaves room for one more, not for two: what is used after it goes to
// memory before.
// CHECK-LABEL: func.func @loop
func.func @loop(%p: !llvm.ptr, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = llvm.load %p : !llvm.ptr -> !v
  %b = llvm.load %p : !llvm.ptr -> !v
  %i = llvm.load %p : !llvm.ptr -> !v
  // CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 8 : i64} : vector<8xf64>
  // CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 8 : i64} : vector<8xf64>
  // CHECK: scf.for
  // CHECK-NOT: volatile
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%v = %i) -> !v {
    %w = arith.mulf %v, %v : !v
    %z = arith.addf %w, %v : !v
    scf.yield %z : !v
  }
  // CHECK: }
  // CHECK: llvm.load volatile
  // CHECK: llvm.load volatile
  %s = arith.addf %r, %a : !v
  %t = arith.addf %s, %b : !v
  llvm.store %t, %p : !v, !llvm.ptr
  return
}

// Without registers for masks alone, masks are vectors like others.
// CHECK-LABEL: func.func @masks
func.func @masks(%p: !llvm.ptr) attributes {pirch.target = #pirch.generic<>} {
  %a = llvm.load %p : !llvm.ptr -> !v
  %b = llvm.load %p : !llvm.ptr -> !v
  // CHECK: %[[M:.*]] = arith.cmpf
  %m = arith.cmpf olt, %a, %b : !v
  %x = llvm.load %p : !llvm.ptr -> !v
  %y = llvm.load %p : !llvm.ptr -> !v
  // CHECK: llvm.store %[[M]], %{{.*}} : vector<8xi1>
  %z = llvm.load %p : !llvm.ptr -> !v
  %s = arith.addf %x, %y : !v
  %t = arith.addf %s, %z : !v
  // CHECK: llvm.load volatile %{{.*}} -> vector<8xi1>
  %r = arith.select %m, %t, %t : vector<8xi1>, !v
  %q = arith.select %m, %s, %r : vector<8xi1>, !v
  llvm.store %q, %p : !v, !llvm.ptr
  return
}
