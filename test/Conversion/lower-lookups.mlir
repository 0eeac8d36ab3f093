// What becomes of lookups on x86-64.
// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-lower-lookups))' --split-input-file --verify-diagnostics | FileCheck %s

// Bytes need VBMI for whole registers.
// CHECK-LABEL: @bytes
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.permvar.qi.512"
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.vpermi2var.qi.512"
func.func @bytes(%a: vector<64xi8>, %b: vector<64xi8>, %i: vector<64xi8>) -> (vector<64xi8>, vector<64xi8>) attributes {pirch.target = #pirch.avx512<cpu = "icelake-server">} {
  %0 = pirch.lookup %a[%i] : vector<64xi8> by vector<64xi8>
  %1 = pirch.lookup %a, %b[%i] : vector<64xi8>, vector<64xi8> by vector<64xi8>
  return %0, %1 : vector<64xi8>, vector<64xi8>
}

// Without it, half a register of AVX2 is what one instruction takes.
// CHECK-LABEL: @old_bytes
// CHECK: llvm.call_intrinsic "llvm.x86.ssse3.pshuf.b.128"
func.func @old_bytes(%a: vector<16xi8>, %i: vector<16xi8>) -> vector<16xi8> attributes {pirch.target = #pirch.avx512<cpu = "x86-64-v4">} {
  %0 = pirch.lookup %a[%i] : vector<16xi8> by vector<16xi8>
  return %0 : vector<16xi8>
}

// Few lanes of two sources fit one register.
// CHECK-LABEL: @few
// CHECK: vector.shuffle %{{.*}}, %{{.*}} [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.permvar.qi.128"
func.func @few(%a: vector<8xi8>, %b: vector<8xi8>, %i: vector<8xi8>) -> vector<8xi8> attributes {pirch.target = #pirch.avx512<cpu = "icelake-server">} {
  %0 = pirch.lookup %a, %b[%i] : vector<8xi8>, vector<8xi8> by vector<8xi8>
  return %0 : vector<8xi8>
}

// A source of two registers is two sources, for each half of the result.
// CHECK-LABEL: @wide
// CHECK-COUNT-2: llvm.call_intrinsic "llvm.x86.avx512.vpermi2var.q.512"
func.func @wide(%a: vector<16xi64>, %i: vector<16xi64>) -> vector<16xi64> attributes {pirch.target = #pirch.avx512<cpu = "x86-64-v4">} {
  %0 = pirch.lookup %a[%i] : vector<16xi64> by vector<16xi64>
  return %0 : vector<16xi64>
}

// AVX2 permutes pairs of 32 bits, of each source, and selects by the index's next
// bit.
// CHECK-LABEL: @pairs
// CHECK: arith.shli %{{.*}}, %{{.*}} : vector<4xi64>
// CHECK-COUNT-2: llvm.call_intrinsic "llvm.x86.avx2.permps"
// CHECK: arith.select
func.func @pairs(%a: vector<4xf64>, %b: vector<4xf64>, %i: vector<4xi64>) -> vector<4xf64> attributes {pirch.target = #pirch.avx2<cpu = "haswell">} {
  %0 = pirch.lookup %a, %b[%i] : vector<4xf64>, vector<4xf64> by vector<4xi64>
  return %0 : vector<4xf64>
}

// AVX2 permutes 16-bit lanes as bytes, in both halves of the register.
// CHECK-LABEL: @words
// CHECK-COUNT-2: llvm.call_intrinsic "llvm.x86.avx2.pshuf.b"
func.func @words(%a: vector<16xi16>, %i: vector<16xi16>) -> vector<16xi16> attributes {pirch.target = #pirch.avx2<cpu = "haswell">} {
  %0 = pirch.lookup %a[%i] : vector<16xi16> by vector<16xi16>
  return %0 : vector<16xi16>
}

// -----

func.func @none(%a: vector<4xf32>, %i: vector<4xi32>) -> vector<4xf32> attributes {pirch.target = #pirch.generic<>} {
  // expected-error @below {{has no instructions on this target}}
  %0 = pirch.lookup %a[%i] : vector<4xf32> by vector<4xi32>
  return %0 : vector<4xf32>
}
