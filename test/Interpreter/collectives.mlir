// RUN: pirch-opt %s --split-input-file --pirch-interpret=groups=2 -o /dev/null | FileCheck %s

// Votes are about one group alone.
// CHECK: // votes: arg1 = dense<1>
// CHECK: // votes: arg2 = dense<[0, 0, 1, 1]>
pirch.kernel @votes(%p: memref<?xi8> {pirch.value = dense<[1, 0, 1, 1]> : tensor<4xi8>},
                    %any: memref<?xi8> {pirch.value = dense<0> : tensor<4xi8>},
                    %all: memref<?xi8> {pirch.value = dense<0> : tensor<4xi8>})
    attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : i64
  %number = pirch.load %p[%c0 + wg * %c2] [0, 1] : memref<?xi8> -> <?x2x1xi8>
  %x = pirch.convert trunci %number : <?x2x1xi8> -> <?x2x1xi1>
  %some = pirch.any %x : !pirch.infreg<?x2x1xi1>
  %each = pirch.all %x : !pirch.infreg<?x2x1xi1>
  %some_number = pirch.convert extui %some : <?x2x1xi1> -> <?x2x1xi8>
  %each_number = pirch.convert extui %each : <?x2x1xi1> -> <?x2x1xi8>
  pirch.store %some_number, %any[%c0 + wg * %c2] [0, 1] : <?x2x1xi8>, memref<?xi8>
  pirch.store %each_number, %all[%c0 + wg * %c2] [0, 1] : <?x2x1xi8>, memref<?xi8>
  pirch.return
}

// -----

// In a tree, the upper half added to the lower: of items 0 to 4, ((0 + 4) + 2) +
// (1 + 3). 1e16 swallows each 1 that is added to it, but not the sum of two
// (0x4341C37937E08001 is 1e16 + 2). A scan combines neighbours: up to item 3, (0 + 1)
// + (2 + 3). One after the other nothing is left of the ones.
// CHECK: // tree: arg1 = dense<0x4341C37937E08001>
// CHECK: // tree: arg2 = dense<[1.000000e+16, 1.000000e+16, 1.000000e+16, 0x4341C37937E08001, 0x4341C37937E08002]>
// CHECK: // tree: arg3 = dense<1.000000e+16>
pirch.kernel @tree(%a: memref<?xf64> {pirch.value = dense<[1.0e16, 1.0, 1.0, 1.0, 1.0]> : tensor<5xf64>},
                   %b: memref<?xf64> {pirch.value = dense<0.0> : tensor<1xf64>},
                   %c: memref<?xf64> {pirch.value = dense<0.0> : tensor<5xf64>},
                   %d: memref<?xf64> {pirch.value = dense<0.0> : tensor<1xf64>})
    attributes {wg_size = 5 : i64} {
  %c0 = arith.constant 0 : i64
  %x = pirch.load %a[%c0 + wg * %c0] [0, 1, 2, 3, 4] : memref<?xf64> -> <?x5x1xf64>
  %sum = pirch.reduce add %x : !pirch.infreg<?x5x1xf64>
  %scan = pirch.scan add inclusive %x : !pirch.infreg<?x5x1xf64>
  %in_order = pirch.scan add inclusive %x {ordered} : !pirch.infreg<?x5x1xf64>
  pirch.store %sum, %b[%c0 + wg * %c0] [0, _, _, _, _] : <?x5x1xf64>, memref<?xf64>
  pirch.store %scan, %c[%c0 + wg * %c0] [0, 1, 2, 3, 4] : <?x5x1xf64>, memref<?xf64>
  pirch.store %in_order, %d[%c0 + wg * %c0] [_, _, _, _, 0] : <?x5x1xf64>, memref<?xf64>
  pirch.return
}

// -----

