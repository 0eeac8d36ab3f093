// RUN: pirch-opt %s --pirch-interpret -o /dev/null | FileCheck %s

// CHECK: // convert: arg1 = dense<[-1, 255, -1, 1083179008]>
// CHECK: // convert: arg2 = dense<[-1.000000e+00, 4.2949673E+9, 3.000000e-01]>
pirch.kernel @convert(%a: memref<?xi8> {pirch.value = dense<-1> : tensor<1xi8>},
                      %b: memref<?xi32> {pirch.value = dense<0> : tensor<4xi32>},
                      %c: memref<?xf32> {pirch.value = dense<[4.5, -1.75, 0.0]> : tensor<3xf32>},
                      %d: memref<?xf64> {pirch.value = dense<0.3> : tensor<1xf64>})
    attributes {wg_size = 1 : i64} {
  %c0 = arith.constant 0 : i64
  %x = pirch.load %a[%c0 + wg * %c0] [0] : memref<?xi8> -> <?x1x1xi8>
  %y = pirch.load %c[%c0 + wg * %c0] [0] : memref<?xf32> -> <?x1x1xf32>
  %z = pirch.load %c[%c0 + wg * %c0] [1] : memref<?xf32> -> <?x1x1xf32>
  %w = pirch.load %d[%c0 + wg * %c0] [0] : memref<?xf64> -> <?x1x1xf64>
  %s = pirch.convert extsi %x : !pirch.infreg<?x1x1xi8> -> !pirch.infreg<?x1x1xi32>
  %u = pirch.convert extui %x : !pirch.infreg<?x1x1xi8> -> !pirch.infreg<?x1x1xi32>
  %t = pirch.convert fptosi %z : !pirch.infreg<?x1x1xf32> -> !pirch.infreg<?x1x1xi32>
  %bits = pirch.convert bitcast %y : !pirch.infreg<?x1x1xf32> -> !pirch.infreg<?x1x1xi32>
  %f = pirch.convert sitofp %s : !pirch.infreg<?x1x1xi32> -> !pirch.infreg<?x1x1xf32>
  %g = pirch.convert uitofp %s : !pirch.infreg<?x1x1xi32> -> !pirch.infreg<?x1x1xf32>
  %h = pirch.convert truncf %w : !pirch.infreg<?x1x1xf64> -> !pirch.infreg<?x1x1xf32>
  pirch.store %s, %b[%c0 + wg * %c0] [0] : <?x1x1xi32>, memref<?xi32>
  pirch.store %u, %b[%c0 + wg * %c0] [1] : <?x1x1xi32>, memref<?xi32>
  pirch.store %t, %b[%c0 + wg * %c0] [2] : <?x1x1xi32>, memref<?xi32>
  pirch.store %bits, %b[%c0 + wg * %c0] [3] : <?x1x1xi32>, memref<?xi32>
  pirch.store %f, %c[%c0 + wg * %c0] [0] : <?x1x1xf32>, memref<?xf32>
  pirch.store %g, %c[%c0 + wg * %c0] [1] : <?x1x1xf32>, memref<?xf32>
  pirch.store %h, %c[%c0 + wg * %c0] [2] : <?x1x1xf32>, memref<?xf32>
  pirch.return
}

// Scalars go through the operations of arith.
// CHECK: // scalars: arg0 = dense<[-7, 249]>
pirch.kernel @scalars(%a: memref<?xi64> {pirch.value = dense<0> : tensor<2xi64>},
                      %n: i32 {pirch.value = -7 : i32})
    attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %i = arith.index_cast %n : i32 to index
  %wide = arith.index_cast %i : index to i64
  %narrow = arith.trunci %n : i32 to i8
  %back = arith.extui %narrow : i8 to i64
  %x = pirch.splat %wide : i64 -> <?x2x1xi64>
  %y = pirch.splat %back : i64 -> <?x2x1xi64>
  %r = pirch.merge %x into %y lanes ["1" x 1, "0" x 1] : !pirch.infreg<?x2x1xi64>
  pirch.store %r, %a[%c0 + wg * %c0] [0, 1] : <?x2x1xi64>, memref<?xi64>
  pirch.return
}
