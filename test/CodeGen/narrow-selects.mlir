// Selects among constants of which only low bits are kept select those.
// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-narrow-selects))' | FileCheck %s

!m = vector<16xi1>
!w = vector<16xi32>
!b = vector<16xi8>

// CHECK-LABEL: func.func @chain
// CHECK-SAME: (%[[M:.*]]: vector<16xi1>, %[[N:.*]]: vector<16xi1>)
// CHECK: %[[A:.*]] = arith.select %[[M]], %{{.*}}, %{{.*}} : vector<16xi1>, vector<16xi8>
// CHECK: %[[B:.*]] = arith.select %[[N]], %{{.*}}, %[[A]] : vector<16xi1>, vector<16xi8>
// CHECK-NOT: arith.trunci
// CHECK: return %[[B]], %[[B]]
func.func @chain(%m: !m, %n: !m) -> (!b, !b) attributes {pirch.target = #pirch.avx512<>} {
  %zero = arith.constant dense<0> : !w
  %one = arith.constant dense<1> : !w
  %c2 = arith.constant 258 : i32
  %two = vector.broadcast %c2 : i32 to !w
  %a = arith.select %m, %one, %zero : !m, !w
  %b = arith.select %n, %two, %a : !m, !w
  %t = arith.trunci %b : !w to !b
  %u = arith.trunci %b : !w to !b
  return %t, %u : !b, !b
}

// All bits of what was selected first are kept; a number that is no constant would
// have to be truncated itself; and masks of 32 bits a lane select no bytes.
// CHECK-LABEL: func.func @kept
// CHECK-COUNT-2: arith.select {{.*}} vector<16xi32>
func.func @kept(%m: !m, %n: !m) -> (!b, !w) attributes {pirch.target = #pirch.avx512<>} {
  %zero = arith.constant dense<0> : !w
  %one = arith.constant dense<1> : !w
  %a = arith.select %m, %one, %zero : !m, !w
  %b = arith.select %n, %one, %a : !m, !w
  %t = arith.trunci %b : !w to !b
  return %t, %a : !b, !w
}
// CHECK-LABEL: func.func @variable
// CHECK: arith.select {{.*}} vector<16xi32>
func.func @variable(%m: !m, %x: !w) -> !b attributes {pirch.target = #pirch.avx512<>} {
  %zero = arith.constant dense<0> : !w
  %a = arith.select %m, %x, %zero : !m, !w
  %t = arith.trunci %a : !w to !b
  return %t : !b
}
// CHECK-LABEL: func.func @no_masks
// CHECK: arith.select {{.*}} vector<16xi32>
func.func @no_masks(%m: !m) -> !b attributes {pirch.target = #pirch.avx2<>} {
  %zero = arith.constant dense<0> : !w
  %one = arith.constant dense<1> : !w
  %a = arith.select %m, %one, %zero : !m, !w
  %t = arith.trunci %a : !w to !b
  return %t : !b
}
