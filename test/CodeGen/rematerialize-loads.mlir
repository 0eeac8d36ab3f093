// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-rematerialize-loads{registers=2}))' | FileCheck %s
// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-rematerialize-loads{registers=2},pirch-rematerialize-loads{registers=2}))' | FileCheck %s
// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-rematerialize-loads))' | FileCheck %s --check-prefix=MANY

// MANY-NOT: inline_asm

// Two registers hold two of three values: %x is dropped and loaded again.
// CHECK-LABEL: @dropped
// CHECK: llvm.load %arg0
// CHECK: llvm.store
// CHECK: llvm.store
// CHECK: %[[P:.*]] = llvm.inline_asm "", "=r,0" %arg0 : (!llvm.ptr) -> !llvm.ptr
// CHECK: %[[AGAIN:.*]] = llvm.load %[[P]] {alignment = 8 : i64}
// CHECK: arith.mulf %[[AGAIN]], %[[AGAIN]]
func.func @dropped(%a: !llvm.ptr {llvm.noalias}, %b: !llvm.ptr {llvm.noalias}) {
  %a1 = llvm.getelementptr %a[8] : (!llvm.ptr) -> !llvm.ptr, f64
  %a2 = llvm.getelementptr %a[16] : (!llvm.ptr) -> !llvm.ptr, f64
  %b1 = llvm.getelementptr %b[8] : (!llvm.ptr) -> !llvm.ptr, f64
  %x = llvm.load %a {alignment = 8 : i64} : !llvm.ptr -> vector<8xf64>
  %y = llvm.load %a1 : !llvm.ptr -> vector<8xf64>
  %w = llvm.load %a2 : !llvm.ptr -> vector<8xf64>
  %m = arith.negf %y : vector<8xf64>
  llvm.store %m, %b1 : vector<8xf64>, !llvm.ptr
  %n = arith.negf %w : vector<8xf64>
  llvm.store %n, %b : vector<8xf64>, !llvm.ptr
  %z = arith.mulf %x, %x : vector<8xf64>
  llvm.store %z, %b : vector<8xf64>, !llvm.ptr
  return
}

// %b may be %a, so what was stored may have changed %x.
// CHECK-LABEL: @overlap
// CHECK-NOT: inline_asm
func.func @overlap(%a: !llvm.ptr, %b: !llvm.ptr) {
  %a1 = llvm.getelementptr %a[8] : (!llvm.ptr) -> !llvm.ptr, f64
  %x = llvm.load %a : !llvm.ptr -> vector<8xf64>
  %y = llvm.load %a1 : !llvm.ptr -> vector<8xf64>
  %a2 = llvm.getelementptr %a[16] : (!llvm.ptr) -> !llvm.ptr, f64
  %w = llvm.load %a2 : !llvm.ptr -> vector<8xf64>
  %n = arith.negf %w : vector<8xf64>
  llvm.store %n, %b : vector<8xf64>, !llvm.ptr
  %m = arith.negf %y : vector<8xf64>
  llvm.store %m, %b : vector<8xf64>, !llvm.ptr
  %z = arith.mulf %x, %x : vector<8xf64>
  llvm.store %z, %b : vector<8xf64>, !llvm.ptr
  return
}

// Neither is it known what a call writes.
// CHECK-LABEL: @call
// CHECK-NOT: inline_asm
func.func private @unknown()
func.func @call(%a: !llvm.ptr {llvm.noalias}, %b: !llvm.ptr {llvm.noalias}) {
  %a1 = llvm.getelementptr %a[8] : (!llvm.ptr) -> !llvm.ptr, f64
  %x = llvm.load %a : !llvm.ptr -> vector<8xf64>
  %y = llvm.load %a1 : !llvm.ptr -> vector<8xf64>
  %a2 = llvm.getelementptr %a[16] : (!llvm.ptr) -> !llvm.ptr, f64
  %w = llvm.load %a2 : !llvm.ptr -> vector<8xf64>
  %n = arith.negf %w : vector<8xf64>
  llvm.store %n, %b : vector<8xf64>, !llvm.ptr
  %m = arith.negf %y : vector<8xf64>
  func.call @unknown() : () -> ()
  %z = arith.mulf %x, %m : vector<8xf64>
  llvm.store %z, %b : vector<8xf64>, !llvm.ptr
  return
}

// Another element of the same array is no obstacle, and an element for all
// lanes is loaded again as such. Loads from one pointer share its hidden form;
// each load from a place where it was loaded before needs a new one.
// CHECK-LABEL: @again_and_again
// CHECK: %[[S:.*]] = llvm.load %arg0 : !llvm.ptr -> f64
// CHECK: vector.broadcast %[[S]]
// CHECK: %[[P:.*]] = llvm.inline_asm "", "=r,0" %arg0
// CHECK: llvm.load %[[P]] : !llvm.ptr -> f64
// CHECK: vector.broadcast
// CHECK: %[[P8:.*]] = llvm.getelementptr %[[P]][8]
// CHECK: llvm.load %[[P8]]
// CHECK: %[[Q:.*]] = llvm.inline_asm "", "=r,0" %[[P]]
// CHECK: llvm.load %[[Q]] : !llvm.ptr -> f64
// CHECK: %[[Q8:.*]] = llvm.getelementptr %[[Q]][8]
// CHECK: llvm.load %[[Q8]]
func.func @again_and_again(%a: !llvm.ptr) {
  %a1 = llvm.getelementptr %a[8] : (!llvm.ptr) -> !llvm.ptr, f64
  %a2 = llvm.getelementptr %a[16] : (!llvm.ptr) -> !llvm.ptr, f64
  %a3 = llvm.getelementptr %a[24] : (!llvm.ptr) -> !llvm.ptr, f64
  %s = llvm.load %a : !llvm.ptr -> f64
  %x = vector.broadcast %s : f64 to vector<8xf64>
  %y = llvm.load %a1 : !llvm.ptr -> vector<8xf64>
  %w = llvm.load %a3 : !llvm.ptr -> vector<8xf64>
  %x1 = arith.negf %x : vector<8xf64>
  llvm.store %x1, %a2 : vector<8xf64>, !llvm.ptr
  %y1 = arith.negf %y : vector<8xf64>
  llvm.store %y1, %a2 : vector<8xf64>, !llvm.ptr
  %w1 = arith.negf %w : vector<8xf64>
  llvm.store %w1, %a2 : vector<8xf64>, !llvm.ptr
  %x2 = arith.negf %x : vector<8xf64>
  llvm.store %x2, %a2 : vector<8xf64>, !llvm.ptr
  %y2 = arith.negf %y : vector<8xf64>
  llvm.store %y2, %a2 : vector<8xf64>, !llvm.ptr
  %w2 = arith.negf %w : vector<8xf64>
  llvm.store %w2, %a2 : vector<8xf64>, !llvm.ptr
  return
}
