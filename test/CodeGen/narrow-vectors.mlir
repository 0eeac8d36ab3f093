// RUN: pirch-opt %s --split-input-file --pirch-narrow-vectors | FileCheck %s
// RUN: pirch-opt %s --split-input-file --pirch-narrow-vectors=remarks --verify-diagnostics -o /dev/null

// A row of eight elements in registers of sixteen lanes: half registers.
// CHECK-LABEL: func.func @row(
// CHECK: %[[X:.*]] = llvm.load %{{.*}} : !llvm.ptr -> vector<8xf32>
// CHECK: %[[A:.*]] = vector.broadcast %{{.*}} : f32 to vector<8xf32>
// CHECK: %[[C:.*]] = arith.constant dense<[0.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00, 6.000000e+00, 7.000000e+00]> : vector<8xf32>
// CHECK: %[[Y:.*]] = math.fma %[[A]], %[[X]], %[[C]] : vector<8xf32>
// CHECK: %[[M:.*]] = arith.cmpf olt, %[[Y]], %[[A]] : vector<8xf32>
// CHECK: %[[S:.*]] = arith.select %[[M]], %[[Y]], %[[A]] : vector<8xi1>, vector<8xf32>
// CHECK: llvm.store %[[S]], %{{.*}} : vector<8xf32>, !llvm.ptr
// expected-remark @+1 {{6 operations on vectors of which nobody reads the last lanes became operations on shorter vectors}}
func.func @row(%p: !llvm.ptr, %a: f32) attributes {pirch.target = #pirch.avx512<>} {
  %x = llvm.load %p : !llvm.ptr -> vector<8xf32>
  %w = vector.shuffle %x, %x [0, 1, 2, 3, 4, 5, 6, 7, -1, -1, -1, -1, -1, -1, -1, -1] : vector<8xf32>, vector<8xf32>
  %b = vector.broadcast %a : f32 to vector<16xf32>
  %c = arith.constant dense<[0., 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12., 13., 14., 15.]> : vector<16xf32>
  %y = math.fma %b, %w, %c : vector<16xf32>
  %m = arith.cmpf olt, %y, %b : vector<16xf32>
  %s = arith.select %m, %y, %b : vector<16xi1>, vector<16xf32>
  %z = vector.extract_strided_slice %s {offsets = [0], sizes = [8], strides = [1]} : vector<16xf32> to vector<8xf32>
  llvm.store %z, %p : vector<8xf32>, !llvm.ptr
  return
}

// -----

// Lanes of another register: nine lanes take a whole register, and the other one is
// made as long for the shuffle.
// CHECK-LABEL: func.func @moved(
// CHECK: %[[A:.*]] = vector.shuffle %arg1, %arg1 [0, 1, 2, 3] : vector<8xf64>, vector<8xf64>
// CHECK: %[[X:.*]] = arith.addf %arg1, %arg1 : vector<8xf64>
// CHECK: %[[Y:.*]] = arith.mulf %[[A]], %[[A]] : vector<4xf64>
// CHECK: %[[W:.*]] = vector.shuffle %[[Y]], %[[Y]] [0, 1, 2, 3, -1, -1, -1, -1] : vector<4xf64>
// CHECK: vector.shuffle %[[W]], %[[X]] [2, 8, 1, 12] : vector<8xf64>, vector<8xf64>
// expected-remark @+1 {{1 operations}}
func.func @moved(%p: !llvm.ptr, %v: vector<8xf64>) attributes {pirch.target = #pirch.avx512<>} {
  %x = arith.addf %v, %v : vector<8xf64>
  %y = arith.mulf %v, %v : vector<8xf64>
  %z = vector.shuffle %y, %x [2, 8, 1, 12] : vector<8xf64>, vector<8xf64>
  llvm.store %z, %p : vector<4xf64>, !llvm.ptr
  return
}

// -----

