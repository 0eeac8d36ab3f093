// Upper halves of products of 32 bits are computed on pairs of lanes.
// RUN: pirch-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(pirch-expand-wide-products))' | FileCheck %s

!v = vector<16xi32>

// CHECK-LABEL: func.func @unsigned
// CHECK-SAME: (%[[X:.*]]: vector<16xi32>, %[[Y:.*]]: vector<16xi32>)
// CHECK: %[[A:.*]] = vector.bitcast %[[X]] : vector<16xi32> to vector<8xi64>
// CHECK: %[[B:.*]] = vector.bitcast %[[Y]] : vector<16xi32> to vector<8xi64>
// CHECK: %[[AL:.*]] = arith.andi %[[A]]
// CHECK: %[[BL:.*]] = arith.andi %[[B]]
// CHECK: %[[EVEN:.*]] = arith.muli {{.*}} : vector<8xi64>
// CHECK: %[[ODD:.*]] = arith.muli {{.*}} : vector<8xi64>
// CHECK: arith.shrui %[[EVEN]]
// CHECK: arith.andi %[[ODD]]
// CHECK: %[[HIGH:.*]] = vector.bitcast %{{.*}} : vector<8xi64> to vector<16xi32>
// CHECK: %[[LOW:.*]] = arith.muli %[[X]], %[[Y]] : vector<16xi32>
// CHECK: return %[[LOW]], %[[HIGH]]
func.func @unsigned(%x: !v, %y: !v) -> (!v, !v) attributes {pirch.target = #pirch.avx512<>} {
  %low, %high = arith.mului_extended %x, %y : !v
  return %low, %high : !v, !v
}

// -----

!v = vector<16xi32>

// CHECK-LABEL: func.func @signed
// CHECK-COUNT-4: arith.shrsi
// CHECK-NOT: arith.mulsi_extended
func.func @signed(%x: !v, %y: !v) -> !v attributes {pirch.target = #pirch.avx512<>} {
  %low, %high = arith.mulsi_extended %x, %y : !v
  return %high : !v
}

// -----

!v = vector<16xi32>
!w = vector<16xi64>

// A product of 64 bits of which the upper half is used.
// CHECK-LABEL: func.func @shifted
// CHECK: vector.bitcast %arg0
// CHECK: arith.muli {{.*}} : vector<8xi64>
// CHECK: arith.muli {{.*}} : vector<8xi64>
// CHECK: return
func.func @shifted(%x: !v, %y: !v) -> !v attributes {pirch.target = #pirch.avx512<>} {
  %c32 = arith.constant dense<32> : !w
  %a = arith.extsi %x : !v to !w
  %b = arith.extsi %y : !v to !w
  %p = arith.muli %a, %b : !w
  %s = arith.shrsi %p, %c32 : !w
  %t = arith.trunci %s : !w to !v
  return %t : !v
}

// -----

!v = vector<16xi32>
!w = vector<16xi64>

// Other bits of the product, and factors of unlike extensions, are left alone.
// CHECK-LABEL: func.func @others
// CHECK: arith.muli {{.*}} : vector<16xi64>
// CHECK: arith.muli {{.*}} : vector<16xi64>
func.func @others(%x: !v, %y: !v) -> (!v, !v) attributes {pirch.target = #pirch.avx512<>} {
  %c31 = arith.constant dense<31> : !w
  %c32 = arith.constant dense<32> : !w
  %a = arith.extsi %x : !v to !w
  %b = arith.extsi %y : !v to !w
  %c = arith.extui %y : !v to !w
  %p = arith.muli %a, %b : !w
  %s = arith.shrsi %p, %c31 : !w
  %t = arith.trunci %s : !w to !v
  %q = arith.muli %a, %c : !w
  %r = arith.shrui %q, %c32 : !w
  %u = arith.trunci %r : !w to !v
  return %t, %u : !v, !v
}

// -----

!v = vector<8xi32>

// Half of a register.
// CHECK-LABEL: func.func @half
// CHECK: arith.mului_extended
func.func @half(%x: !v, %y: !v) -> !v attributes {pirch.target = #pirch.avx512<>} {
  %low, %high = arith.mului_extended %x, %y : !v
  return %high : !v
}
