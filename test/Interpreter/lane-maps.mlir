// RUN: pirch-opt %s --split-input-file --pirch-interpret=groups=2 -o /dev/null | FileCheck %s

// Elements within their work item: by one row for all, and by a row for each. An
// unread lane may stay that as long as nobody stores it.
// CHECK: // reorder: arg1 = dense<[2, 1, 4, 3, 12, 11, 14, 13]>
// CHECK: // reorder: arg2 = dense<[1, 1, 4, 3, 11, 11, 14, 13]>
// CHECK: // reorder: arg3 = dense<[2, 0, 0, 4, 12, 0, 0, 14]>
pirch.kernel @reorder(%a: memref<?xi32> {pirch.value = dense<[1, 2, 3, 4, 11, 12, 13, 14]> : tensor<8xi32>},
                      %b: memref<?xi32> {pirch.value = dense<0> : tensor<8xi32>},
                      %c: memref<?xi32> {pirch.value = dense<0> : tensor<8xi32>},
                      %d: memref<?xi32> {pirch.value = dense<0> : tensor<8xi32>})
    attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xi32> -> <?x2x2xi32>
  %all = pirch.reorder %x [1, 0] : <?x2x2xi32> -> <?x2x2xi32>
  %each = pirch.reorder %x [0, 0, 1, 0] : <?x2x2xi32> -> <?x2x2xi32>
  %some = pirch.reorder %x [1, _, _, 1] : <?x2x2xi32> -> <?x2x2xi32>
  pirch.store %all, %b[%c0 + wg * %c4] [0, 1, 2, 3] : <?x2x2xi32>, memref<?xi32>
  pirch.store %each, %c[%c0 + wg * %c4] [0, 1, 2, 3] : <?x2x2xi32>, memref<?xi32>
  pirch.store %some, %d[%c0 + wg * %c4] [0, _, _, 3] : <?x2x2xi32>, memref<?xi32>
  pirch.return
}

// -----

// Work items: whole ones, and lane by lane, from and to other extents. Groups
// never mix.
// CHECK: // permute: arg1 = dense<[3, 4, 1, 2, 13, 14, 11, 12]>
// CHECK: // permute: arg2 = dense<[1, 3, 2, 4, 11, 13, 12, 14]>
// CHECK: // permute: arg3 = dense<[4, 1, 14, 11]>
pirch.kernel @permute(%a: memref<?xi32> {pirch.value = dense<[1, 2, 3, 4, 11, 12, 13, 14]> : tensor<8xi32>},
                      %b: memref<?xi32> {pirch.value = dense<0> : tensor<8xi32>},
                      %c: memref<?xi32> {pirch.value = dense<0> : tensor<8xi32>},
                      %d: memref<?xi32> {pirch.value = dense<0> : tensor<4xi32>})
    attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xi32> -> <?x2x2xi32>
  %items = pirch.wg_permute %x [1, 0] : <?x2x2xi32> -> <?x2x2xi32>
  %transposed = pirch.wg_permute %x [0, 2, 1, 3] : <?x2x2xi32> -> <?x2x2xi32>
  %column = pirch.wg_permute %x [3, 0] : <?x2x2xi32> -> <?x2x1xi32>
  pirch.store %items, %b[%c0 + wg * %c4] [0, 1, 2, 3] : <?x2x2xi32>, memref<?xi32>
  pirch.store %transposed, %c[%c0 + wg * %c4] [0, 1, 2, 3] : <?x2x2xi32>, memref<?xi32>
  pirch.store %column, %d[%c0 + wg * %c2] [0, 1] : <?x2x1xi32>, memref<?xi32>
  pirch.return
}

// -----

// Lanes that keep their value, by a set known here and by a mask that is not.
// CHECK: // choose: arg0 = dense<[1, 102, 11, 112]>
// CHECK: // choose: arg1 = dense<[101, 2, 111, 12]>
pirch.kernel @choose(%a: memref<?xi32> {pirch.value = dense<[1, 2, 11, 12]> : tensor<4xi32>},
                     %b: memref<?xi32> {pirch.value = dense<[101, 102, 111, 112]> : tensor<4xi32>},
                     %m: memref<?xi8> {pirch.value = dense<[1, 0, 1, 0]> : tensor<4xi8>})
    attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : i64
  %x = pirch.load %a[%c0 + wg * %c2] [0, 1] : memref<?xi32> -> <?x2x1xi32>
  %y = pirch.load %b[%c0 + wg * %c2] [0, 1] : memref<?xi32> -> <?x2x1xi32>
  %set = pirch.load %m[%c0 + wg * %c2] [0, 1] : memref<?xi8> -> <?x2x1xi8>
  %mask = pirch.convert trunci %set : <?x2x1xi8> -> <?x2x1xi1>
  %merged = pirch.merge %x into %y lanes ["1" x 1, "0" x 1] : !pirch.infreg<?x2x1xi32>
  %selected = pirch.select %mask, %y, %x : !pirch.infreg<?x2x1xi1>, !pirch.infreg<?x2x1xi32>
  pirch.store %merged, %a[%c0 + wg * %c2] [0, 1] : <?x2x1xi32>, memref<?xi32>
  pirch.store %selected, %b[%c0 + wg * %c2] [0, 1] : <?x2x1xi32>, memref<?xi32>
  pirch.return
}
