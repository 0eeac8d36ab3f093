// RUN: pirch-opt %s --pirch-group-accesses | FileCheck %s
// RUN: pirch-opt %s --pirch-group-accesses --pirch-group-accesses | FileCheck %s
// RUN: pirch-opt %s --pirch-group-accesses=max-extent=1 | FileCheck %s --check-prefix=NONE
// NONE-NOT: x2xf32

// The real and the imaginary parts of complex numbers.
// CHECK-LABEL: @complex
// CHECK: %[[A:.*]] = pirch.load %arg0[{{.*}}] [0, 1, 2, 3, 4, 5, 6, 7] : memref<?xf32> -> <?x4x2xf32>
// CHECK: %[[RE:.*]] = pirch.reorder %[[A]] [0]
// CHECK: %[[IM:.*]] = pirch.reorder %[[A]] [1]
// CHECK: %[[P:.*]] = arith.mulf %[[RE]], %[[IM]]
// CHECK: %[[S:.*]] = arith.addf %[[RE]], %[[IM]]
// CHECK: %[[P2:.*]] = pirch.reorder %[[P]] [0, _]
// CHECK: %[[S2:.*]] = pirch.reorder %[[S]] [_, 0]
// CHECK: %[[V:.*]] = pirch.merge %[[S2]] into %[[P2]]
// CHECK: pirch.store %[[V]], %arg1[{{.*}}] [0, 1, 2, 3, 4, 5, 6, 7]
// CHECK-NOT: pirch.store
pirch.kernel @complex(%a: memref<?xf32>, %b: memref<?xf32>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c8 = arith.constant 8 : i64
  %re = pirch.load %a[%c0 + wg * %c8] [0, 2, 4, 6] : memref<?xf32> -> <?x4x1xf32>
  %im = pirch.load %a[%c0 + wg * %c8] [1, 3, 5, 7] : memref<?xf32> -> <?x4x1xf32>
  %p = arith.mulf %re, %im : !pirch.infreg<?x4x1xf32>
  pirch.store %p, %b[%c0 + wg * %c8] [0, 2, 4, 6] : <?x4x1xf32>, memref<?xf32>
  %s = arith.addf %re, %im : !pirch.infreg<?x4x1xf32>
  pirch.store %s, %b[%c0 + wg * %c8] [1, 3, 5, 7] : <?x4x1xf32>, memref<?xf32>
  pirch.return
}

// In place: a load passes stores of other elements, and a store loads of others.
// CHECK-LABEL: @in_place
// CHECK: pirch.load {{.*}} -> <?x2x2xf32>
// CHECK-NOT: pirch.load
// CHECK: pirch.store {{.*}} : <?x2x2xf32>
pirch.kernel @in_place(%a: memref<?xf32>) attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %a[%c0 + wg * %c4] [0, 2] : memref<?xf32> -> <?x2x1xf32>
  pirch.store %x, %a[%c0 + wg * %c4] [0, 2] : <?x2x1xf32>, memref<?xf32>
  %y = pirch.load %a[%c0 + wg * %c4] [1, 3] : memref<?xf32> -> <?x2x1xf32>
  pirch.store %y, %a[%c0 + wg * %c4] [1, 3] : <?x2x1xf32>, memref<?xf32>
  pirch.return
}

// A mask is repeated for each element.
// CHECK-LABEL: @masked
// CHECK: %[[M:.*]] = pirch.reorder %{{.*}} [0, 0] : <?x2x1xi1> -> <?x2x2xi1>
// CHECK: pirch.load {{.*}} [0, 1, 2, 3] mask %[[M]]
pirch.kernel @masked(%a: memref<?xf32>, %b: memref<?xf32>) attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %i = pirch.load %b[%c0 + wg * %c4] [0, 1] : memref<?xf32> -> <?x2x1xf32>
  %m = arith.cmpf olt, %i, %i : !pirch.infreg<?x2x1xf32>
  %x = pirch.load %a[%c0 + wg * %c4] [0, 2] mask %m : !pirch.infreg<?x2x1xi1> : memref<?xf32> -> <?x2x1xf32>
  %y = pirch.load %a[%c0 + wg * %c4] [1, 3] mask %m : !pirch.infreg<?x2x1xi1> : memref<?xf32> -> <?x2x1xf32>
  %s = arith.addf %x, %y : !pirch.infreg<?x2x1xf32>
  pirch.store %s, %b[%c0 + wg * %c4] [0, 1] : <?x2x1xf32>, memref<?xf32>
  pirch.return
}

