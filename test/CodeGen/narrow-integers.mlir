// Integers of more than a register are computed in as few bits as matter.
// RUN: pirch-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(pirch-narrow-integers))' | FileCheck %s

!b = vector<64xi8>
!w = vector<64xi32>

// Products of bytes and their sum fit in 16 bits; the shift brings zeros.
// CHECK-LABEL: func.func @brightness
// CHECK: %[[R:.*]] = arith.extui %{{.*}} : vector<64xi8> to vector<64xi16>
// CHECK: arith.muli %[[R]], %{{.*}} : vector<64xi16>
// CHECK: arith.muli {{.*}} : vector<64xi16>
// CHECK: %[[SUM:.*]] = arith.addi {{.*}} : vector<64xi16>
// CHECK: %[[HIGH:.*]] = arith.shrui %[[SUM]], %{{.*}} : vector<64xi16>
// CHECK: arith.trunci %[[HIGH]] : vector<64xi16> to vector<64xi8>
// CHECK-NOT: i32
// CHECK: return
func.func @brightness(%r: !b, %g: !b) -> !b attributes {pirch.target = #pirch.avx512<>} {
  %c77 = arith.constant dense<77> : !w
  %c150 = arith.constant dense<150> : !w
  %c8 = arith.constant dense<8> : !w
  %rw = arith.extui %r : !b to !w
  %gw = arith.extui %g : !b to !w
  %rp = arith.muli %rw, %c77 overflow<nsw> : !w
  %gp = arith.muli %gw, %c150 overflow<nsw> : !w
  %s = arith.addi %rp, %gp overflow<nsw> : !w
  %h = arith.shrsi %s, %c8 : !w
  %t = arith.trunci %h : !w to !b
  return %t : !b
}

// -----

!b = vector<64xi8>
!w = vector<64xi32>

// Nobody looks at what a sum carries out of the byte. Nothing is known of its
// overflow any more.
// CHECK-LABEL: func.func @wrapping
// CHECK-SAME: (%[[X:.*]]: vector<64xi8>, %[[Y:.*]]: vector<64xi8>)
// CHECK: %[[S:.*]] = arith.addi %[[X]], %[[Y]] : vector<64xi8>
// CHECK: %[[D:.*]] = arith.xori %[[S]], %[[X]] : vector<64xi8>
// CHECK: return %[[D]]
func.func @wrapping(%x: !b, %y: !b) -> !b attributes {pirch.target = #pirch.avx512<>} {
  %xw = arith.extsi %x : !b to !w
  %yw = arith.extsi %y : !b to !w
  %s = arith.addi %xw, %yw overflow<nsw> : !w
  %d = arith.xori %s, %xw : !w
  %t = arith.trunci %d : !w to !b
  return %t : !b
}

// -----

!b = vector<64xi8>
!w = vector<64xi32>

// Numbers without a sign are compared as such.
// CHECK-LABEL: func.func @compare
// CHECK-SAME: (%[[X:.*]]: vector<64xi8>, %[[Y:.*]]: vector<64xi8>)
// CHECK: %[[L:.*]] = arith.cmpi ult, %[[X]], %[[Y]] : vector<64xi8>
// CHECK: %[[M:.*]] = arith.maxui %[[X]], %[[Y]] : vector<64xi8>
// CHECK: arith.select %[[L]], %[[M]], %[[X]] : vector<64xi1>, vector<64xi8>
func.func @compare(%x: !b, %y: !b) -> !b attributes {pirch.target = #pirch.avx512<>} {
  %xw = arith.extui %x : !b to !w
  %yw = arith.extui %y : !b to !w
  %l = arith.cmpi slt, %xw, %yw : !w
  %m = arith.maxsi %xw, %yw : !w
  %c = arith.select %l, %m, %xw : vector<64xi1>, !w
  %t = arith.trunci %c : !w to !b
  return %t : !b
}

// -----

!b = vector<64xi8>
!w = vector<64xi32>

// So are those that were narrowed before.
// CHECK-LABEL: func.func @clamp
// CHECK: %[[SUM:.*]] = arith.addi {{.*}} : vector<64xi16>
// CHECK: %[[HALF:.*]] = arith.shrui %[[SUM]], {{.*}} : vector<64xi16>
// CHECK: %[[BYTES:.*]] = arith.trunci %[[HALF]] : vector<64xi16> to vector<64xi8>
// CHECK: %[[LOW:.*]] = arith.maxui %[[BYTES]], {{.*}} : vector<64xi8>
// CHECK: arith.minui %[[LOW]], {{.*}} : vector<64xi8>
func.func @clamp(%x: !b, %y: !b) -> !b attributes {pirch.target = #pirch.avx512<>} {
  %c1 = arith.constant dense<1> : !w
  %c16 = arith.constant dense<16> : !w
  %c235 = arith.constant dense<235> : !w
  %xw = arith.extui %x : !b to !w
  %yw = arith.extui %y : !b to !w
  %s = arith.addi %xw, %yw overflow<nsw> : !w
  %h = arith.shrsi %s, %c1 : !w
  %l = arith.maxsi %h, %c16 : !w
  %c = arith.minsi %l, %c235 : !w
  %t = arith.trunci %c : !w to !b
  return %t : !b
}

// -----

!b = vector<64xi8>
!w = vector<64xi32>

