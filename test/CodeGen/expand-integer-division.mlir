// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-expand-integer-division))' | FileCheck %s
// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-expand-integer-division,pirch-expand-integer-division))' | FileCheck %s

// CHECK-LABEL: @quotient
// CHECK: %[[A:.*]] = arith.sitofp %arg0 : vector<8xi32> to vector<8xf64>
// CHECK: %[[B:.*]] = arith.sitofp %arg1 : vector<8xi32> to vector<8xf64>
// CHECK: %[[Q:.*]] = arith.divf %[[A]], %[[B]] : vector<8xf64>
// CHECK: %[[R:.*]] = arith.fptosi %[[Q]] : vector<8xf64> to vector<8xi32>
// CHECK: return %[[R]]
func.func @quotient(%a: vector<8xi32>, %b: vector<8xi32>) -> vector<8xi32> {
  %q = arith.divsi %a, %b : vector<8xi32>
  return %q : vector<8xi32>
}

// Short integers are exact in f32.
// CHECK-LABEL: @remainder
// CHECK: arith.uitofp %arg0 : vector<8xi16> to vector<8xf32>
// CHECK: %[[Q:.*]] = arith.fptoui {{.*}} : vector<8xf32> to vector<8xi16>
// CHECK: %[[P:.*]] = arith.muli %[[Q]], %arg1
// CHECK: arith.subi %arg0, %[[P]]
func.func @remainder(%a: vector<8xi16>, %b: vector<8xi16>) -> vector<8xi16> {
  %q = arith.remui %a, %b : vector<8xi16>
  return %q : vector<8xi16>
}

// The reciprocal of a divisor that all lanes have is computed once, of a scalar, also
// where the divisor of some lanes was replaced by 1 so as not to fault.
// CHECK-LABEL: @uniform
// CHECK: %[[D:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : i32
// CHECK: %[[F:.*]] = arith.sitofp %[[D]] : i32 to f64
// CHECK: %[[R:.*]] = arith.divf %{{.*}}, %[[F]] : f64
// CHECK: %[[X:.*]] = arith.addf
// CHECK: %[[B:.*]] = vector.broadcast %[[R]] : f64 to vector<8xf64>
// CHECK: arith.mulf %[[X]], %[[B]]
// CHECK-NOT: divf
// CHECK: arith.fptosi
// CHECK: arith.muli
// CHECK: arith.subi
func.func @uniform(%a: vector<8xi32>, %s: i32, %least: vector<8xi1>) -> vector<8xi32> {
  %d = vector.broadcast %s : i32 to vector<8xi32>
  %f = llvm.freeze %d : vector<8xi32>
  %one = arith.constant dense<1> : vector<8xi32>
  %guarded = arith.select %least, %one, %f : vector<8xi1>, vector<8xi32>
  %q = arith.remsi %a, %guarded : vector<8xi32>
  return %q : vector<8xi32>
}

// Left alone: constant divisors, scalars, integers of 64 bits, and machines that divide.
// CHECK-LABEL: @others
// CHECK-NOT: divf
// CHECK-LABEL: @machine
// CHECK-NOT: divf
func.func @others(%a: vector<8xi32>, %s: i32, %l: vector<4xi64>) -> (vector<8xi32>, i32, vector<4xi64>) {
  %seven = arith.constant dense<7> : vector<8xi32>
  %q = arith.divsi %a, %seven : vector<8xi32>
  %r = arith.divsi %s, %s : i32
  %t = arith.divui %l, %l : vector<4xi64>
  return %q, %r, %t : vector<8xi32>, i32, vector<4xi64>
}
func.func @machine(%a: vector<256xi32>, %b: vector<256xi32>) -> vector<256xi32> attributes {pirch.target = #pirch.ve} {
  %q = arith.divsi %a, %b : vector<256xi32>
  return %q : vector<256xi32>
}
