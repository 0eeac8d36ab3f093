// RUN: pirch-opt %s --pirch-expand-half | FileCheck %s
// RUN: pirch-opt %s --pirch-expand-half --pirch-expand-half | FileCheck %s

// No value of type f16 is left, as not every machine has registers for it.
// CHECK-LABEL: func.func @load
// CHECK-SAME: %[[H:.*]]: vector<8xi16>
// CHECK: %[[BITS:.*]] = arith.extui %[[H]] : vector<8xi16> to vector<8xi32>
// CHECK: arith.sitofp
// CHECK-NOT: f16
// CHECK: return
func.func @load(%h: vector<8xi16>) -> vector<8xf32> attributes {pirch.target = #pirch.generic<>} {
  %b = arith.bitcast %h : vector<8xi16> to vector<8xf16>
  %x = arith.extf %b : vector<8xf16> to vector<8xf32>
  return %x : vector<8xf32>
}

// CHECK-LABEL: func.func @store
// CHECK: %[[H:.*]] = arith.trunci %{{.*}} : i32 to i16
// CHECK-NOT: f16
// CHECK: return %[[H]] : i16
func.func @store(%x: f32) -> i16 attributes {pirch.target = #pirch.ve<>} {
  %b = arith.truncf %x : f32 to f16
  %h = arith.bitcast %b : f16 to i16
  return %h : i16
}

// A machine that converts them, and conversions of other types.
// CHECK-LABEL: func.func @left
// CHECK: arith.extf {{.*}} vector<8xf16> to vector<8xf32>
// CHECK-LABEL: func.func @others
// CHECK: arith.extf {{.*}} vector<8xbf16> to vector<8xf32>
func.func @left(%h: vector<8xf16>) -> vector<8xf32> attributes {pirch.target = #pirch.avx2<>} {
  %x = arith.extf %h : vector<8xf16> to vector<8xf32>
  return %x : vector<8xf32>
}
func.func @others(%h: vector<8xbf16>) -> vector<8xf32> attributes {pirch.target = #pirch.generic<>} {
  %x = arith.extf %h : vector<8xbf16> to vector<8xf32>
  return %x : vector<8xf32>
}

// What is only moved and chosen is held as its bits.
// CHECK-LABEL: func.func @moved
// CHECK: arith.constant dense<15360> : vector<8xi16>
// CHECK: scf.for {{.*}} -> (vector<8xi16>)
// CHECK: arith.select {{.*}} : vector<8xi1>, vector<8xi16>
// CHECK-NOT: f16
// CHECK: return
func.func @moved(%h: vector<8xi16>, %c: vector<8xi1>, %n: index) -> vector<8xi16> attributes {pirch.target = #pirch.ve<>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %start = arith.constant dense<1.0> : vector<8xf16>
  %x = arith.bitcast %h : vector<8xi16> to vector<8xf16>
  %last = scf.for %i = %zero to %n step %one iter_args(%y = %start) -> (vector<8xf16>) {
    %z = arith.select %c, %x, %y : vector<8xi1>, vector<8xf16>
    scf.yield %z : vector<8xf16>
  }
  %bits = arith.bitcast %last : vector<8xf16> to vector<8xi16>
  return %bits : vector<8xi16>
}

// What is computed with is left.
// CHECK-LABEL: func.func @computed
// CHECK: arith.addf {{.*}} : vector<8xf16>
func.func @computed(%h: vector<8xi16>) -> vector<8xi16> attributes {pirch.target = #pirch.ve<>} {
  %x = arith.bitcast %h : vector<8xi16> to vector<8xf16>
  %y = arith.addf %x, %x : vector<8xf16>
  %bits = arith.bitcast %y : vector<8xf16> to vector<8xi16>
  return %bits : vector<8xi16>
}
