// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-loop-fission{registers=4}))' | FileCheck %s
// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-loop-fission{registers=4},pirch-loop-fission{registers=4}))' | FileCheck %s
// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-loop-fission))' | FileCheck %s --check-prefix=FITS

// Three sums, each of which uses a vector from outside: two of them fit. What
// they share, counting and loading, is in both loops. By default all fit. Of
// this target no model says what operations wait for.
// CHECK-LABEL: @sums
// CHECK: %[[A:.*]]:3 = scf.while (%{{.*}} = %arg4, %{{.*}} = %arg4, %{{.*}} = %c0_i64) : (vector<8xf64>, vector<8xf64>, i64)
// CHECK: arith.cmpi ult
// CHECK: } do {
// CHECK: llvm.load
// CHECK-COUNT-2: math.fma
// CHECK-NOT: math.fma
// CHECK: scf.yield
// CHECK: %[[B:.*]]:2 = scf.while (%{{.*}} = %arg4, %{{.*}} = %c0_i64) : (vector<8xf64>, i64)
// CHECK: arith.cmpi ult
// CHECK: } do {
// CHECK: llvm.load
// CHECK: math.fma
// CHECK: scf.yield
// CHECK: } attributes {kept}
// CHECK: %[[AB:.*]] = arith.addf %[[A]]#0, %[[A]]#1
// CHECK: arith.addf %[[AB]], %[[B]]#0
// CHECK: return %{{.*}}, %[[A]]#2
// FITS-LABEL: @sums
// FITS-COUNT-1: scf.while
// FITS-NOT: scf.while
// FITS-LABEL: @chains
func.func @sums(%p: !llvm.ptr, %x: !llvm.ptr, %y: !llvm.ptr, %z: !llvm.ptr, %zero: vector<8xf64>, %n: i64) -> (vector<8xf64>, i64) attributes {pirch.target = #pirch.ve<>} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %a = llvm.load %x : !llvm.ptr -> vector<8xf64>
  %b = llvm.load %y : !llvm.ptr -> vector<8xf64>
  %c = llvm.load %z : !llvm.ptr -> vector<8xf64>
  %r:4 = scf.while (%s = %zero, %t = %zero, %u = %zero, %i = %c0) : (vector<8xf64>, vector<8xf64>, vector<8xf64>, i64) -> (vector<8xf64>, vector<8xf64>, vector<8xf64>, i64) {
    %more = arith.cmpi ult, %i, %n : i64
    scf.condition(%more) %s, %t, %u, %i : vector<8xf64>, vector<8xf64>, vector<8xf64>, i64
  } do {
  ^bb0(%s: vector<8xf64>, %t: vector<8xf64>, %u: vector<8xf64>, %i: i64):
    %q = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %v = llvm.load %q : !llvm.ptr -> vector<8xf64>
    %s2 = math.fma %v, %a, %s : vector<8xf64>
    %t2 = math.fma %v, %b, %t : vector<8xf64>
    %u2 = math.fma %v, %c, %u : vector<8xf64>
    %i2 = arith.addi %i, %c1 : i64
    scf.yield %s2, %t2, %u2, %i2 : vector<8xf64>, vector<8xf64>, vector<8xf64>, i64
  } attributes {kept}
  %st = arith.addf %r#0, %r#1 : vector<8xf64>
  %stu = arith.addf %st, %r#2 : vector<8xf64>
  return %stu, %r#3 : vector<8xf64>, i64
}

// The same sums on a machine that executes out of order, whose additions wait
// for each other: three chains in one loop take less time than two loops, also
// where not all vectors fit.
// CHECK-LABEL: @chains
// CHECK: scf.while
// CHECK-COUNT-3: math.fma
// CHECK-NOT: scf.while
func.func @chains(%p: !llvm.ptr, %x: !llvm.ptr, %y: !llvm.ptr, %z: !llvm.ptr, %zero: vector<8xf64>, %n: i64) -> vector<8xf64> attributes {pirch.target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %a = llvm.load %x : !llvm.ptr -> vector<8xf64>
  %b = llvm.load %y : !llvm.ptr -> vector<8xf64>
  %c = llvm.load %z : !llvm.ptr -> vector<8xf64>
  %r:4 = scf.while (%s = %zero, %t = %zero, %u = %zero, %i = %c0) : (vector<8xf64>, vector<8xf64>, vector<8xf64>, i64) -> (vector<8xf64>, vector<8xf64>, vector<8xf64>, i64) {
    %more = arith.cmpi ult, %i, %n : i64
    scf.condition(%more) %s, %t, %u, %i : vector<8xf64>, vector<8xf64>, vector<8xf64>, i64
  } do {
  ^bb0(%s: vector<8xf64>, %t: vector<8xf64>, %u: vector<8xf64>, %i: i64):
    %q = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %v = llvm.load %q : !llvm.ptr -> vector<8xf64>
    %s2 = math.fma %v, %a, %s : vector<8xf64>
    %t2 = math.fma %v, %b, %t : vector<8xf64>
    %u2 = math.fma %v, %c, %u : vector<8xf64>
    %i2 = arith.addi %i, %c1 : i64
    scf.yield %s2, %t2, %u2, %i2 : vector<8xf64>, vector<8xf64>, vector<8xf64>, i64
  }
  %st = arith.addf %r#0, %r#1 : vector<8xf64>
  %stu = arith.addf %st, %r#2 : vector<8xf64>
  return %stu : vector<8xf64>
}

