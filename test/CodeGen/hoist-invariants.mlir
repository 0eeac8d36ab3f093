// RUN: pirch-opt %s --pass-pipeline="builtin.module(func.func(pirch-hoist-invariants))" \
// RUN:   | FileCheck %s
// RUN: pirch-opt %s --pass-pipeline="builtin.module(func.func(pirch-hoist-invariants,pirch-hoist-invariants))" \
// RUN:   | FileCheck %s

// The function of a parameter is computed once, and so is the scalar that it is
// a function of.

// CHECK-LABEL: func @parameter
// CHECK:         %[[PHASE:.*]] = arith.mulf %arg1, %{{.*}} : f32
// CHECK:         %[[COS:.*]] = math.cos %[[PHASE]] : f32
// CHECK:         scf.for
// CHECK-NOT:       math.cos
// CHECK:           vector.broadcast %[[COS]]
func.func @parameter(%y: !llvm.ptr, %frequency: f32, %from: i64, %to: i64) {
  %one = arith.constant 1 : i64
  scf.for %g = %from to %to step %one : i64 {
    %two = arith.constant 2.0 : f32
    %phase = arith.mulf %frequency, %two : f32
    %cos = math.cos %phase : f32
    %all = vector.broadcast %cos : f32 to vector<8xf32>
    %p = llvm.getelementptr %y[%g] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %all, %p : vector<8xf32>, !llvm.ptr
  }
  return
}

// It leaves both loops, and a function of a vector does so as well. A product of
// vectors stays, and so does a function in a branch, which may not be taken.

// CHECK-LABEL: func @nested
// CHECK:         math.exp %arg1 : vector<8xf32>
// CHECK:         scf.for
// CHECK:           arith.mulf %arg1, %arg1
// CHECK:           scf.for
// CHECK-NOT:         math.exp
// CHECK:             scf.if
// CHECK:               math.sin
func.func @nested(%y: !llvm.ptr, %x: vector<8xf32>, %from: i64, %to: i64, %go: i1) {
  %one = arith.constant 1 : i64
  scf.for %g = %from to %to step %one : i64 {
    %square = arith.mulf %x, %x : vector<8xf32>
    scf.for %k = %from to %to step %one : i64 {
      %exp = math.exp %x : vector<8xf32>
      %sum = arith.addf %exp, %square : vector<8xf32>
      %p = llvm.getelementptr %y[%k] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      llvm.store %sum, %p : vector<8xf32>, !llvm.ptr
      scf.if %go {
        %sin = math.sin %x : vector<8xf32>
        llvm.store %sin, %p : vector<8xf32>, !llvm.ptr
      }
    }
  }
  return
}

// A quotient of integers stays in a loop that may have no iteration: its divisor
// may then be 0. A function of what the loop changes stays as well.

// CHECK-LABEL: func @stays
// CHECK-NOT:     arith.divsi
// CHECK-NOT:     math.exp
// CHECK:         scf.for
// CHECK:           arith.divsi
// CHECK:           math.exp
func.func @stays(%x: i32, %by: i32, %first: f32, %from: i64, %to: i64) -> f32 {
  %one = arith.constant 1 : i64
  %last = scf.for %g = %from to %to step %one iter_args(%y = %first) -> f32 : i64 {
    %quotient = arith.divsi %x, %by : i32
    %number = arith.sitofp %quotient : i32 to f32
    %exp = math.exp %y : f32
    %sum = arith.addf %exp, %number : f32
    scf.yield %sum : f32
  }
  return %last : f32
}

// A branch that all work items take alike is a loop that may not run at all.

// CHECK-LABEL: func @branch
// CHECK-NOT:     math.tanh
// CHECK:         scf.while
// CHECK:           scf.condition
// CHECK:           math.tanh
func.func @branch(%x: vector<8xf32>, %taken: i1) -> vector<8xf32> {
  %false = arith.constant false
  %r = scf.while (%y = %x, %go = %taken) : (vector<8xf32>, i1) -> vector<8xf32> {
    scf.condition(%go) %y : vector<8xf32>
  } do {
  ^bb0(%y: vector<8xf32>):
    %tanh = math.tanh %x : vector<8xf32>
    scf.yield %tanh, %false : vector<8xf32>, i1
  }
  return %r : vector<8xf32>
}
