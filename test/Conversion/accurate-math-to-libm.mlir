// Functions that lose digits where they are expanded become calls of the library,
// lane by lane; others are left to later passes.
// RUN: pirch-opt %s --pirch-accurate-math-to-libm | FileCheck %s

// CHECK-DAG: func.func private @expm1(f64) -> f64
// CHECK-DAG: func.func private @log1pf(f32) -> f32

// CHECK-LABEL: @lanes
// CHECK-COUNT-2: call @expm1(
// CHECK-NOT: math.expm1
func.func @lanes(%x: vector<2xf64>) -> vector<2xf64> {
  %r = math.expm1 %x : vector<2xf64>
  return %r : vector<2xf64>
}

// CHECK-LABEL: @one
// CHECK: call @log1pf(
func.func @one(%x: f32) -> f32 {
  %r = math.log1p %x : f32
  return %r : f32
}

// CHECK-LABEL: @left
// CHECK: math.sqrt
func.func @left(%x: vector<2xf64>) -> vector<2xf64> {
  %r = math.sqrt %x : vector<2xf64>
  return %r : vector<2xf64>
}
