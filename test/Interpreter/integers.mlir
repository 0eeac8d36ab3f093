// RUN: pirch-opt %s --split-input-file --pirch-interpret -o /dev/null | FileCheck %s

// Integers wrap unless an operation says that they do not. Division by zero, and
// of the least value by -1, divide by 1.
// CHECK: // wrap: arg0 = dense<[-128, 127, -6, 5]>
// CHECK: // wrap: arg2 = dense<[-127, 127, -5, 5]>
// CHECK: // wrap: arg3 = dense<[-128, 127, -3, 5]>
// CHECK: // wrap: arg4 = dense<0>
pirch.kernel @wrap(%a: memref<?xi8> {pirch.value = dense<[-128, 127, -6, 5]> : tensor<4xi8>},
                   %b: memref<?xi8> {pirch.value = dense<[-1, 0, 2, 0]> : tensor<4xi8>},
                   %sum: memref<?xi8> {pirch.value = dense<0> : tensor<4xi8>},
                   %quotient: memref<?xi8> {pirch.value = dense<0> : tensor<4xi8>},
                   %remainder: memref<?xi8> {pirch.value = dense<1> : tensor<4xi8>})
    attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %x = pirch.load %a[%c0 + wg * %c0] [0, 1, 2, 3] : memref<?xi8> -> <?x4x1xi8>
  %y = pirch.load %b[%c0 + wg * %c0] [0, 1, 2, 3] : memref<?xi8> -> <?x4x1xi8>
  %q = arith.divsi %x, %y : !pirch.infreg<?x4x1xi8>
  %r = arith.remsi %x, %y : !pirch.infreg<?x4x1xi8>
  %s = arith.divui %y, %y : !pirch.infreg<?x4x1xi8>
  %t = arith.xori %x, %s : !pirch.infreg<?x4x1xi8>
  pirch.store %t, %sum[%c0 + wg * %c0] [0, 1, 2, 3] : <?x4x1xi8>, memref<?xi8>
  pirch.store %q, %quotient[%c0 + wg * %c0] [0, 1, 2, 3] : <?x4x1xi8>, memref<?xi8>
  pirch.store %r, %remainder[%c0 + wg * %c0] [0, 1, 2, 3] : <?x4x1xi8>, memref<?xi8>
  pirch.return
}

// -----

// CHECK: // bits: arg0 = dense<[8, 2, 13, -2]>
// CHECK: // bits: arg1 = dense<[1, -3, 536870911, -1]>
pirch.kernel @bits(%a: memref<?xi32> {pirch.value = dense<[12, 10, 3, -8]> : tensor<4xi32>},
                   %b: memref<?xi32> {pirch.value = dense<0> : tensor<4xi32>})
    attributes {wg_size = 1 : i64} {
  %c0 = arith.constant 0 : i64
  %x = pirch.load %a[%c0 + wg * %c0] [0] : memref<?xi32> -> <?x1x1xi32>
  %y = pirch.load %a[%c0 + wg * %c0] [1] : memref<?xi32> -> <?x1x1xi32>
  %three = pirch.load %a[%c0 + wg * %c0] [2] : memref<?xi32> -> <?x1x1xi32>
  %m = pirch.load %a[%c0 + wg * %c0] [3] : memref<?xi32> -> <?x1x1xi32>
  %and = arith.andi %x, %y : !pirch.infreg<?x1x1xi32>
  %ones = math.ctpop %x : !pirch.infreg<?x1x1xi32>
  %half = arith.floordivsi %m, %three : !pirch.infreg<?x1x1xi32>
  %up = arith.ceildivsi %m, %three : !pirch.infreg<?x1x1xi32>
  pirch.store %and, %a[%c0 + wg * %c0] [0] : <?x1x1xi32>, memref<?xi32>
  pirch.store %ones, %a[%c0 + wg * %c0] [1] : <?x1x1xi32>, memref<?xi32>
  %high:2 = arith.mulsi_extended %m, %three : !pirch.infreg<?x1x1xi32>
  %low, %carry = arith.addui_extended %m, %x : !pirch.infreg<?x1x1xi32>, !pirch.infreg<?x1x1xi1>
  %carried = pirch.convert extui %carry : !pirch.infreg<?x1x1xi1> -> !pirch.infreg<?x1x1xi32>
  %n = arith.addi %x, %carried : !pirch.infreg<?x1x1xi32>
  pirch.store %n, %a[%c0 + wg * %c0] [2] : <?x1x1xi32>, memref<?xi32>
  pirch.store %up, %a[%c0 + wg * %c0] [3] : <?x1x1xi32>, memref<?xi32>
  %right = arith.shrui %m, %three : !pirch.infreg<?x1x1xi32>
  %less = arith.cmpi slt, %m, %x : !pirch.infreg<?x1x1xi32>
  %smaller = pirch.convert extui %less : !pirch.infreg<?x1x1xi1> -> !pirch.infreg<?x1x1xi32>
  pirch.store %smaller, %b[%c0 + wg * %c0] [0] : <?x1x1xi32>, memref<?xi32>
  pirch.store %half, %b[%c0 + wg * %c0] [1] : <?x1x1xi32>, memref<?xi32>
  pirch.store %right, %b[%c0 + wg * %c0] [2] : <?x1x1xi32>, memref<?xi32>
  pirch.store %high#1, %b[%c0 + wg * %c0] [3] : <?x1x1xi32>, memref<?xi32>
  pirch.return
}
