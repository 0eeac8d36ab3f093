// Walks take turns after each operation on two vectors or more. One vector's sign,
// loads and constants take no turn: each walk goes on to its sum at once.
// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-schedule-operations{walks=2}))' | FileCheck %s

// CHECK-LABEL: @turns
// CHECK: llvm.load %arg0
// CHECK: %[[X:.*]] = arith.negf
// CHECK: arith.addf %[[X]]
// CHECK: llvm.load
// CHECK: %[[Y:.*]] = arith.negf
// CHECK: arith.addf %[[Y]]
// CHECK: llvm.store
// CHECK: llvm.store
func.func @turns(%a: !llvm.ptr {llvm.noalias}, %b: !llvm.ptr, %z: vector<8xf64>) {
  %a1 = llvm.getelementptr %a[8] : (!llvm.ptr) -> !llvm.ptr, f64
  %b1 = llvm.getelementptr %b[8] : (!llvm.ptr) -> !llvm.ptr, f64
  %x = llvm.load %a : !llvm.ptr -> vector<8xf64>
  %y = llvm.load %a1 : !llvm.ptr -> vector<8xf64>
  %n = arith.negf %x : vector<8xf64>
  %m = arith.negf %y : vector<8xf64>
  %s = arith.addf %n, %z : vector<8xf64>
  %t = arith.addf %m, %z : vector<8xf64>
  llvm.store %s, %b : vector<8xf64>, !llvm.ptr
  llvm.store %t, %b1 : vector<8xf64>, !llvm.ptr
  return
}
