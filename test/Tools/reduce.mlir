// The kernel without a shuffle goes, as the test does not ask for it.

// RUN: pirch-reduce %s -reduction-tree='traversal-mode=0 test=%S/Inputs/has_shuffle.sh' | FileCheck %s

// CHECK-NOT: @plain
// CHECK: pirch.kernel @reverse
// CHECK: pirch.wg_shuffle
// CHECK-NOT: @plain
pirch.kernel @plain(%a: memref<?xf64>) attributes {wg_size = 4 : i64} {
  pirch.return
}

pirch.kernel @reverse(%a: memref<?xf64>) attributes {wg_size = 4 : i64} {
  %c3 = arith.constant 3 : i64
  %i = pirch.wi_index : i64
  %from = arith.subi %c3, %i : i64
  %at = arith.index_cast %i : i64 to index
  %x = memref.load %a[%at] : memref<?xf64>
  %y = pirch.wg_shuffle %x from %from : f64, i64
  memref.store %y, %a[%at] : memref<?xf64>
  pirch.return
}
