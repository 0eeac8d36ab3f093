// Bits of a lane taken for another type, unsigned extremes, and what no instruction
// does for masks.
// RUN: pirch-opt %s --split-input-file --verify-diagnostics --convert-vector-to-ve | FileCheck %s

// 32 bits lie in the upper half of a lane as floats, in the lower one as integers.
// CHECK-LABEL: func.func @bits
func.func @bits(%f: vector<256xf32>, %i: vector<256xi32>, %d: vector<256xf64>) -> (vector<256xi32>, vector<256xf32>, vector<256xi64>) {
  // CHECK: %[[A:.*]] = llvm.call_intrinsic "llvm.ve.vl.vsrl.vvvl"(%arg0
  // CHECK: %[[B:.*]] = llvm.call_intrinsic "llvm.ve.vl.vsll.vvvl"(%arg1
  // CHECK: return %[[A]], %[[B]], %arg2
  %a = arith.bitcast %f : vector<256xf32> to vector<256xi32>
  %b = arith.bitcast %i : vector<256xi32> to vector<256xf32>
  %c = arith.bitcast %d : vector<256xf64> to vector<256xi64>
  return %a, %b, %c : vector<256xi32>, vector<256xf32>, vector<256xi64>
}

// CHECK-LABEL: func.func @unsigned
func.func @unsigned(%x: vector<256xi64>, %y: vector<256xi64>) -> (vector<256xi64>, vector<256xi64>) {
  // CHECK: llvm.call_intrinsic "llvm.ve.vl.vcmpul.vvvl"(%[[X:[^,]*]], %[[Y:[^,]*]],
  // CHECK: %[[G:.*]] = llvm.call_intrinsic "llvm.ve.vl.vfmklgt.mvl"
  // CHECK: "llvm.ve.vl.vmrg.vvvml"(%[[Y]], %[[X]], %[[G]]
  // CHECK: %[[L:.*]] = llvm.call_intrinsic "llvm.ve.vl.vfmkllt.mvl"
  // CHECK: "llvm.ve.vl.vmrg.vvvml"(%[[Y]], %[[X]], %[[L]]
  %a = arith.maxui %x, %y : vector<256xi64>
  %b = arith.minui %x, %y : vector<256xi64>
  return %a, %b : vector<256xi64>, vector<256xi64>
}

// -----
func.func @masks(%x: vector<256xi1>, %y: vector<256xi1>) -> vector<256xi1> {
  // expected-error @+1 {{arith.maxui}}
  %a = arith.maxui %x, %y : vector<256xi1>
  return %a : vector<256xi1>
}
