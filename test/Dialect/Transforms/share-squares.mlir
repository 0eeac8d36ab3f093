// The squares and absolute values of a difference are those of the difference that is taken the other way, where that comes before.
// RUN: pirch-opt %s --pirch-share-squares | FileCheck %s
// RUN: pirch-opt %s --pirch-share-squares --pirch-share-squares | FileCheck %s

// CHECK-LABEL: pirch.kernel @k(
// CHECK: %[[D:.*]] = arith.subf %[[A:.*]], %[[B:.*]] : !pirch.infreg
// CHECK: %[[E:.*]] = arith.subf %[[B]], %[[A]]
// CHECK: %[[F:.*]] = arith.mulf %[[D]], %[[D]]
// CHECK: %[[G:.*]] = math.fma %[[D]], %[[D]], %[[F]]
// CHECK: %[[H:.*]] = math.absf %[[D]]
// A product with something else, a sum of the difference itself and the difference of other numbers keep the sign.
// CHECK: %[[I:.*]] = arith.mulf %[[E]], %[[G]]
// CHECK: %[[J:.*]] = math.fma %[[E]], %[[E]], %[[E]]
// CHECK: %[[K:.*]] = arith.subf %[[A]], %[[H]]
// CHECK: arith.mulf %[[K]], %[[K]]
pirch.kernel @k(%x: memref<?xf32>, %y: memref<?xf32>) attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : i64
  %a = pirch.load %x[%c0 + wg * %c2] [0, 1] : memref<?xf32> -> <?x2x1xf32>
  %b = pirch.load %y[%c0 + wg * %c2] [0, 1] : memref<?xf32> -> <?x2x1xf32>
  %d = arith.subf %a, %b : !pirch.infreg<?x2x1xf32>
  %e = arith.subf %b, %a : !pirch.infreg<?x2x1xf32>
  %f = arith.mulf %e, %e : !pirch.infreg<?x2x1xf32>
  %g = math.fma %e, %e, %f : !pirch.infreg<?x2x1xf32>
  %h = math.absf %e : !pirch.infreg<?x2x1xf32>
  %i = arith.mulf %e, %g : !pirch.infreg<?x2x1xf32>
  %j = math.fma %e, %e, %e : !pirch.infreg<?x2x1xf32>
  %k = arith.subf %a, %h : !pirch.infreg<?x2x1xf32>
  %l = arith.mulf %k, %k : !pirch.infreg<?x2x1xf32>
  %m = arith.addf %i, %j : !pirch.infreg<?x2x1xf32>
  %n = arith.addf %m, %l : !pirch.infreg<?x2x1xf32>
  pirch.store %n, %x[%c0 + wg * %c2] [0, 1] : <?x2x1xf32>, memref<?xf32>
  pirch.return
}