// No arithmetic is done twice, nor memory written in another order; and what
// the number of rounds depends on has to be there.
// CHECK-LABEL: @shared_arithmetic
// CHECK-COUNT-1: scf.while
// CHECK-NOT: scf.while
// CHECK-LABEL: @writes
// CHECK-COUNT-1: scf.while
// CHECK-NOT: scf.while
// CHECK-LABEL: @test_by_vector
// CHECK-COUNT-1: scf.while
// CHECK-NOT: scf.while
func.func @shared_arithmetic(%p: !llvm.ptr, %zero: vector<8xf64>, %n: i64) -> vector<8xf64> attributes {pirch.target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %r:6 = scf.while (%s = %zero, %t = %zero, %u = %zero, %w = %zero, %k = %zero, %i = %c0) : (vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, i64) -> (vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, i64) {
    %more = arith.cmpi ult, %i, %n : i64
    scf.condition(%more) %s, %t, %u, %w, %k, %i : vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, i64
  } do {
  ^bb0(%s: vector<8xf64>, %t: vector<8xf64>, %u: vector<8xf64>, %w: vector<8xf64>, %k: vector<8xf64>, %i: i64):
    %q = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %v = llvm.load %q : !llvm.ptr -> vector<8xf64>
    %root = math.sqrt %v : vector<8xf64>
    %s2 = arith.addf %s, %root : vector<8xf64>
    %t2 = arith.mulf %t, %root : vector<8xf64>
    %u2 = arith.subf %u, %root : vector<8xf64>
    %w2 = arith.divf %w, %root : vector<8xf64>
    %k2 = arith.addf %k, %w : vector<8xf64>
    %i2 = arith.addi %i, %c1 : i64
    scf.yield %s2, %t2, %u2, %w2, %k2, %i2 : vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, i64
  }
  return %r#0 : vector<8xf64>
}
func.func @writes(%p: !llvm.ptr, %zero: vector<8xf64>, %n: i64) -> vector<8xf64> attributes {pirch.target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %r:6 = scf.while (%s = %zero, %t = %zero, %u = %zero, %w = %zero, %k = %zero, %i = %c0) : (vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, i64) -> (vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, i64) {
    %more = arith.cmpi ult, %i, %n : i64
    scf.condition(%more) %s, %t, %u, %w, %k, %i : vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, i64
  } do {
  ^bb0(%s: vector<8xf64>, %t: vector<8xf64>, %u: vector<8xf64>, %w: vector<8xf64>, %k: vector<8xf64>, %i: i64):
    %q = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %s2 = arith.addf %s, %s : vector<8xf64>
    %t2 = arith.mulf %t, %t : vector<8xf64>
    %u2 = arith.subf %u, %u : vector<8xf64>
    %w2 = arith.divf %w, %w : vector<8xf64>
    %k2 = arith.addf %k, %k : vector<8xf64>
    llvm.store %s2, %q : vector<8xf64>, !llvm.ptr
    %i2 = arith.addi %i, %c1 : i64
    scf.yield %s2, %t2, %u2, %w2, %k2, %i2 : vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, i64
  }
  return %r#0 : vector<8xf64>
}
func.func @test_by_vector(%zero: vector<8xf64>) -> vector<8xf64> attributes {pirch.target = #pirch.avx512<>} {
  %r:5 = scf.while (%s = %zero, %t = %zero, %u = %zero, %w = %zero, %k = %zero) : (vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>) -> (vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>) {
    %less = arith.cmpf olt, %s, %zero : vector<8xf64>
    %more = vector.reduction <or>, %less : vector<8xi1> into i1
    scf.condition(%more) %s, %t, %u, %w, %k : vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>
  } do {
  ^bb0(%s: vector<8xf64>, %t: vector<8xf64>, %u: vector<8xf64>, %w: vector<8xf64>, %k: vector<8xf64>):
    %s2 = arith.addf %s, %s : vector<8xf64>
    %t2 = arith.mulf %t, %t : vector<8xf64>
    %u2 = arith.subf %u, %u : vector<8xf64>
    %w2 = arith.divf %w, %w : vector<8xf64>
    %k2 = arith.addf %k, %k : vector<8xf64>
    scf.yield %s2, %t2, %u2, %w2, %k2 : vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>
  }
  return %r#0 : vector<8xf64>
}
