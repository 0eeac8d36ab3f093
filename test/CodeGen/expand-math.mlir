// RUN: pirch-opt %s --pirch-expand-math | FileCheck %s
// RUN: pirch-opt %s --pirch-expand-math=complete --split-input-file --verify-diagnostics -o /dev/null

// A vector: arithmetic and nothing else. 2^n is made in two factors, since a
// subnormal result is no power of two times 1.

// CHECK-LABEL: @exp
// CHECK-SAME: (%[[X:.*]]: vector<16xf32>)
// CHECK-NOT: math.exp
// CHECK: %[[SUM:.*]] = math.fma %[[X]], %{{.*}}, %[[ROUNDER:.*]] : vector<16xf32>
// CHECK: %[[N:.*]] = arith.subf %[[SUM]], %{{.*}} : vector<16xf32>
// CHECK: arith.bitcast %[[SUM]] : vector<16xf32> to vector<16xi32>
// CHECK: arith.shrsi
// CHECK: arith.shli
// CHECK: arith.mulf
// CHECK: arith.shli
// CHECK: arith.mulf
// CHECK: arith.cmpf ogt, %[[X]]
// CHECK: arith.select
// CHECK: arith.cmpf olt, %[[X]]
// CHECK: %[[Y:.*]] = arith.select
// CHECK: return %[[Y]]
func.func @exp(%x: vector<16xf32>) -> vector<16xf32> {
  %y = math.exp %x : vector<16xf32>
  return %y : vector<16xf32>
}

// A scalar, and a function that needs no branch.

// CHECK-LABEL: @atan2
// CHECK-NOT: math.atan2
// CHECK-NOT: scf.if
// CHECK: arith.divf {{.*}} : f64
func.func @atan2(%y: f64, %x: f64) -> f64 {
  %a = math.atan2 %y, %x : f64
  return %a : f64
}

// Large angles are reduced in a branch for all lanes. What is compared is
// frozen: a lane that nobody reads may be poison.

// CHECK-LABEL: @sin
// CHECK-NOT: math.sin
// CHECK: %[[MAGNITUDE:.*]] = math.absf %{{.*}} : vector<8xf64>
// CHECK: %[[FROZEN:.*]] = llvm.freeze %[[MAGNITUDE]]
// CHECK: arith.cmpf ogt, %[[FROZEN]]
// CHECK: %[[ANY:.*]] = vector.reduction <or>, %[[LARGE:.*]] : vector<8xi1> into i1
// CHECK: %[[RARELY:.*]] = llvm.intr.expect %[[ANY]], %{{.*}} : i1
// CHECK: scf.if %[[RARELY]] -> (vector<8xf64>, vector<8xf64>, vector<8xf64>)
// CHECK: arith.select %[[LARGE]]
// CHECK: scf.yield
// CHECK: } else {
func.func @sin(%x: vector<8xf64>) -> vector<8xf64> {
  %y = math.sin %x : vector<8xf64>
  return %y : vector<8xf64>
}

// A scalar's branch needs no vote.

// CHECK-LABEL: @cos
// CHECK-NOT: vector.reduction
// CHECK: scf.if
func.func @cos(%x: f32) -> f32 {
  %y = math.cos %x : f32
  return %y : f32
}

// What is exact stays, and so do functions of other types and those without a
// template.

// CHECK-LABEL: @stays
// CHECK: math.fma
// CHECK: math.sqrt
// CHECK: math.absf
// CHECK: math.exp %{{.*}} : f16
// CHECK: math.asinh
func.func @stays(%x: f64, %h: f16) -> (f64, f16, f64) {
  %0 = math.fma %x, %x, %x : f64
  %1 = math.sqrt %0 : f64
  %2 = math.absf %1 : f64
  // expected-error@+1 {{not supported yet: no math.exp on this target}}
  %3 = math.exp %h : f16
  %4 = math.asinh %x : f64
  return %2, %3, %4 : f64, f16, f64
}
