// RUN: pirch-opt %s --pirch-forward-stores | FileCheck %s
// RUN: pirch-opt %s --pirch-forward-stores --pirch-forward-stores | FileCheck %s

// What was stored is loaded; the first store is overwritten.
// CHECK-LABEL: @forward
// CHECK: %[[X:.*]] = pirch.load %arg1
// CHECK-NEXT: %[[Y:.*]] = arith.addf %[[X]], %[[X]]
// CHECK-NEXT: pirch.store %[[Y]], %arg0
// CHECK-NEXT: pirch.return
pirch.kernel @forward(%a: memref<?xf32>, %b: memref<?xf32>) attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : i64
  %x = pirch.load %b[%c0 + wg * %c2] [0, 1] : memref<?xf32> -> <?x2x1xf32>
  pirch.store %x, %a[%c0 + wg * %c2] [0, 1] : <?x2x1xf32>, memref<?xf32>
  %z = pirch.load %a[%c0 + wg * %c2] [0, 1] : memref<?xf32> -> <?x2x1xf32>
  %y = arith.addf %z, %z : !pirch.infreg<?x2x1xf32>
  pirch.store %y, %a[%c0 + wg * %c2] [0, 1] : <?x2x1xf32>, memref<?xf32>
  pirch.return
}

// An element of an array that was stored.
// CHECK-LABEL: @element
// CHECK: pirch.reorder %{{.*}} [1] : <?x2x2xf32> -> <?x2x1xf32>
// CHECK-NOT: pirch.load %arg0
pirch.kernel @element(%a: memref<?xf32>, %b: memref<?xf32>) attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %b[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xf32> -> <?x2x2xf32>
  pirch.store %x, %a[%c0 + wg * %c4] [0, 1, 2, 3] : <?x2x2xf32>, memref<?xf32>
  %z = pirch.load %a[%c0 + wg * %c4] [1, 3] : memref<?xf32> -> <?x2x1xf32>
  pirch.store %z, %b[%c0 + wg * %c4] [0, 1] : <?x2x1xf32>, memref<?xf32>
  pirch.return
}

// Not so: what another work item stored; several work items stored there;
// stored under a mask; something else may have been stored there since.
// CHECK-LABEL: @not
// CHECK-COUNT-4: pirch.load %arg0
pirch.kernel @not(%a: memref<?xf32>, %b: memref<?xf32>, %n: i64) attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %b[%c0 + wg * %c4] [0, 1] : memref<?xf32> -> <?x2x1xf32>
  %m = arith.cmpf olt, %x, %x : !pirch.infreg<?x2x1xf32>
  pirch.store %x, %a[%c0 + wg * %c4] [0, 1] : <?x2x1xf32>, memref<?xf32>
  %p = pirch.load %a[%c0 + wg * %c4] [1, 0] : memref<?xf32> -> <?x2x1xf32>
  pirch.store %p, %a[%c0 + wg * %c4] [0, 0] : <?x2x1xf32>, memref<?xf32>
  %q = pirch.load %a[%c0 + wg * %c4] [0, 0] : memref<?xf32> -> <?x2x1xf32>
  pirch.store %q, %a[%c0 + wg * %c4] [2, 3] mask %m : !pirch.infreg<?x2x1xi1> : <?x2x1xf32>, memref<?xf32>
  %r = pirch.load %a[%c0 + wg * %c4] [2, 3] : memref<?xf32> -> <?x2x1xf32>
  pirch.store %r, %a[%n + wg * %c4] [0, 1] : <?x2x1xf32>, memref<?xf32>
  %s = pirch.load %a[%c0 + wg * %c4] [2, 3] : memref<?xf32> -> <?x2x1xf32>
  pirch.store %s, %b[%c0 + wg * %c4] [0, 1] : <?x2x1xf32>, memref<?xf32>
  pirch.return
}

