// Queries find operations of the dialect by name and by attribute.

// RUN: pirch-query %s -c 'm hasOpName("pirch.wg_shuffle")' | FileCheck %s
// RUN: pirch-query %s -c 'm hasOpAttrName("wg_size")' | FileCheck %s --check-prefix=ATTR

// CHECK: Match #1:
// CHECK: query.mlir:[[#@LINE+10]]:8: note: "root" binds here
// CHECK: 1 match.
// ATTR: query.mlir:[[#@LINE+2]]:1: note: "root" binds here
// ATTR: 1 match.
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
