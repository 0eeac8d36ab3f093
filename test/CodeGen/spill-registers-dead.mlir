// What nobody reads is in a register for a moment only: a loop that loads and drops
// leaves the same room to what is used after it as one that does not.
// RUN: pirch-opt %s --pirch-spill-registers="registers=3" | FileCheck %s

!v = vector<8xf64>

// CHECK-LABEL: func.func @dropped
// CHECK-NOT: llvm.alloca
// CHECK-NOT: volatile
// CHECK: return
func.func @dropped(%p: !llvm.ptr, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = llvm.load %p : !llvm.ptr -> !v
  %i = llvm.load %p : !llvm.ptr -> !v
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%v = %i) -> !v {
    %u1 = llvm.load %p : !llvm.ptr -> !v
    %u2 = llvm.load %p : !llvm.ptr -> !v
    %u3 = llvm.load %p : !llvm.ptr -> !v
    %z = arith.addf %v, %v : !v
    scf.yield %z : !v
  }
  %s = arith.addf %r, %a : !v
  llvm.store %s, %p : !v, !llvm.ptr
  return
}

// Read at the end, they are all there at once.
// CHECK-LABEL: func.func @kept
// CHECK: llvm.alloca
// CHECK: llvm.load volatile
func.func @kept(%p: !llvm.ptr, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = llvm.load %p : !llvm.ptr -> !v
  %i = llvm.load %p : !llvm.ptr -> !v
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%v = %i) -> !v {
    %u1 = llvm.load %p : !llvm.ptr -> !v
    %u2 = llvm.load %p : !llvm.ptr -> !v
    %w = arith.addf %u1, %u2 : !v
    %z = arith.addf %v, %w : !v
    scf.yield %z : !v
  }
  %s = arith.addf %r, %a : !v
  llvm.store %s, %p : !v, !llvm.ptr
  return
}
