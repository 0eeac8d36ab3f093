// RUN: pirch-opt %s --pirch-interpret -o /dev/null | FileCheck %s

// What the InfReg form does not hold today, but passes of others may leave.
// CHECK: // branches: arg0 = dense<[60, 1]>
pirch.kernel @branches(%a: memref<?xi64> {pirch.value = dense<0> : tensor<2xi64>},
                       %n: i64 {pirch.value = 6 : i64})
    attributes {wg_size = 1 : i64} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %c10 = arith.constant 10 : i64
  // 0 + 2 + 4, ten times
  %sum = scf.for %i = %c0 to %n step %c2 iter_args(%s = %c0) -> (i64) : i64 {
    %next = arith.addi %s, %i : i64
    scf.yield %next : i64
  }
  %ten = arith.muli %sum, %c10 : i64
  %large = arith.cmpi sgt, %ten, %n : i64
  %flag = scf.if %large -> (i64) {
    scf.yield %c1 : i64
  } else {
    scf.yield %c0 : i64
  }
  %x = pirch.splat %ten : i64 -> <?x1x1xi64>
  %y = pirch.splat %flag : i64 -> <?x1x1xi64>
  pirch.store %x, %a[%c0 + wg * %c0] [0] : <?x1x1xi64>, memref<?xi64>
  pirch.store %y, %a[%c0 + wg * %c0] [1] : <?x1x1xi64>, memref<?xi64>
  pirch.return
}

// A staged value is its operand.
// CHECK: // staged: arg0 = dense<49>
pirch.kernel @staged(%a: memref<?xi64> {pirch.value = dense<0> : tensor<2xi64>},
                     %n: i64 {pirch.value = 7 : i64})
    attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %square = arith.muli %n, %n : i64
  %known = pirch.stage %square index 0 : i64
  %x = pirch.splat %known : i64 -> <?x2x1xi64>
  pirch.store %x, %a[%c0 + wg * %c0] [0, 1] : <?x2x1xi64>, memref<?xi64>
  pirch.return
}