// With a sign, a shift brings its copies.
// CHECK-LABEL: func.func @signed
// CHECK: arith.subi {{.*}} : vector<64xi16>
// CHECK: arith.shrsi {{.*}} : vector<64xi16>
func.func @signed(%x: !b, %y: !b) -> !b attributes {pirch.target = #pirch.avx512<>} {
  %c0 = arith.constant dense<0> : !w
  %c1 = arith.constant dense<1> : !w
  %xw = arith.extui %x : !b to !w
  %yw = arith.extui %y : !b to !w
  %d = arith.subi %xw, %yw : !w
  %h = arith.shrsi %d, %c1 : !w
  %m = arith.maxsi %h, %c0 : !w
  %t = arith.trunci %m : !w to !b
  return %t : !b
}

// -----

!b = vector<64xi8>
!w = vector<64xi32>

// The product of three bytes takes 24 bits, and a shift asks for the upper ones.
// CHECK-LABEL: func.func @too_wide
// CHECK: arith.shrui {{.*}} : vector<64xi32>
func.func @too_wide(%x: !b, %y: !b) -> !b attributes {pirch.target = #pirch.avx512<>} {
  %c16 = arith.constant dense<16> : !w
  %xw = arith.extui %x : !b to !w
  %yw = arith.extui %y : !b to !w
  %p = arith.muli %xw, %yw : !w
  %q = arith.muli %p, %yw : !w
  %h = arith.shrui %q, %c16 : !w
  %t = arith.trunci %h : !w to !b
  return %t : !b
}

// -----

!b = vector<16xi8>
!w = vector<16xi32>

// The wide numbers fill one register: nothing is saved.
// CHECK-LABEL: func.func @one_register
// CHECK: arith.addi {{.*}} : vector<16xi32>
func.func @one_register(%x: !b, %y: !b) -> !b attributes {pirch.target = #pirch.avx512<>} {
  %xw = arith.extui %x : !b to !w
  %yw = arith.extui %y : !b to !w
  %s = arith.addi %xw, %yw : !w
  %t = arith.trunci %s : !w to !b
  return %t : !b
}

// -----

!w = vector<64xi32>

// What is truncated was wide before: the conversions take as long as the sum.
// CHECK-LABEL: func.func @conversions
// CHECK: arith.addi {{.*}} : vector<64xi32>
func.func @conversions(%x: !w, %y: !w) -> !w attributes {pirch.target = #pirch.avx512<>} {
  %c255 = arith.constant dense<255> : !w
  %s = arith.addi %x, %y : !w
  %m = arith.andi %s, %c255 : !w
  return %m : !w
}

// -----

!b = vector<64xi8>
!w = vector<64xi32>

// A shift by a number of each lane may bring any bits.
// CHECK-LABEL: func.func @unknown_shift
// CHECK: arith.shrui {{.*}} : vector<64xi32>
func.func @unknown_shift(%x: !b, %y: !w) -> !b attributes {pirch.target = #pirch.avx512<>} {
  %xw = arith.extui %x : !b to !w
  %s = arith.shrui %xw, %y : !w
  %t = arith.trunci %s : !w to !b
  return %t : !b
}

// -----

!b = vector<64xi8>
!w = vector<64xi32>

// A blend of two bytes by the shares x and 255 - x is at most 255 * 255, which
// 16 bits hold together with the 128; by shares that add up to 259 it may be more.
// CHECK-LABEL: func.func @blend(
// CHECK-COUNT-2: arith.muli {{.*}} : vector<64xi16>
// CHECK: arith.trunci %{{.*}} : vector<64xi16> to vector<64xi8>
// CHECK-NOT: i32
// CHECK: return
func.func @blend(%a: !b, %b: !b, %x: !b) -> !b attributes {pirch.target = #pirch.avx512<>} {
  %c255 = arith.constant dense<255> : !w
  %c128 = arith.constant dense<128> : !w
  %c8 = arith.constant dense<8> : !w
  %aw = arith.extui %a : !b to !w
  %bw = arith.extui %b : !b to !w
  %xw = arith.extui %x : !b to !w
  %rest = arith.subi %c255, %xw overflow<nsw> : !w
  %ap = arith.muli %aw, %xw overflow<nsw> : !w
  %bp = arith.muli %rest, %bw overflow<nsw> : !w
  %sum = arith.addi %bp, %ap overflow<nsw> : !w
  %t = arith.addi %sum, %c128 overflow<nsw> : !w
  %h = arith.shrsi %t, %c8 : !w
  %u = arith.addi %t, %h overflow<nsw> : !w
  %q = arith.shrsi %u, %c8 : !w
  %r = arith.trunci %q : !w to !b
  return %r : !b
}
// CHECK-LABEL: func.func @too_large(
// CHECK-COUNT-2: arith.muli {{.*}} : vector<64xi32>
func.func @too_large(%a: !b, %b: !b, %x: !b) -> !b attributes {pirch.target = #pirch.avx512<>} {
  %c259 = arith.constant dense<259> : !w
  %c8 = arith.constant dense<8> : !w
  %aw = arith.extui %a : !b to !w
  %bw = arith.extui %b : !b to !w
  %xw = arith.extui %x : !b to !w
  %rest = arith.subi %c259, %xw overflow<nsw> : !w
  %ap = arith.muli %aw, %xw overflow<nsw> : !w
  %bp = arith.muli %rest, %bw overflow<nsw> : !w
  %t = arith.addi %bp, %ap overflow<nsw> : !w
  %h = arith.shrsi %t, %c8 : !w
  %u = arith.addi %t, %h overflow<nsw> : !w
  %q = arith.shrsi %u, %c8 : !w
  %r = arith.trunci %q : !w to !b
  return %r : !b
}
