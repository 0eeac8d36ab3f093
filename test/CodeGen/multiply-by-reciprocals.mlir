// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-multiply-by-reciprocals))' | FileCheck %s
// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-multiply-by-reciprocals,pirch-multiply-by-reciprocals))' | FileCheck %s

// A divisor with few bits: one multiplication and one fused operation, and a branch for
// dividends that are tiny, but not zero.
// CHECK-LABEL: func @few_bits(
// CHECK-DAG: %[[THREE:.*]] = arith.constant dense<3.000000e+00>
// CHECK-DAG: %[[R:.*]] = arith.constant dense<0.33333333333333331>
// CHECK-DAG: %[[REST:.*]] = arith.constant dense<1.8503717077085941E-17>
// CHECK-DAG: %[[TINY:.*]] = arith.constant dense<2.4099198651028841E-181>
// CHECK: %[[PRODUCT:.*]] = arith.mulf %[[X:.*]], %[[REST]]
// CHECK: %[[Q:.*]] = math.fma %[[X]], %[[R]], %[[PRODUCT]]
// CHECK: %[[SIZE:.*]] = math.absf %[[X]]
// CHECK: %[[SMALL:.*]] = arith.cmpf olt, %[[SIZE]], %[[TINY]]
// CHECK: %[[NOT_ZERO:.*]] = arith.cmpf une, %[[X]]
// CHECK: %[[OUTSIDE:.*]] = arith.andi %[[SMALL]], %[[NOT_ZERO]]
// CHECK: %[[KNOWN:.*]] = llvm.freeze %[[OUTSIDE]]
// CHECK: %[[BIT:.*]] = vector.reduction <or>, %[[KNOWN]]
// CHECK: %[[ANY:.*]] = llvm.intr.expect %[[BIT]], %false
// CHECK: %[[RESULT:.*]] = scf.if %[[ANY]]
// CHECK-NEXT: %[[DIVIDED:.*]] = arith.divf %[[X]], %[[THREE]]
// CHECK-NEXT: scf.yield %[[DIVIDED]]
// CHECK-NEXT: else
// CHECK-NEXT: scf.yield %[[Q]]
// CHECK: vector.store %[[RESULT]]
func.func @few_bits(%a: memref<?xf64>, %n: index) attributes {pirch.target = #pirch.avx512<cpu = "sapphirerapids">} {
  %three = arith.constant dense<3.0> : vector<8xf64>
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c8 {
    %x = vector.load %a[%i] : memref<?xf64>, vector<8xf64>
    %q = arith.divf %x, %three : vector<8xf64>
    vector.store %q, %a[%i] : memref<?xf64>, vector<8xf64>
  }
  return
}

// Integers are never tiny.
// CHECK-LABEL: func @of_integers(
// CHECK-NOT: divf
// CHECK-NOT: scf.if
// CHECK: return
func.func @of_integers(%a: memref<?xi32>, %b: memref<?xf32>, %n: index) attributes {pirch.target = #pirch.avx512<cpu = "sapphirerapids">} {
  %most = arith.constant dense<255.0> : vector<16xf32>
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %n step %c16 {
    %x = vector.load %a[%i] : memref<?xi32>, vector<16xi32>
    %f = arith.sitofp %x : vector<16xi32> to vector<16xf32>
    %q = arith.divf %f, %most : vector<16xf32>
    vector.store %q, %b[%i] : memref<?xf32>, vector<16xf32>
  }
  return
}

// A divisor from outside of the loop: its reciprocal is divided there. If it is out of
// range, the bound for dividends is infinite, and all of them are divided.
// CHECK-LABEL: func @invariant(
// CHECK: %[[Y:.*]] = vector.broadcast
// CHECK: %[[R:.*]] = arith.divf %{{.*}}, %[[Y]]
// CHECK: %[[NEGATED:.*]] = arith.negf %[[R]]
// CHECK: %[[ERROR:.*]] = math.fma %[[NEGATED]], %[[Y]], %{{.*}}
// CHECK: %[[REST:.*]] = arith.mulf %[[ERROR]], %[[R]]
// CHECK: %[[BOUND:.*]] = arith.select
// CHECK: scf.for
// CHECK: %[[X:.*]] = vector.load
// CHECK: %[[PRODUCT:.*]] = arith.mulf %[[X]], %[[REST]]
// CHECK: %[[Q:.*]] = math.fma %[[X]], %[[R]], %[[PRODUCT]]
// CHECK: %[[SIZE:.*]] = math.absf %[[X]]
// CHECK: arith.cmpf olt, %[[SIZE]], %[[BOUND]]
// CHECK: arith.cmpf ogt, %[[SIZE]]
// CHECK: %[[MINUS:.*]] = arith.negf %[[Q]]
// CHECK: %[[LEFT:.*]] = math.fma %[[MINUS]], %[[Y]], %[[X]]
// CHECK: %[[RIGHT:.*]] = math.fma %[[LEFT]], %[[R]], %[[Q]]
// CHECK: scf.if
// CHECK-NEXT: arith.divf %[[X]], %[[Y]]
// CHECK: else
// CHECK-NEXT: scf.yield %[[RIGHT]]
func.func @invariant(%a: memref<?xf32>, %n: index, %y: f32) attributes {pirch.target = #pirch.avx512<cpu = "sapphirerapids">} {
  %divisor = vector.broadcast %y : f32 to vector<16xf32>
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %n step %c16 {
    %x = vector.load %a[%i] : memref<?xf32>, vector<16xf32>
    %q = arith.divf %x, %divisor : vector<16xf32>
    vector.store %q, %a[%i] : memref<?xf32>, vector<16xf32>
  }
  return
}

