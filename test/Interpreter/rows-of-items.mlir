// A launch of two groups of four work items is cut into rows of three work items, of
// which the last one has two in the launch. The kernel of rows has groups of two work
// items. It runs for rows that are long enough, else the whole kernel runs.
// RUN: pirch-opt %s --pirch-interpret='groups=2' -o /dev/null | FileCheck %s
// RUN: pirch-opt %s --pirch-interpret='groups=1' -o /dev/null | FileCheck %s --check-prefix=ONE
// CHECK: // fixed: arg0 = dense<[0, 1, 2, 10, 11, 12, 20, 21, -1]> : tensor<9xi64>
// CHECK: // given: arg0 = dense<[0, 1, 2, 10, 11, 12, 20, 21, -1]> : tensor<9xi64>
// CHECK: // short: arg0 = dense<[7, 7, 7, 7, 7, 7, 7, 7, -1]> : tensor<9xi64>
// CHECK-NOT: whole
// ONE: // fixed: arg0 = dense<[0, 1, 2, 10, -1, -1, -1, -1, -1]> : tensor<9xi64>
// ONE: // given: arg0 = dense<[0, 1, 2, 10, -1, -1, -1, -1, -1]> : tensor<9xi64>
// ONE: // short: arg0 = dense<[7, 7, 7, 7, -1, -1, -1, -1, -1]> : tensor<9xi64>
// ONE-NOT: whole
pirch.kernel @fixed(%a: memref<?xi64> {pirch.value = dense<-1> : tensor<9xi64>}, %n: i32 {pirch.value = 0 : i32},
                    %row: i64, %begin: i64, %end: i64, %groups: i64)
    attributes {wg_size = 2 : i64, row_length = 3 : i64, whole_kernel = @whole} {
  %c2 = arith.constant 2 : i64
  %c3 = arith.constant 3 : i64
  %c10 = arith.constant 10 : i64
  %wg = pirch.wg_index : !pirch.infreg<?x2x1xi64>
  %two = pirch.splat %c2 : i64 -> <?x2x1xi64>
  %before = arith.muli %wg, %two : !pirch.infreg<?x2x1xi64>
  %wi = pirch.constant dense<[[0], [1]]> : tensor<2x1xi64> -> <?x2x1xi64>
  %column = arith.addi %before, %wi : !pirch.infreg<?x2x1xi64>
  %first = pirch.splat %begin : i64 -> <?x2x1xi64>
  %behind = pirch.splat %end : i64 -> <?x2x1xi64>
  %isBehind = arith.cmpi sge, %column, %first : !pirch.infreg<?x2x1xi64>
  %isBefore = arith.cmpi slt, %column, %behind : !pirch.infreg<?x2x1xi64>
  %mask = arith.andi %isBehind, %isBefore : !pirch.infreg<?x2x1xi1>
  %tens = arith.muli %row, %c10 : i64
  %tensOfAll = pirch.splat %tens : i64 -> <?x2x1xi64>
  %value = arith.addi %tensOfAll, %column : !pirch.infreg<?x2x1xi64>
  %at = arith.muli %row, %c3 : i64
  pirch.store %value, %a[%at + wg * %c2] [0, 1] mask %mask : !pirch.infreg<?x2x1xi1> : <?x2x1xi64>, memref<?xi64>
  pirch.return
}
pirch.kernel @given(%a: memref<?xi64> {pirch.value = dense<-1> : tensor<9xi64>}, %n: i32 {pirch.value = 3 : i32},
                    %row: i64, %begin: i64, %end: i64, %groups: i64)
    attributes {wg_size = 2 : i64, row_length_param = 1 : i64, whole_kernel = @whole} {
  %c2 = arith.constant 2 : i64
  %c3 = arith.constant 3 : i64
  %c10 = arith.constant 10 : i64
  %wg = pirch.wg_index : !pirch.infreg<?x2x1xi64>
  %two = pirch.splat %c2 : i64 -> <?x2x1xi64>
  %before = arith.muli %wg, %two : !pirch.infreg<?x2x1xi64>
  %wi = pirch.constant dense<[[0], [1]]> : tensor<2x1xi64> -> <?x2x1xi64>
  %column = arith.addi %before, %wi : !pirch.infreg<?x2x1xi64>
  %first = pirch.splat %begin : i64 -> <?x2x1xi64>
  %behind = pirch.splat %end : i64 -> <?x2x1xi64>
  %isBehind = arith.cmpi sge, %column, %first : !pirch.infreg<?x2x1xi64>
  %isBefore = arith.cmpi slt, %column, %behind : !pirch.infreg<?x2x1xi64>
  %mask = arith.andi %isBehind, %isBefore : !pirch.infreg<?x2x1xi1>
  %tens = arith.muli %row, %c10 : i64
  %tensOfAll = pirch.splat %tens : i64 -> <?x2x1xi64>
  %value = arith.addi %tensOfAll, %column : !pirch.infreg<?x2x1xi64>
  %at = arith.muli %row, %c3 : i64
  pirch.store %value, %a[%at + wg * %c2] [0, 1] mask %mask : !pirch.infreg<?x2x1xi1> : <?x2x1xi64>, memref<?xi64>
  pirch.return
}
pirch.kernel @short(%a: memref<?xi64> {pirch.value = dense<-1> : tensor<9xi64>}, %n: i32 {pirch.value = 1 : i32},
                    %row: i64, %begin: i64, %end: i64, %groups: i64)
    attributes {wg_size = 2 : i64, row_length_param = 1 : i64, whole_kernel = @whole} {
  %c2 = arith.constant 2 : i64
  %c3 = arith.constant 3 : i64
  %c10 = arith.constant 10 : i64
  %wg = pirch.wg_index : !pirch.infreg<?x2x1xi64>
  %two = pirch.splat %c2 : i64 -> <?x2x1xi64>
  %before = arith.muli %wg, %two : !pirch.infreg<?x2x1xi64>
  %wi = pirch.constant dense<[[0], [1]]> : tensor<2x1xi64> -> <?x2x1xi64>
  %column = arith.addi %before, %wi : !pirch.infreg<?x2x1xi64>
  %first = pirch.splat %begin : i64 -> <?x2x1xi64>
  %behind = pirch.splat %end : i64 -> <?x2x1xi64>
  %isBehind = arith.cmpi sge, %column, %first : !pirch.infreg<?x2x1xi64>
  %isBefore = arith.cmpi slt, %column, %behind : !pirch.infreg<?x2x1xi64>
  %mask = arith.andi %isBehind, %isBefore : !pirch.infreg<?x2x1xi1>
  %tens = arith.muli %row, %c10 : i64
  %tensOfAll = pirch.splat %tens : i64 -> <?x2x1xi64>
  %value = arith.addi %tensOfAll, %column : !pirch.infreg<?x2x1xi64>
  %at = arith.muli %row, %c3 : i64
  pirch.store %value, %a[%at + wg * %c2] [0, 1] mask %mask : !pirch.infreg<?x2x1xi1> : <?x2x1xi64>, memref<?xi64>
  pirch.return
}
pirch.kernel @whole(%a: memref<?xi64> {pirch.value = dense<-1> : tensor<9xi64>}, %n: i32 {pirch.value = 0 : i32})
    attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %c7 = arith.constant 7 : i64
  %seven = pirch.splat %c7 : i64 -> <?x4x1xi64>
  pirch.store %seven, %a[%c0 + wg * %c4] [0, 1, 2, 3] : <?x4x1xi64>, memref<?xi64>
  pirch.return
}