// A store is kept if its elements are read before they are written again, or
// are written again only under a mask, or in part.
// CHECK-LABEL: @kept
// CHECK-COUNT-5: pirch.store
pirch.kernel @kept(%a: memref<?xf32>, %b: memref<?xf32>) attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %b[%c0 + wg * %c4] [0, 1] : memref<?xf32> -> <?x2x1xf32>
  %m = arith.cmpf olt, %x, %x : !pirch.infreg<?x2x1xf32>
  pirch.store %x, %a[%c0 + wg * %c4] [0, 1] : <?x2x1xf32>, memref<?xf32>
  %p = pirch.load %a[%c0 + wg * %c4] [1, 0] : memref<?xf32> -> <?x2x1xf32>
  pirch.store %p, %a[%c0 + wg * %c4] [0, 1] : <?x2x1xf32>, memref<?xf32>
  pirch.store %x, %a[%c0 + wg * %c4] [0, 1] mask %m : !pirch.infreg<?x2x1xi1> : <?x2x1xf32>, memref<?xf32>
  pirch.store %x, %b[%c0 + wg * %c4] [0, 1] : <?x2x1xf32>, memref<?xf32>
  pirch.store %p, %b[%c0 + wg * %c4] [0, _] : <?x2x1xf32>, memref<?xf32>
  pirch.return
}

// A value that the group holds once is not what each work item loads.
// CHECK-LABEL: pirch.kernel @once
// CHECK: pirch.load {{.*}} -> <?x4x1xi32>
// CHECK: pirch.load {{.*}} -> <?x1x1xi32>
pirch.kernel @once(%a: memref<?xi32>, %b: memref<?xi32>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %a[%c0 + wg * %c1] [0, 0, 0, 0] : memref<?xi32> -> <?x4x1xi32>
  %y = pirch.load %a[%c0 + wg * %c1] [0] : memref<?xi32> -> <?x1x1xi32>
  %z = pirch.wg_permute %y [0, 0, 0, 0] : <?x1x1xi32> -> <?x4x1xi32>
  %s = arith.addi %x, %z : !pirch.infreg<?x4x1xi32>
  pirch.store %s, %b[%c0 + wg * %c4] [0, 1, 2, 3] : <?x4x1xi32>, memref<?xi32>
  pirch.return
}

// What is read meanwhile from another buffer, at whatever place, does not keep a
// store that is overwritten; what is read from the same buffer does.
// CHECK-LABEL: pirch.kernel @gathered
// CHECK-NOT: pirch.store
// CHECK: pirch.gather %arg1
// CHECK-COUNT-1: pirch.store
// CHECK: pirch.gather %arg0
// CHECK-COUNT-1: pirch.store
// CHECK-NOT: pirch.store
// CHECK: pirch.return
pirch.kernel @gathered(%a: memref<?xf32>, %b: memref<?xf32>, %at: memref<?xi64>) attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %i = pirch.load %at[%c0 + wg * %c4] [0, 1] : memref<?xi64> -> <?x2x1xi64>
  %m = pirch.load %b[%c0 + wg * %c4] [0, 1] : memref<?xf32> -> <?x2x1xf32>
  %all = arith.cmpi eq, %i, %i : !pirch.infreg<?x2x1xi64>
  pirch.store %m, %a[%c0 + wg * %c4] [0, 1] : <?x2x1xf32>, memref<?xf32>
  %x = pirch.gather %b[%i] mask %all : !pirch.infreg<?x2x1xi1> : memref<?xf32>, <?x2x1xi64> -> <?x2x1xf32>
  pirch.store %x, %a[%c0 + wg * %c4] [0, 1] : <?x2x1xf32>, memref<?xf32>
  %y = pirch.gather %a[%i] mask %all : !pirch.infreg<?x2x1xi1> : memref<?xf32>, <?x2x1xi64> -> <?x2x1xf32>
  pirch.store %y, %a[%c0 + wg * %c4] [0, 1] : <?x2x1xf32>, memref<?xf32>
  pirch.return
}
