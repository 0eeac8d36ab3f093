// RUN: pirch-opt %s --split-input-file --pirch-interpret -o /dev/null | FileCheck %s

// A shuffle reads another work item of the group. Where the source lies outside,
// any work item's value will do: defined only where all hold the same.
// CHECK: // shuffle: arg0 = dense<[30, 10, 10, 20]>
// CHECK: // shuffle: arg2 = dense<5>
pirch.kernel @shuffle(%a: memref<?xi32> {pirch.value = dense<[10, 20, 30, 40]> : tensor<4xi32>},
                      %from: memref<?xi32> {pirch.value = dense<[2, 0, 0, 1]> : tensor<4xi32>},
                      %same: memref<?xi32> {pirch.value = dense<5> : tensor<4xi32>},
                      %far: memref<?xi32> {pirch.value = dense<[4, -1, 1000, 0]> : tensor<4xi32>})
    attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %x = pirch.load %a[%c0 + wg * %c0] [0, 1, 2, 3] : memref<?xi32> -> <?x4x1xi32>
  %i = pirch.load %from[%c0 + wg * %c0] [0, 1, 2, 3] : memref<?xi32> -> <?x4x1xi32>
  %r = pirch.wg_shuffle %x from %i : !pirch.infreg<?x4x1xi32>, !pirch.infreg<?x4x1xi32>
  pirch.store %r, %a[%c0 + wg * %c0] [0, 1, 2, 3] : <?x4x1xi32>, memref<?xi32>
  %y = pirch.load %same[%c0 + wg * %c0] [0, 1, 2, 3] : memref<?xi32> -> <?x4x1xi32>
  %j = pirch.load %far[%c0 + wg * %c0] [0, 1, 2, 3] : memref<?xi32> -> <?x4x1xi32>
  %s = pirch.wg_shuffle %y from %j : !pirch.infreg<?x4x1xi32>, !pirch.infreg<?x4x1xi32>
  pirch.store %s, %same[%c0 + wg * %c0] [0, 1, 2, 3] : <?x4x1xi32>, memref<?xi32>
  pirch.return
}

// -----

// Elements at subscripts known at run time. A subscript outside writes nothing,
// and neither does a work item that the mask leaves out.
// CHECK: // subscripts: arg2 = dense<[12, 21, 31]>
// CHECK: // subscripts: arg3 = dense<[11, 7, 21, 22, 31, 32]>
pirch.kernel @subscripts(%i: memref<?xi32> {pirch.value = dense<[1, 0, 0]> : tensor<3xi32>},
                         %j: memref<?xi32> {pirch.value = dense<[1, 9, 0]> : tensor<3xi32>},
                         %r: memref<?xi32> {pirch.value = dense<0> : tensor<3xi32>},
                         %a: memref<?xi32> {pirch.value = dense<[11, 12, 21, 22, 31, 32]> : tensor<6xi32>})
    attributes {wg_size = 3 : i64} {
  %c0 = arith.constant 0 : i64
  %x = pirch.load %a[%c0 + wg * %c0] [0, 1, 2, 3, 4, 5] : memref<?xi32> -> <?x3x2xi32>
  %read = pirch.load %i[%c0 + wg * %c0] [0, 1, 2] : memref<?xi32> -> <?x3x1xi32>
  %e = pirch.extract %x[%read] : !pirch.infreg<?x3x2xi32>, !pirch.infreg<?x3x1xi32> -> !pirch.infreg<?x3x1xi32>
  pirch.store %e, %r[%c0 + wg * %c0] [0, 1, 2] : <?x3x1xi32>, memref<?xi32>
  %written = pirch.load %j[%c0 + wg * %c0] [0, 1, 2] : memref<?xi32> -> <?x3x1xi32>
  %mask = pirch.constant dense<[[true], [true], [false]]> : tensor<3x1xi1> -> !pirch.infreg<?x3x1xi1>
  %c7 = arith.constant 7 : i32
  %seven = pirch.splat %c7 : i32 -> <?x3x1xi32>
  %n = pirch.insert %seven into %x[%written] mask %mask : !pirch.infreg<?x3x1xi1>
    : !pirch.infreg<?x3x1xi32>, !pirch.infreg<?x3x2xi32>, !pirch.infreg<?x3x1xi32>
  pirch.store %n, %a[%c0 + wg * %c0] [0, 1, 2, 3, 4, 5] : <?x3x2xi32>, memref<?xi32>
  pirch.return
}
