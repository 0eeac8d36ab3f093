// Fields of words are taken from the parts that the words were put together from.
// RUN: pirch-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(pirch-simplify-bit-fields,cse))' | FileCheck %s

!b = vector<4xi8>
!w = vector<4xi32>

// The last part has no bits in the field.
// CHECK-LABEL: func.func @field
// CHECK-DAG: %[[A:.*]] = arith.extui %arg0
// CHECK-DAG: %[[B:.*]] = arith.extui %arg1
// CHECK-DAG: %[[HIGH:.*]] = arith.shli %[[A]], %[[FOUR:.*]] : vector<4xi32>
// CHECK-DAG: %[[LOW:.*]] = arith.shrui %[[B]], %[[FOUR]] : vector<4xi32>
// CHECK: %[[WORD:.*]] = arith.ori %[[HIGH]], %[[LOW]] : vector<4xi32>
// CHECK: arith.andi %[[WORD]], %{{.*}} : vector<4xi32>
func.func @field(%a: !b, %b: !b, %c: !b) -> !w {
  %c8 = arith.constant dense<8> : !w
  %c12 = arith.constant dense<12> : !w
  %c16 = arith.constant dense<16> : !w
  %c63 = arith.constant dense<63> : !w
  %aw = arith.extui %a : !b to !w
  %bw = arith.extui %b : !b to !w
  %cw = arith.extui %c : !b to !w
  %a16 = arith.shli %aw, %c16 : !w
  %b8 = arith.shli %bw, %c8 : !w
  %ab = arith.ori %a16, %b8 : !w
  %w = arith.ori %ab, %cw : !w
  %s = arith.shrui %w, %c12 : !w
  %f = arith.andi %s, %c63 : !w
  return %f : !w
}

// -----

!w = vector<4xi32>

// A field without bits is zero.
// CHECK-LABEL: func.func @nothing
// CHECK: %[[ZERO:.*]] = arith.constant dense<0> : vector<4xi32>
// CHECK: arith.trunci %[[ZERO]]
func.func @nothing(%a: vector<4xi8>, %b: vector<4xi8>) -> vector<4xi8> {
  %c8 = arith.constant dense<8> : !w
  %c16 = arith.constant dense<16> : !w
  %aw = arith.extui %a : vector<4xi8> to !w
  %bw = arith.extui %b : vector<4xi8> to !w
  %b8 = arith.shli %bw, %c8 : !w
  %w = arith.ori %aw, %b8 : !w
  %f = arith.shrui %w, %c16 : !w
  %t = arith.trunci %f : !w to vector<4xi8>
  return %t : vector<4xi8>
}

// -----

!w = vector<4xi32>

// All bits of the shifted word are used.
// CHECK-LABEL: func.func @whole
// CHECK: %[[W:.*]] = arith.ori
// CHECK: arith.shrui %[[W]]
func.func @whole(%a: vector<4xi8>, %b: vector<4xi8>) -> !w {
  %c4 = arith.constant dense<4> : !w
  %c8 = arith.constant dense<8> : !w
  %aw = arith.extui %a : vector<4xi8> to !w
  %bw = arith.extui %b : vector<4xi8> to !w
  %b8 = arith.shli %bw, %c8 : !w
  %w = arith.ori %aw, %b8 : !w
  %f = arith.shrui %w, %c4 : !w
  return %f : !w
}

// -----

!w = vector<4xi32>

// The bits that the first shift loses must not come back.
// CHECK-LABEL: func.func @lost
// CHECK: %[[W:.*]] = arith.ori
// CHECK: arith.shrui %[[W]]
func.func @lost(%a: !w, %b: !w) -> vector<4xi8> {
  %c8 = arith.constant dense<8> : !w
  %c28 = arith.constant dense<28> : !w
  %a8 = arith.shli %a, %c8 : !w
  %b8 = arith.shli %b, %c8 : !w
  %w = arith.ori %a8, %b8 : !w
  %f = arith.shrui %w, %c28 : !w
  %t = arith.trunci %f : !w to vector<4xi8>
  return %t : vector<4xi8>
}

// -----

!w = vector<4xi32>

// What is no part stays a word.
// CHECK-LABEL: func.func @unknown
// CHECK: %[[W:.*]] = arith.ori
// CHECK: arith.shrui %[[W]]
func.func @unknown(%a: !w, %b: !w) -> vector<4xi8> {
  %c8 = arith.constant dense<8> : !w
  %a8 = arith.shli %a, %c8 : !w
  %w = arith.ori %a8, %b : !w
  %f = arith.shrui %w, %c8 : !w
  %t = arith.trunci %f : !w to vector<4xi8>
  return %t : vector<4xi8>
}