// What a loop carries, on all of its ways; a constant that others read whole is made
// twice.
// CHECK-LABEL: func.func @carried(
// CHECK-DAG: %[[ALL:.*]] = arith.constant dense<1.000000e+00> : vector<8xf64>
// CHECK-DAG: %[[HALF:.*]] = arith.constant dense<1.000000e+00> : vector<4xf64>
// CHECK: %[[R:.*]]:2 = scf.for {{.*}} iter_args(%[[A:.*]] = %[[HALF]], %[[B:.*]] = %[[ALL]]) -> (vector<4xf64>, vector<8xf64>)
// CHECK: %[[S:.*]] = arith.addf %[[A]], %[[A]] : vector<4xf64>
// CHECK: %[[T:.*]] = arith.mulf %[[B]], %[[B]] : vector<8xf64>
// CHECK: %[[F:.*]] = vector.shuffle %[[T]], %[[T]] [0, 1, 2, 3]
// CHECK: %[[I:.*]] = scf.if %{{.*}} -> (vector<4xf64>)
// CHECK: scf.yield %[[S]] : vector<4xf64>
// CHECK: scf.yield %[[F]] : vector<4xf64>
// CHECK: scf.yield %[[I]], %[[T]] : vector<4xf64>, vector<8xf64>
// expected-remark @+1 {{operations}}
func.func @carried(%p: !llvm.ptr, %n: i64, %c: i1) attributes {pirch.target = #pirch.avx512<>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %init = arith.constant dense<1.> : vector<8xf64>
  %r:2 = scf.for %i = %zero to %n step %one iter_args(%a = %init, %b = %init) -> (vector<8xf64>, vector<8xf64>) : i64 {
    %s = arith.addf %a, %a : vector<8xf64>
    %t = arith.mulf %b, %b : vector<8xf64>
    %next = scf.if %c -> vector<8xf64> {
      scf.yield %s : vector<8xf64>
    } else {
      scf.yield %t : vector<8xf64>
    }
    scf.yield %next, %t : vector<8xf64>, vector<8xf64>
  }
  %z = vector.shuffle %r#0, %r#0 [3, 2] : vector<8xf64>, vector<8xf64>
  llvm.store %z, %p : vector<2xf64>, !llvm.ptr
  llvm.store %r#1, %p : vector<8xf64>, !llvm.ptr
  return
}

// -----

// A loop that ends by a condition; nothing is known of a machine without blocks.
// CHECK-LABEL: func.func @until(
// CHECK: scf.while (%{{.*}} = %{{.*}}) : (vector<4xf64>) -> vector<4xf64>
// CHECK-LABEL: func.func @unknown(
// CHECK: scf.while (%{{.*}} = %{{.*}}) : (vector<8xf64>) -> vector<8xf64>
// expected-remark @+1 {{operations}}
func.func @until(%p: !llvm.ptr, %v: vector<8xf64>, %c: i1) attributes {pirch.target = #pirch.avx512<>} {
  %r = scf.while (%a = %v) : (vector<8xf64>) -> vector<8xf64> {
    %s = arith.addf %a, %a : vector<8xf64>
    scf.condition(%c) %s : vector<8xf64>
  } do {
  ^bb0(%b: vector<8xf64>):
    %t = arith.mulf %b, %b : vector<8xf64>
    scf.yield %t : vector<8xf64>
  }
  %z = vector.shuffle %r, %r [0, 2] : vector<8xf64>, vector<8xf64>
  llvm.store %z, %p : vector<2xf64>, !llvm.ptr
  return
}
func.func @unknown(%p: !llvm.ptr, %v: vector<8xf64>, %c: i1) attributes {pirch.target = #pirch.generic<>} {
  %r = scf.while (%a = %v) : (vector<8xf64>) -> vector<8xf64> {
    %s = arith.addf %a, %a : vector<8xf64>
    scf.condition(%c) %s : vector<8xf64>
  } do {
  ^bb0(%b: vector<8xf64>):
    %t = arith.mulf %b, %b : vector<8xf64>
    scf.yield %t : vector<8xf64>
  }
  %z = vector.shuffle %r, %r [0, 2] : vector<8xf64>, vector<8xf64>
  llvm.store %z, %p : vector<2xf64>, !llvm.ptr
  return
}
