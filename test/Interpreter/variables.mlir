// RUN: pirch-opt %s --pirch-interpret=groups=2 -o /dev/null | FileCheck %s

// Each group has a copy of its own; the lanes of an atomic operation all count.
// CHECK: // count: arg0 = dense<[0, 0, 0, 1, 1, 1]>
// CHECK: // count: arg1 = dense<[3, 6]>
pirch.kernel @count(%a: memref<?xi32> {pirch.value = dense<-1> : tensor<6xi32>},
                    %b: memref<?xi32> {pirch.value = dense<0> : tensor<2xi32>})
    attributes {wg_size = 3 : i64} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c3 = arith.constant 3 : i64
  %t = pirch.alloca : memref<2xi32, 3>
  %first = pirch.constant dense<0> : tensor<3x1xi64> -> !pirch.infreg<?x3x1xi64>
  %g = pirch.wg_index : !pirch.infreg<?x3x1xi32>
  %one = pirch.constant dense<1> : tensor<3x1xi32> -> !pirch.infreg<?x3x1xi32>
  %n = arith.addi %g, %one : !pirch.infreg<?x3x1xi32>
  %old = pirch.atomic_rmw addi %n, %t[%first] : !pirch.infreg<?x3x1xi32>, memref<2xi32, 3>, !pirch.infreg<?x3x1xi64>
  pirch.store %g, %a[%c0 + wg * %c3] [0, 1, 2] : <?x3x1xi32>, memref<?xi32>
  %sum = pirch.load %t[%c0 + wg * %c0] [0, 0, 0] : memref<2xi32, 3> -> <?x3x1xi32>
  pirch.store %sum, %b[%c0 + wg * %c1] [0, 0, 0] : <?x3x1xi32>, memref<?xi32>
  pirch.return
}
