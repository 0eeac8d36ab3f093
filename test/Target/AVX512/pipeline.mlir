// The whole way in one pipeline, and the same pass by pass.
// RUN: pirch-opt %s --pirch-to-avx512="wg-pack=8 lane-order=ix-wi-wg" | FileCheck %s
// RUN: pirch-opt %s --pirch-attach-target="target=#pirch.avx512<>" --pirch-vectorize-work-items --cse \
// RUN:   --pirch-dead-lane-elimination --pirch-pack-work-groups="wg-pack=8 lane-order=ix-wi-wg" \
// RUN:   --pirch-assign-lanes="lane-order=ix-wi-wg" --pirch-compact-lanes \
// RUN:   --pirch-select-reorders --convert-pirch-to-vector --cse | FileCheck %s --check-prefix=STEPS

// CHECK: llvm.func @negate(%{{.*}}: !llvm.ptr {llvm.noalias}, %{{.*}}: i64, %{{.*}}: i64)
// CHECK: llvm.fneg {{.*}} : vector<8xf64>
// No operation of the dialect is left.
// CHECK-NOT: {{^ *(%.* = )?pirch\.[a-z_]+ }}
// STEPS: func.func @negate
// STEPS: arith.negf {{.*}} : vector<8xf64>
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
