// RUN: pirch-opt %s --pirch-join-elements --pirch-dead-lane-elimination | FileCheck %s
// RUN: pirch-opt %s --pirch-join-elements --pirch-join-elements --pirch-dead-lane-elimination | FileCheck %s
// RUN: pirch-opt %s --pirch-join-elements=max-extent=2 --pirch-dead-lane-elimination | FileCheck %s --check-prefix=SHORT
// SHORT-LABEL: @bits
// SHORT: math.ctpop %{{.*}} : !pirch.infreg<?x4x1xi32>

// The terms of a sum are computed at once; then the halves are added.
// CHECK-LABEL: @bits
// CHECK: %[[A:.*]] = pirch.load
// CHECK: %[[P:.*]] = math.ctpop %[[A]] : !pirch.infreg<?x4x3xi32>
// CHECK-DAG: %[[P2:.*]] = pirch.reorder %[[P]] [2]
// CHECK-DAG: %[[P0:.*]] = pirch.reorder %[[P]] [0]
// CHECK-DAG: %[[P1:.*]] = pirch.reorder %[[P]] [1]
// CHECK: %[[S:.*]] = arith.addi %[[P0]], %[[P1]] : !pirch.infreg<?x4x1xi32>
// CHECK: %[[T:.*]] = arith.addi %[[P2]], %[[S]] : !pirch.infreg<?x4x1xi32>
// CHECK: pirch.store %[[T]]
pirch.kernel @bits(%a: memref<?xi32>, %b: memref<?xi32>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %c12 = arith.constant 12 : i64
  %v = pirch.load %a[%c0 + wg * %c12] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] : memref<?xi32> -> <?x4x3xi32>
  %x = pirch.reorder %v [0] : <?x4x3xi32> -> <?x4x1xi32>
  %y = pirch.reorder %v [1] : <?x4x3xi32> -> <?x4x1xi32>
  %z = pirch.reorder %v [2] : <?x4x3xi32> -> <?x4x1xi32>
  %px = math.ctpop %x : !pirch.infreg<?x4x1xi32>
  %py = math.ctpop %y : !pirch.infreg<?x4x1xi32>
  %pz = math.ctpop %z : !pirch.infreg<?x4x1xi32>
  %s = arith.addi %pz, %px overflow<nsw> : !pirch.infreg<?x4x1xi32>
  %t = arith.addi %s, %py overflow<nsw> : !pirch.infreg<?x4x1xi32>
  pirch.store %t, %b[%c0 + wg * %c4] [0, 1, 2, 3] : <?x4x1xi32>, memref<?xi32>
  pirch.return
}

// Elements of a store are joined, whatever computes them; one value for all of
// them is repeated. Sums of floating-point numbers keep their order.
// CHECK-LABEL: @stored
// CHECK: %[[A:.*]] = pirch.load
// CHECK: %[[F:.*]] = pirch.load
// CHECK: %[[R:.*]] = pirch.reorder %[[F]] [0, 0]
// CHECK: %[[M:.*]] = arith.mulf %[[A]], %[[R]] : !pirch.infreg<?x2x2xf32>
// CHECK: %[[S:.*]] = pirch.reorder %[[A]] [1, 0]
// CHECK: %[[T:.*]] = arith.addf %[[M]], %[[S]] : !pirch.infreg<?x2x2xf32>
// CHECK: %[[U:.*]] = pirch.reorder %[[T]] [1, 0]
// CHECK: pirch.store %[[U]]
pirch.kernel @stored(%a: memref<?xf32>, %b: memref<?xf32>) attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %v = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xf32> -> <?x2x2xf32>
  %f = pirch.load %b[%c0 + wg * %c4] [2, 3] : memref<?xf32> -> <?x2x1xf32>
  %x = pirch.reorder %v [0] : <?x2x2xf32> -> <?x2x1xf32>
  %y = pirch.reorder %v [1] : <?x2x2xf32> -> <?x2x1xf32>
  %p = arith.mulf %y, %f : !pirch.infreg<?x2x1xf32>
  %q = arith.mulf %x, %f : !pirch.infreg<?x2x1xf32>
  %s = arith.addf %p, %x : !pirch.infreg<?x2x1xf32>
  %t = arith.addf %q, %y : !pirch.infreg<?x2x1xf32>
  %s2 = pirch.reorder %s [0, _] : <?x2x1xf32> -> <?x2x2xf32>
  %t2 = pirch.reorder %t [_, 0] : <?x2x1xf32> -> <?x2x2xf32>
  %w = pirch.merge %t2 into %s2 lanes ["01" x 2] : !pirch.infreg<?x2x2xf32>
  pirch.store %w, %a[%c0 + wg * %c4] [0, 1, 2, 3] : <?x2x2xf32>, memref<?xf32>
  pirch.return
}

