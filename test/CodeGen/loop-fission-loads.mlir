// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-loop-fission{registers=2}))' | FileCheck %s

// Two vectors are loaded in each iteration, and each of them is added to one
// sum and multiplied into another one. A loop holds two sums: those of one
// vector, so that no vector is loaded twice.
// CHECK-LABEL: @shared_loads
// CHECK: scf.while
// CHECK: llvm.load
// CHECK-NOT: llvm.load
// CHECK: arith.addf
// CHECK: math.fma
// CHECK-NOT: math.fma
// CHECK: scf.yield
// CHECK: scf.while
// CHECK: llvm.load
// CHECK-NOT: llvm.load
// CHECK: arith.addf
// CHECK: math.fma
// CHECK: scf.yield
// CHECK-NOT: scf.while
func.func @shared_loads(%p: !llvm.ptr, %zero: vector<8xf64>, %n: i64) -> vector<8xf64> attributes {pirch.target = #pirch.ve<>} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %r:5 = scf.while (%s = %zero, %t = %zero, %u = %zero, %w = %zero, %i = %c0) : (vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, i64) -> (vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, i64) {
    %more = arith.cmpi ult, %i, %n : i64
    scf.condition(%more) %s, %t, %u, %w, %i : vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, i64
  } do {
  ^bb0(%s: vector<8xf64>, %t: vector<8xf64>, %u: vector<8xf64>, %w: vector<8xf64>, %i: i64):
    %q = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, vector<8xf64>
    %first = llvm.load %q : !llvm.ptr -> vector<8xf64>
    %q2 = llvm.getelementptr %q[1] : (!llvm.ptr) -> !llvm.ptr, vector<8xf64>
    %second = llvm.load %q2 : !llvm.ptr -> vector<8xf64>
    %s2 = arith.addf %s, %first : vector<8xf64>
    %t2 = arith.addf %t, %second : vector<8xf64>
    %u2 = math.fma %first, %first, %u : vector<8xf64>
    %w2 = math.fma %second, %second, %w : vector<8xf64>
    %i2 = arith.addi %i, %c1 : i64
    scf.yield %s2, %t2, %u2, %w2, %i2 : vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, i64
  }
  %st = arith.addf %r#0, %r#1 : vector<8xf64>
  %uw = arith.addf %r#2, %r#3 : vector<8xf64>
  %sum = arith.addf %st, %uw : vector<8xf64>
  return %sum : vector<8xf64>
}
