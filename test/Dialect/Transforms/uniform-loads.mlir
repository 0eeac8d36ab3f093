// RUN: pirch-opt %s --pirch-uniform-loads | FileCheck %s
// RUN: pirch-opt %s --pirch-uniform-loads --pirch-uniform-loads | FileCheck %s

// One element of a tile that all groups share, for all lanes that are read: a
// load, where the tile is loaded, before memory changes.
// CHECK-LABEL: @shared
// CHECK: pirch.load %arg0[%{{.*}} + wg * %{{.*}}] [0, 1, 2, 3]
// CHECK-NEXT: %[[U:.*]] = pirch.load %arg0[%{{.*}} + wg * %{{.*}}] [2, 2, _, 2]
// CHECK: pirch.store
// CHECK-NOT: wg_permute
// CHECK: pirch.store %[[U]]
pirch.kernel @shared(%a: memref<?xf64>, %b: memref<?xf64>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %a[%c0 + wg * %c0] [0, 1, 2, 3] : memref<?xf64> -> <?x4x1xf64>
  pirch.store %x, %a[%c0 + wg * %c4] [0, 1, 2, 3] : <?x4x1xf64>, memref<?xf64>
  %p = pirch.wg_permute %x [2, 2, _, 2] : <?x4x1xf64> -> <?x4x1xf64>
  pirch.store %p, %b[%c0 + wg * %c4] [0, 1, _, 3] : <?x4x1xf64>, memref<?xf64>
  pirch.return
}

// Not so: each group has a tile of its own, or may have;
// lanes are of several elements; what was computed.
// CHECK-LABEL: @others
// CHECK-COUNT-4: pirch.wg_permute
pirch.kernel @others(%a: memref<?xf64>, %b: memref<?xf64>, %n: i64) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %own = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xf64> -> <?x4x1xf64>
  %p = pirch.wg_permute %own [1, 1, 1, 1] : <?x4x1xf64> -> <?x4x1xf64>
  %tile = pirch.load %a[%c0 + wg * %c0] [0, 1, 2, 3] : memref<?xf64> -> <?x4x1xf64>
  %q = pirch.wg_permute %tile [0, 1, 1, 1] : <?x4x1xf64> -> <?x4x1xf64>
  %sum = arith.addf %tile, %tile : !pirch.infreg<?x4x1xf64>
  %r = pirch.wg_permute %sum [1, 1, 1, 1] : <?x4x1xf64> -> <?x4x1xf64>
  %few = pirch.load %a[%n + wg * %n] [0, 1, 2, 3] : memref<?xf64> -> <?x4x1xf64>
  %s = pirch.wg_permute %few [3, 3, 3, 3] : <?x4x1xf64> -> <?x4x1xf64>
  pirch.store %p, %b[%c0 + wg * %c4] [0, 1, 2, 3] : <?x4x1xf64>, memref<?xf64>
  pirch.store %q, %b[%c0 + wg * %c4] [0, 1, 2, 3] : <?x4x1xf64>, memref<?xf64>
  pirch.store %r, %b[%c0 + wg * %c4] [0, 1, 2, 3] : <?x4x1xf64>, memref<?xf64>
  pirch.store %s, %b[%c0 + wg * %c4] [0, 1, 2, 3] : <?x4x1xf64>, memref<?xf64>
  pirch.return
}