// From the first work item to the last: 1e16 swallows each 1 that comes after
// it, but not their sum before it (0x4341C37937E08001 is 1e16 + 2). Elements are
// combined apart.
// CHECK: // order: arg1 = dense<[0x4341C37937E08001, 1.000000e+16, 0x4341C37937E08001, 1.000000e+16]>
pirch.kernel @order(%a: memref<?xf64> {pirch.value = dense<[1.0, 1.0e16, 1.0, 1.0, 1.0e16, 1.0]> : tensor<6xf64>},
                    %b: memref<?xf64> {pirch.value = dense<0.0> : tensor<4xf64>})
    attributes {wg_size = 3 : i64} {
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : i64
  %x = pirch.load %a[%c0 + wg * %c0] [0, 1, 2, 3, 4, 5] : memref<?xf64> -> <?x3x2xf64>
  %sum = pirch.reduce add %x {ordered} : !pirch.infreg<?x3x2xf64>
  pirch.store %sum, %b[%c0 + wg * %c2] [0, 1, _, _, _, _] : <?x3x2xf64>, memref<?xf64>
  pirch.return
}

// -----

// Scans: what comes before the first one; work items that take no part.
// CHECK: // scans: arg1 = dense<[4, 0, 6, 4, 0, 6]>
// CHECK: // scans: arg2 = dense<[0, -1, 4, 0, -1, 4]>
// CHECK: // scans: arg3 = dense<[2147483647, 4, 3, 2147483647, 4, 3]>
pirch.kernel @scans(%a: memref<?xi32> {pirch.value = dense<[4, 3, 2]> : tensor<3xi32>},
                    %b: memref<?xi32> {pirch.value = dense<0> : tensor<6xi32>},
                    %c: memref<?xi32> {pirch.value = dense<-1> : tensor<6xi32>},
                    %d: memref<?xi32> {pirch.value = dense<-1> : tensor<6xi32>})
    attributes {wg_size = 3 : i64} {
  %c0 = arith.constant 0 : i64
  %c3 = arith.constant 3 : i64
  %x = pirch.load %a[%c0 + wg * %c0] [0, 1, 2] : memref<?xi32> -> <?x3x1xi32>
  %m = pirch.constant dense<[[true], [false], [true]]> : tensor<3x1xi1> -> !pirch.infreg<?x3x1xi1>
  %in = pirch.scan add inclusive %x mask %m : !pirch.infreg<?x3x1xi1> : !pirch.infreg<?x3x1xi32>
  %ex = pirch.scan add exclusive %x mask %m : !pirch.infreg<?x3x1xi1> : !pirch.infreg<?x3x1xi32>
  %least = pirch.scan minsi exclusive %x : !pirch.infreg<?x3x1xi32>
  pirch.store %in, %b[%c0 + wg * %c3] [0, _, 2] : <?x3x1xi32>, memref<?xi32>
  pirch.store %ex, %c[%c0 + wg * %c3] [0, _, 2] : <?x3x1xi32>, memref<?xi32>
  pirch.store %least, %d[%c0 + wg * %c3] [0, 1, 2] : <?x3x1xi32>, memref<?xi32>
  pirch.return
}

// -----

// The least number, NaN left out; where all are NaN, NaN.
// CHECK: // nans: arg1 = dense<[2.000000e+00, 0x7FC00000, 2.000000e+00, 0x7FC00000]>
pirch.kernel @nans(%a: memref<?xf32> {pirch.value = dense<[0x7FC00000, 0x7FC00000, 2.0, 0x7FC00000]> : tensor<4xf32>},
                   %b: memref<?xf32> {pirch.value = dense<0.0> : tensor<4xf32>})
    attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : i64
  %x = pirch.load %a[%c0 + wg * %c0] [0, 1, 2, 3] : memref<?xf32> -> <?x2x2xf32>
  %least = pirch.reduce minf %x : !pirch.infreg<?x2x2xf32>
  pirch.store %least, %b[%c0 + wg * %c2] [0, 1, _, _] : <?x2x2xf32>, memref<?xf32>
  pirch.return
}