// Both ends of a row, the last one backwards: masks have their elements where
// the values have theirs.
// CHECK-LABEL: @mirrored
// CHECK: %[[X:.*]] = pirch.load %arg0[{{.*}}] [0, 1, 3, 4] :
// CHECK: %[[M:.*]] = arith.cmpf
// CHECK: %[[M4:.*]] = pirch.reorder %[[M]] [0, 1, 1, 0]
// CHECK: pirch.store {{.*}} [0, 1, 3, 4] mask %[[M4]]
pirch.kernel @mirrored(%a: memref<?xf64>) attributes {wg_size = 1 : i64} {
  %c0 = arith.constant 0 : i64
  %c5 = arith.constant 5 : i64
  %x = pirch.load %a[%c0 + wg * %c5] [0, 1] : memref<?xf64> -> <?x1x2xf64>
  %y = pirch.load %a[%c0 + wg * %c5] [4, 3] : memref<?xf64> -> <?x1x2xf64>
  %m = arith.cmpf ogt, %x, %y : !pirch.infreg<?x1x2xf64>
  pirch.store %y, %a[%c0 + wg * %c5] [0, 1] mask %m : !pirch.infreg<?x1x2xi1> : <?x1x2xf64>, memref<?xf64>
  pirch.store %x, %a[%c0 + wg * %c5] [4, 3] mask %m : !pirch.infreg<?x1x2xi1> : <?x1x2xf64>, memref<?xf64>
  pirch.return
}

// One element of each group, of groups that lie three elements apart.
// CHECK-LABEL: @one_item
// CHECK: pirch.load {{.*}} [0, 1, 2] : memref<?xf32> -> <?x1x3xf32>
pirch.kernel @one_item(%a: memref<?xf32>, %b: memref<?xf32>) attributes {wg_size = 1 : i64} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c3 = arith.constant 3 : i64
  %x = pirch.load %a[%c0 + wg * %c3] [0] : memref<?xf32> -> <?x1x1xf32>
  %y = pirch.load %a[%c0 + wg * %c3] [1] : memref<?xf32> -> <?x1x1xf32>
  %z = pirch.load %a[%c0 + wg * %c3] [2] : memref<?xf32> -> <?x1x1xf32>
  %s = arith.addf %x, %y : !pirch.infreg<?x1x1xf32>
  %t = arith.addf %s, %z : !pirch.infreg<?x1x1xf32>
  pirch.store %t, %b[%c0 + wg * %c1] [0] : <?x1x1xf32>, memref<?xf32>
  pirch.return
}

