// The whole way in one pipeline, and the same pass by pass.
// RUN: pirch-opt %s --pirch-to-ve="wg-pack=256 lane-order=ix-wi-wg" | FileCheck %s
// RUN: pirch-opt %s --pirch-attach-target="target=#pirch.ve" --pirch-vectorize-work-items --cse \
// RUN:   --pirch-split-loop-bounds --pirch-dead-lane-elimination \
// RUN:   --pirch-pack-work-groups="wg-pack=256 lane-order=ix-wi-wg" \
// RUN:   --pirch-assign-lanes="lane-order=ix-wi-wg" --pirch-compact-lanes \
// RUN:   --pirch-select-reorders --convert-pirch-to-vector --cse \
// RUN:   --convert-vector-to-ve --cse --pirch-spill-registers | FileCheck %s --check-prefix=STEPS

// Problems side by side: every element is loaded with the stride of a group.
// CHECK-LABEL: llvm.func @negate
// CHECK: llvm.call_intrinsic "llvm.ve.vl.vld.vssl"
// CHECK: llvm.call_intrinsic "llvm.ve.vl.vfsubd.vsvl"
// CHECK: llvm.call_intrinsic "llvm.ve.vl.vst.vssl"
// CHECK-NOT: {{^ *(%.* = )?pirch\.[a-z_]+ }}
// STEPS-LABEL: func.func @negate
// STEPS-DAG: %[[STRIDE:.*]] = arith.constant 32 : i64
// STEPS: "llvm.ve.vl.vld.vssl"(%[[STRIDE]]
// STEPS: "llvm.ve.vl.vfsubd.vsvl"
pirch.kernel @negate(%a: memref<?xf64> {llvm.noalias}) attributes {wg_size = 4 : i64} {
  %c4 = arith.constant 4 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c4 overflow<nsw> : i64
  %place = arith.addi %row, %i overflow<nsw> : i64
  %at = arith.index_cast %place : i64 to index
  %v = memref.load %a[%at] : memref<?xf64>
  %n = arith.negf %v : f64
  memref.store %n, %a[%at] : memref<?xf64>
  pirch.return
}