// CHECK-LABEL: @kept
// CHECK-COUNT-2: arith.mulf {{.*}} : !pirch.infreg<?x2x1xf32>
// CHECK: arith.addf {{.*}} : !pirch.infreg<?x2x1xf32>
// CHECK-COUNT-2: math.ctpop {{.*}} : !pirch.infreg<?x2x1xi32>
pirch.kernel @kept(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xi32>, %d: memref<?xi32>) attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : i64
  %c4 = arith.constant 4 : i64
  // A sum of floating-point numbers.
  %v = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xf32> -> <?x2x2xf32>
  %x = pirch.reorder %v [0] : <?x2x2xf32> -> <?x2x1xf32>
  %y = pirch.reorder %v [1] : <?x2x2xf32> -> <?x2x1xf32>
  %xx = arith.mulf %x, %x : !pirch.infreg<?x2x1xf32>
  %yy = arith.mulf %y, %y : !pirch.infreg<?x2x1xf32>
  %n = arith.addf %xx, %yy : !pirch.infreg<?x2x1xf32>
  pirch.store %n, %b[%c0 + wg * %c2] [0, 1] : <?x2x1xf32>, memref<?xf32>
  // A term that is stored, too.
  %i = pirch.load %c[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xi32> -> <?x2x2xi32>
  %j = pirch.reorder %i [0] : <?x2x2xi32> -> <?x2x1xi32>
  %k = pirch.reorder %i [1] : <?x2x2xi32> -> <?x2x1xi32>
  %pj = math.ctpop %j : !pirch.infreg<?x2x1xi32>
  %pk = math.ctpop %k : !pirch.infreg<?x2x1xi32>
  %m = arith.addi %pj, %pk : !pirch.infreg<?x2x1xi32>
  pirch.store %m, %d[%c0 + wg * %c4] [0, 1] : <?x2x1xi32>, memref<?xi32>
  pirch.store %pk, %d[%c0 + wg * %c4] [2, 3] : <?x2x1xi32>, memref<?xi32>
  pirch.return
}

// Some elements of a store are alike, others are not.
// CHECK-LABEL: @some
// CHECK-DAG: %[[N:.*]] = arith.negf %{{.*}} : !pirch.infreg<?x2x2xf32>
// CHECK-DAG: %[[E:.*]] = math.sqrt %{{.*}} : !pirch.infreg<?x2x1xf32>
// CHECK-DAG: %[[N3:.*]] = pirch.reorder %[[N]] [0, _, 1]
// CHECK-DAG: %[[E3:.*]] = pirch.reorder %[[E]] [_, 0, _]
// CHECK: %[[W:.*]] = pirch.merge %[[E3]] into %[[N3]] lanes ["010" x 2]
// CHECK: pirch.store %[[W]]
pirch.kernel @some(%a: memref<?xf32>) attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c6 = arith.constant 6 : i64
  %v = pirch.load %a[%c0 + wg * %c6] [0, 1, 2, 3, 4, 5] : memref<?xf32> -> <?x2x3xf32>
  %x = pirch.reorder %v [0] : <?x2x3xf32> -> <?x2x1xf32>
  %y = pirch.reorder %v [1] : <?x2x3xf32> -> <?x2x1xf32>
  %z = pirch.reorder %v [2] : <?x2x3xf32> -> <?x2x1xf32>
  %nx = arith.negf %x : !pirch.infreg<?x2x1xf32>
  %nz = arith.negf %z : !pirch.infreg<?x2x1xf32>
  %ey = math.sqrt %y : !pirch.infreg<?x2x1xf32>
  %x3 = pirch.reorder %nx [0, _, _] : <?x2x1xf32> -> <?x2x3xf32>
  %y3 = pirch.reorder %ey [_, 0, _] : <?x2x1xf32> -> <?x2x3xf32>
  %z3 = pirch.reorder %nz [_, _, 0] : <?x2x1xf32> -> <?x2x3xf32>
  %xy = pirch.merge %y3 into %x3 lanes ["010" x 2] : !pirch.infreg<?x2x3xf32>
  %w = pirch.merge %z3 into %xy lanes ["001" x 2] : !pirch.infreg<?x2x3xf32>
  pirch.store %w, %a[%c0 + wg * %c6] [0, 1, 2, 3, 4, 5] : <?x2x3xf32>, memref<?xf32>
  pirch.return
}
