// RUN: pirch-opt %s --split-input-file --pirch-interpret=groups=2 -o /dev/null | FileCheck %s

// Elements at base + wg * stride + offset; masked lanes touch no memory, not even
// outside the buffer. Of lanes that write one element the highest work item's
// value stays.
// CHECK: // places: arg1 = dense<[0, 2, 0, 4, 0]>
// CHECK: // places: arg2 = dense<[2, 4]>
pirch.kernel @places(%a: memref<?xi32> {pirch.value = dense<[1, 2, 3, 4]> : tensor<4xi32>},
                     %b: memref<?xi32> {pirch.value = dense<0> : tensor<5xi32>},
                     %c: memref<?xi32> {pirch.value = dense<0> : tensor<2xi32>})
    attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %x = pirch.load %a[%c0 + wg * %c2] [0, 1] : memref<?xi32> -> <?x2x1xi32>
  %m = pirch.constant dense<[[false], [true]]> : tensor<2x1xi1> -> !pirch.infreg<?x2x1xi1>
  pirch.store %x, %b[%c1 + wg * %c2] [1000, 0] mask %m : !pirch.infreg<?x2x1xi1>
    : <?x2x1xi32>, memref<?xi32>
  pirch.store %x, %c[%c0 + wg * %c1] [0, 0] : <?x2x1xi32>, memref<?xi32>
  pirch.return
}

// -----

// Elements at indices known at run time.
// CHECK: // indices: arg1 = dense<[30, 10, 30, 10]>
// CHECK: // indices: arg2 = dense<[10, 0, 30]>
pirch.kernel @indices(%i: memref<?xi64> {pirch.value = dense<[2, 0]> : tensor<2xi64>},
                      %b: memref<?xi32> {pirch.value = dense<0> : tensor<4xi32>},
                      %c: memref<?xi32> {pirch.value = dense<0> : tensor<3xi32>},
                      %a: memref<?xi32> {pirch.value = dense<[10, 20, 30]> : tensor<3xi32>})
    attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : i64
  %at = pirch.load %i[%c0 + wg * %c0] [0, 1] : memref<?xi64> -> <?x2x1xi64>
  %x = pirch.gather %a[%at] : memref<?xi32>, !pirch.infreg<?x2x1xi64> -> !pirch.infreg<?x2x1xi32>
  pirch.store %x, %b[%c0 + wg * %c2] [0, 1] : <?x2x1xi32>, memref<?xi32>
  pirch.scatter %x, %c[%at] : !pirch.infreg<?x2x1xi32>, memref<?xi32>, !pirch.infreg<?x2x1xi64>
  pirch.return
}

// -----

// Two groups at a time, and the last one by the kernel for what is left.
// CHECK: // packed: arg0 = dense<[10, 20]>
pirch.kernel @packed(%a: memref<?xi32> {pirch.value = dense<[1, 2]> : tensor<2xi32>})
    attributes {wg_size = 1 : i64, wg_pack = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c10 = arith.constant 10 : i32
  %ten = pirch.splat %c10 : i32 -> <2x1x1xi32>
  %x = pirch.load %a[%c0 + wg * %c1] [0] : memref<?xi32> -> <2x1x1xi32>
  %y = arith.muli %x, %ten : !pirch.infreg<2x1x1xi32>
  pirch.store %y, %a[%c0 + wg * %c1] [0] : <2x1x1xi32>, memref<?xi32>
  pirch.return
}

// -----

// Rows of two elements, from where an index says; the second work item's is the last to
// be written where they overlap.
// CHECK: // rows: arg1 = dense<[0, 20, 40, 50, 0]>
pirch.kernel @rows(%a: memref<?xi32> {pirch.value = dense<[10, 20, 30, 40, 50]> : tensor<5xi32>},
                   %b: memref<?xi32> {pirch.value = dense<0> : tensor<5xi32>})
    attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %from = pirch.constant dense<[[0], [2]]> : tensor<2x1xi64> -> <?x2x1xi64>
  %x = pirch.load_rows %a[%c1 + %from] : memref<?xi32>, <?x2x1xi64> -> <?x2x2xi32>
  %to = pirch.constant dense<[[1], [2]]> : tensor<2x1xi64> -> <?x2x1xi64>
  %y = pirch.reorder %x [0, 1] : <?x2x2xi32> -> <?x2x2xi32>
  pirch.store_rows %y, %b[%c0 + %to] : <?x2x2xi32>, memref<?xi32>, <?x2x1xi64>
  pirch.return
}