// Three quotients of one divisor wait for one branch, in which they are divided.
// CHECK-LABEL: func @shared(
// CHECK: arith.divf %{{.*}}, %arg3
// CHECK: %{{.*}}:3 = scf.if
// CHECK-COUNT-3: arith.divf %{{.*}}, %arg3
// CHECK: else
// CHECK-NOT: divf
// CHECK: return
func.func @shared(%x: vector<8xf64>, %y: vector<8xf64>, %z: vector<8xf64>, %w: vector<8xf64>) -> (vector<8xf64>, vector<8xf64>, vector<8xf64>) attributes {pirch.target = #pirch.avx512<cpu = "sapphirerapids">} {
  %a = arith.divf %x, %w : vector<8xf64>
  %b = arith.divf %y, %w : vector<8xf64>
  %c = arith.divf %z, %w : vector<8xf64>
  return %a, %b, %c : vector<8xf64>, vector<8xf64>, vector<8xf64>
}

// What reads a quotient stands behind its branch.
// CHECK-LABEL: func @dependent(
// CHECK: %[[FIRST:.*]] = scf.if
// CHECK: %[[SUM:.*]] = arith.addf %[[FIRST]]
// CHECK: %[[SECOND:.*]] = scf.if
// CHECK: return %[[SECOND]]
func.func @dependent(%x: vector<8xf64>) -> vector<8xf64> attributes {pirch.target = #pirch.avx512<cpu = "sapphirerapids">} {
  %three = arith.constant dense<3.0> : vector<8xf64>
  %a = arith.divf %x, %three : vector<8xf64>
  %sum = arith.addf %a, %x : vector<8xf64>
  %b = arith.divf %sum, %three : vector<8xf64>
  return %b : vector<8xf64>
}

// Left alone: a divisor of one quotient, a power of two, one out of range, a block with
// more to do than to divide, and a machine without fused operations.
// CHECK-LABEL: func @left(
// CHECK-NOT: scf.if
// CHECK-COUNT-3: arith.divf
// CHECK-NOT: scf.if
// CHECK: return
func.func @left(%x: vector<8xf64>, %y: vector<8xf64>) -> (vector<8xf64>, vector<8xf64>, vector<8xf64>) attributes {pirch.target = #pirch.avx512<cpu = "sapphirerapids">} {
  %four = arith.constant dense<4.0> : vector<8xf64>
  %large = arith.constant dense<3.0e300> : vector<8xf64>
  %a = arith.divf %x, %y : vector<8xf64>
  %b = arith.divf %x, %four : vector<8xf64>
  %c = arith.divf %x, %large : vector<8xf64>
  return %a, %b, %c : vector<8xf64>, vector<8xf64>, vector<8xf64>
}

// CHECK-LABEL: func @busy(
// CHECK-NOT: scf.if
// CHECK: arith.divf
// CHECK-NOT: scf.if
// CHECK: return
func.func @busy(%x: vector<8xf64>) -> vector<8xf64> attributes {pirch.target = #pirch.avx512<cpu = "sapphirerapids">} {
  %three = arith.constant dense<3.0> : vector<8xf64>
  %a = math.exp %x : vector<8xf64>
  %b = math.exp %a : vector<8xf64>
  %c = math.exp %b : vector<8xf64>
  %d = arith.divf %c, %three : vector<8xf64>
  return %d : vector<8xf64>
}

// CHECK-LABEL: func @unknown(
// CHECK-NOT: scf.if
// CHECK: return
func.func @unknown(%x: vector<8xf64>) -> vector<8xf64> attributes {pirch.target = #pirch.generic<>} {
  %three = arith.constant dense<3.0> : vector<8xf64>
  %d = arith.divf %x, %three : vector<8xf64>
  return %d : vector<8xf64>
}
