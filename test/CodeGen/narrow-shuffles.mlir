// RUN: pirch-opt %s --pirch-narrow-vectors | FileCheck %s

// LLVM's dialect has shuffles of vectors of one length: of others, each lane
// would be moved alone.

// An operand of which no lane is read becomes the other one.
// CHECK-LABEL: @one_read
// CHECK-DAG: %[[A:.*]] = llvm.load %arg0 : !llvm.ptr -> vector<16xf32>
// CHECK-DAG: %[[B:.*]] = llvm.load %arg1 : !llvm.ptr -> vector<4xf32>
// CHECK: %[[S:.*]] = vector.shuffle %[[A]], %[[A]] [8, 9, 10, 11, 12, 13, 14, 15]
// CHECK: llvm.store %[[S]]
// CHECK: %[[T:.*]] = vector.shuffle %[[B]], %[[B]] [3, 2, 1, 0]
// CHECK: llvm.store %[[T]]
func.func @one_read(%a: !llvm.ptr, %b: !llvm.ptr) attributes {pirch.target = #pirch.avx512<>} {
  %0 = llvm.load %a : !llvm.ptr -> vector<16xf32>
  %1 = llvm.load %b : !llvm.ptr -> vector<16xf32>
  %2 = vector.shuffle %0, %1 [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, -1, -1, -1, -1, -1, -1] : vector<16xf32>, vector<16xf32>
  %3 = vector.shuffle %2, %2 [0, 1, 2, 3, 4, 5, 6, 7] : vector<16xf32>, vector<16xf32>
  llvm.store %3, %b : vector<8xf32>, !llvm.ptr
  %4 = vector.shuffle %0, %1 [19, 18, 17, 16] : vector<16xf32>, vector<16xf32>
  llvm.store %4, %a : vector<4xf32>, !llvm.ptr
  return
}

// Where lanes of both are read, the shorter one is made longer.
// CHECK-LABEL: @both_read
// CHECK-DAG: %[[A:.*]] = llvm.load %arg0 : !llvm.ptr -> vector<16xf32>
// CHECK-DAG: %[[B:.*]] = llvm.load %arg1 : !llvm.ptr -> vector<8xf32>
// CHECK: %[[L:.*]] = vector.shuffle %[[B]], %[[B]] [0, 1, 2, 3, 4, 5, 6, 7, -1, -1, -1, -1, -1, -1, -1, -1]
// CHECK: vector.shuffle %[[A]], %[[L]] [15, 16, 14, 23] : vector<16xf32>, vector<16xf32>
func.func @both_read(%a: !llvm.ptr, %b: !llvm.ptr) attributes {pirch.target = #pirch.avx512<>} {
  %0 = llvm.load %a : !llvm.ptr -> vector<16xf32>
  %1 = llvm.load %b : !llvm.ptr -> vector<16xf32>
  %2 = vector.shuffle %0, %1 [15, 16, 14, 23] : vector<16xf32>, vector<16xf32>
  llvm.store %2, %a : vector<4xf32>, !llvm.ptr
  return
}