// Left alone: what is written in between; elements of another place, which may
// be the same ones; other masks; elements side by side; elements far apart.
// CHECK-LABEL: @not
// CHECK-NOT: x2x2x
// CHECK: pirch.return
pirch.kernel @not(%a: memref<?xf32>, %b: memref<?xf32>, %n: i64) attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %a[%c0 + wg * %c4] [0, 2] : memref<?xf32> -> <?x2x1xf32>
  pirch.store %x, %a[%c0 + wg * %c4] [3, _] : <?x2x1xf32>, memref<?xf32>
  %y = pirch.load %a[%c0 + wg * %c4] [1, 3] : memref<?xf32> -> <?x2x1xf32>
  pirch.store %y, %a[%n + wg * %c4] [0, 2] : <?x2x1xf32>, memref<?xf32>
  %z = pirch.load %a[%c0 + wg * %c4] [0, 2] : memref<?xf32> -> <?x2x1xf32>
  pirch.store %z, %a[%n + wg * %c4] [1, 3] : <?x2x1xf32>, memref<?xf32>
  %i = pirch.load %b[%c0 + wg * %c4] [0, 1] : memref<?xf32> -> <?x2x1xf32>
  %j = pirch.load %b[%c0 + wg * %c4] [2, 3] : memref<?xf32> -> <?x2x1xf32>
  %m = arith.cmpf olt, %i, %j : !pirch.infreg<?x2x1xf32>
  pirch.store %z, %b[%c0 + wg * %c4] [0, 2] mask %m : !pirch.infreg<?x2x1xi1> : <?x2x1xf32>, memref<?xf32>
  pirch.store %y, %b[%c0 + wg * %c4] [1, 3] : <?x2x1xf32>, memref<?xf32>
  %far = pirch.load %b[%n + wg * %c4] [0, 2] : memref<?xf32> -> <?x2x1xf32>
  %off = pirch.load %b[%n + wg * %c4] [1001, 1003] : memref<?xf32> -> <?x2x1xf32>
  %s = arith.addf %far, %off : !pirch.infreg<?x2x1xf32>
  pirch.store %s, %b[%n + wg * %c4] [0, 1] : <?x2x1xf32>, memref<?xf32>
  pirch.return
}

// The same element written twice: the later store stays the later one.
// CHECK-LABEL: @twice
// CHECK: pirch.store %[[X:.*]], %arg0[{{.*}}] [0, 2]
// CHECK: pirch.store {{.*}} [0, 1, 2, 3] : <?x2x2xf32>
pirch.kernel @twice(%a: memref<?xf32>, %b: memref<?xf32>) attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %b[%c0 + wg * %c4] [0, 1] : memref<?xf32> -> <?x2x1xf32>
  %y = pirch.load %b[%c0 + wg * %c4] [2, 3] : memref<?xf32> -> <?x2x1xf32>
  pirch.store %x, %a[%c0 + wg * %c4] [0, 2] : <?x2x1xf32>, memref<?xf32>
  pirch.store %y, %a[%c0 + wg * %c4] [0, 2] : <?x2x1xf32>, memref<?xf32>
  pirch.store %x, %a[%c0 + wg * %c4] [1, 3] : <?x2x1xf32>, memref<?xf32>
  pirch.return
}

// The first store moves down to the second one, past the first load: the second load must not move up to that place.
// CHECK-LABEL: @moved_store
// CHECK: pirch.load {{.*}} [_, 5, _, 11] : memref<?xf32> -> <?x4x1xf32>
// CHECK: pirch.store {{.*}} [_, _, 4, 5, _, _, 10, 11] : <?x4x2xf32>
// CHECK: pirch.load {{.*}} [1, 4, 7, 10] : memref<?xf32> -> <?x4x1xf32>
pirch.kernel @moved_store(%a: memref<?xf32>, %b: memref<?xf32>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %c12 = arith.constant 12 : i64
  %zero = pirch.constant dense<0.0> : tensor<4x1xf32> -> <?x4x1xf32>
  pirch.store %zero, %a[%c0 + wg * %c12] [_, 4, _, 10] : <?x4x1xf32>, memref<?xf32>
  %x = pirch.load %a[%c0 + wg * %c12] [_, 5, _, 11] : memref<?xf32> -> <?x4x1xf32>
  %y = arith.addf %x, %x : !pirch.infreg<?x4x1xf32>
  pirch.store %y, %a[%c0 + wg * %c12] [_, 5, _, 11] : <?x4x1xf32>, memref<?xf32>
  %z = pirch.load %a[%c0 + wg * %c12] [1, 4, 7, 10] : memref<?xf32> -> <?x4x1xf32>
  pirch.store %z, %b[%c0 + wg * %c4] [0, 1, 2, 3] : <?x4x1xf32>, memref<?xf32>
  pirch.return
}
