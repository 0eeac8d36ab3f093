// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-schedule-operations))' | FileCheck %s
// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-schedule-operations,pirch-schedule-operations))' | FileCheck %s

// Each store's operands come right before it: two values live, not four.
// CHECK-LABEL: @depth_first
// CHECK: llvm.load
// CHECK: arith.negf
// CHECK: llvm.store
// CHECK: llvm.load
// CHECK: arith.negf
// CHECK: llvm.store
func.func @depth_first(%a: !llvm.ptr {llvm.noalias}, %b: !llvm.ptr) {
  %a1 = llvm.getelementptr %a[1] : (!llvm.ptr) -> !llvm.ptr, f64
  %b1 = llvm.getelementptr %b[1] : (!llvm.ptr) -> !llvm.ptr, f64
  %x = llvm.load %a : !llvm.ptr -> f64
  %y = llvm.load %a1 : !llvm.ptr -> f64
  %n = arith.negf %x : f64
  %m = arith.negf %y : f64
  llvm.store %n, %b : f64, !llvm.ptr
  llvm.store %m, %b1 : f64, !llvm.ptr
  return
}

// A schedule keeps the order of the source.
// CHECK-LABEL: @kept
// CHECK: llvm.load
// CHECK: llvm.load
// CHECK: arith.negf
// CHECK: arith.negf
// CHECK: llvm.store
// CHECK: llvm.store
func.func @kept(%a: !llvm.ptr {llvm.noalias}, %b: !llvm.ptr) attributes {pirch.schedule = #pirch.schedule<keepOrder = true>} {
  %a1 = llvm.getelementptr %a[1] : (!llvm.ptr) -> !llvm.ptr, f64
  %b1 = llvm.getelementptr %b[1] : (!llvm.ptr) -> !llvm.ptr, f64
  %x = llvm.load %a : !llvm.ptr -> f64
  %y = llvm.load %a1 : !llvm.ptr -> f64
  %n = arith.negf %x : f64
  %m = arith.negf %y : f64
  llvm.store %n, %b : f64, !llvm.ptr
  llvm.store %m, %b1 : f64, !llvm.ptr
  return
}

// Two parameters may overlap: the second load stays before the first store.
// CHECK-LABEL: @overlap
// CHECK: llvm.load
// CHECK: llvm.load
// CHECK: llvm.store
// CHECK: llvm.store
func.func @overlap(%a: !llvm.ptr, %b: !llvm.ptr) {
  %a1 = llvm.getelementptr %a[1] : (!llvm.ptr) -> !llvm.ptr, f64
  %b1 = llvm.getelementptr %b[1] : (!llvm.ptr) -> !llvm.ptr, f64
  %x = llvm.load %a : !llvm.ptr -> f64
  %y = llvm.load %a1 : !llvm.ptr -> f64
  llvm.store %x, %b : f64, !llvm.ptr
  llvm.store %y, %b1 : f64, !llvm.ptr
  return
}

// In place, the element stored is not the one loaded next.
// CHECK-LABEL: @in_place
// CHECK: llvm.load
// CHECK: llvm.store
// CHECK: llvm.load
// CHECK: llvm.store
func.func @in_place(%a: !llvm.ptr) {
  %a1 = llvm.getelementptr %a[1] : (!llvm.ptr) -> !llvm.ptr, f64
  %x = llvm.load %a : !llvm.ptr -> f64
  %y = llvm.load %a1 : !llvm.ptr -> f64
  %n = arith.negf %x : f64
  %m = arith.negf %y : f64
  llvm.store %n, %a : f64, !llvm.ptr
  llvm.store %m, %a1 : f64, !llvm.ptr
  return
}

// The same elements swapped: both loads come first.
// CHECK-LABEL: @swap
// CHECK: llvm.load
// CHECK: llvm.load
// CHECK: llvm.store
// CHECK: llvm.store
func.func @swap(%a: !llvm.ptr) {
  %a1 = llvm.getelementptr %a[1] : (!llvm.ptr) -> !llvm.ptr, f64
  %x = llvm.load %a : !llvm.ptr -> f64
  %y = llvm.load %a1 : !llvm.ptr -> f64
  llvm.store %y, %a : f64, !llvm.ptr
  llvm.store %x, %a1 : f64, !llvm.ptr
  return
}
