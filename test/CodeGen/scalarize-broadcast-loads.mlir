// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-scalarize-broadcast-loads))' | FileCheck %s
// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-scalarize-broadcast-loads,pirch-scalarize-broadcast-loads))' | FileCheck %s

// Both lanes of %row that are used are loaded for all lanes; the vector is gone.
// CHECK-LABEL: @spread
// CHECK-NOT: -> vector<4xf64>
// CHECK: %[[FIRST:.*]] = llvm.load %arg0 {alignment = 8 : i64} : !llvm.ptr -> f64
// CHECK: %[[A:.*]] = vector.broadcast %[[FIRST]] : f64 to vector<4xf64>
// CHECK: %[[PLACE:.*]] = llvm.getelementptr %arg0[2]
// CHECK: %[[THIRD:.*]] = llvm.load %[[PLACE]] {alignment = 8 : i64} : !llvm.ptr -> f64
// CHECK: %[[B:.*]] = vector.broadcast %[[THIRD]] : f64 to vector<4xf64>
// CHECK-NOT: llvm.load
// CHECK-NOT: vector.shuffle
// CHECK: %[[SUM:.*]] = arith.addf %[[A]], %[[B]]
// CHECK: arith.mulf %[[SUM]], %[[A]]
func.func @spread(%a: !llvm.ptr, %b: !llvm.ptr) {
  %row = llvm.load %a {alignment = 8 : i64} : !llvm.ptr -> vector<4xf64>
  %x = vector.shuffle %row, %row [0, 0, -1, 0] : vector<4xf64>, vector<4xf64>
  %y = vector.shuffle %row, %row [6, 6, 6, 6] : vector<4xf64>, vector<4xf64>
  %z = vector.shuffle %row, %row [0, 0, 0, -1] : vector<4xf64>, vector<4xf64>
  %sum = arith.addf %x, %y : vector<4xf64>
  %product = arith.mulf %sum, %z : vector<4xf64>
  llvm.store %product, %b : vector<4xf64>, !llvm.ptr
  return
}

// The element is loaded before the store that may change it, and the vector,
// which is needed as well, stays.
// CHECK-LABEL: @before_store
// CHECK: %[[S:.*]] = llvm.load %arg0 {alignment = 4 : i64} : !llvm.ptr -> f32
// CHECK: %[[X:.*]] = vector.broadcast %[[S]]
// CHECK: %[[ROW:.*]] = llvm.load %arg0 : !llvm.ptr -> vector<4xf32>
// CHECK: llvm.store %[[ROW]], %arg1
// CHECK: llvm.store %[[X]], %arg1
func.func @before_store(%a: !llvm.ptr, %b: !llvm.ptr) {
  %row = llvm.load %a : !llvm.ptr -> vector<4xf32>
  llvm.store %row, %b : vector<4xf32>, !llvm.ptr
  %x = vector.shuffle %row, %row [0, 0, 0, 0] : vector<4xf32>, vector<4xf32>
  llvm.store %x, %b : vector<4xf32>, !llvm.ptr
  return
}

// A lane that the mask leaves out is none of the memory's.
// CHECK-LABEL: @masked
// CHECK: %[[PLACE:.*]] = llvm.getelementptr %arg0[1]
// CHECK: llvm.load %[[PLACE]] {alignment = 4 : i64} : !llvm.ptr -> f32
// CHECK: %[[ROW:.*]] = llvm.intr.masked.load
// CHECK: vector.shuffle %[[ROW]], %[[ROW]] [3, 3, 3, 3]
func.func @masked(%a: !llvm.ptr, %b: !llvm.ptr) {
  %mask = arith.constant dense<[true, true, true, false]> : vector<4xi1>
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %row = llvm.intr.masked.load %a, %mask, %zero {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  %x = vector.shuffle %row, %row [1, 1, 1, 1] : vector<4xf32>, vector<4xf32>
  %y = vector.shuffle %row, %row [3, 3, 3, 3] : vector<4xf32>, vector<4xf32>
  %sum = arith.addf %x, %y : vector<4xf32>
  llvm.store %sum, %b : vector<4xf32>, !llvm.ptr
  return
}

// Two lanes, and a lane of something computed.
// CHECK-LABEL: @others
// CHECK: vector.shuffle
// CHECK: vector.shuffle
// CHECK-NOT: vector.broadcast
func.func @others(%a: !llvm.ptr, %b: !llvm.ptr) {
  %row = llvm.load %a : !llvm.ptr -> vector<4xf32>
  %x = vector.shuffle %row, %row [1, 1, 2, 2] : vector<4xf32>, vector<4xf32>
  %n = arith.negf %row : vector<4xf32>
  %y = vector.shuffle %n, %n [1, 1, 1, 1] : vector<4xf32>, vector<4xf32>
  %sum = arith.addf %x, %y : vector<4xf32>
  llvm.store %sum, %b : vector<4xf32>, !llvm.ptr
  return
}

// One lane over registers of two widths.
// CHECK-LABEL: @widths
// CHECK: vector.broadcast {{.*}} : f32 to vector<4xf32>
// CHECK: vector.broadcast {{.*}} : f32 to vector<8xf32>
// CHECK-NOT: vector.shuffle
func.func @widths(%a: !llvm.ptr, %b: !llvm.ptr) {
  %row = llvm.load %a : !llvm.ptr -> vector<4xf32>
  %x = vector.shuffle %row, %row [1, 1, 1, 1] : vector<4xf32>, vector<4xf32>
  %y = vector.shuffle %row, %row [1, 1, 1, 1, 1, 1, 1, 1] : vector<4xf32>, vector<4xf32>
  llvm.store %x, %b : vector<4xf32>, !llvm.ptr
  llvm.store %y, %b : vector<8xf32>, !llvm.ptr
  return
}

// A volatile load, rows of rows, and a parameter.
// CHECK-LABEL: @left
// CHECK-COUNT-3: vector.shuffle
// CHECK-NOT: vector.broadcast
func.func @left(%a: !llvm.ptr, %b: !llvm.ptr, %v: vector<4xf32>, %m: vector<2x4xf32>) -> vector<2x4xf32> {
  %row = llvm.load volatile %a : !llvm.ptr -> vector<4xf32>
  %x = vector.shuffle %row, %row [1, 1, 1, 1] : vector<4xf32>, vector<4xf32>
  %y = vector.shuffle %v, %v [1, 1, 1, 1] : vector<4xf32>, vector<4xf32>
  %z = vector.shuffle %m, %m [1, 1] : vector<2x4xf32>, vector<2x4xf32>
  llvm.store %x, %b : vector<4xf32>, !llvm.ptr
  llvm.store %y, %b : vector<4xf32>, !llvm.ptr
  return %z : vector<2x4xf32>
}
