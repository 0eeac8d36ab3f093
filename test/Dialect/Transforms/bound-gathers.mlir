// RUN: pirch-opt %s --pirch-bound-gathers | FileCheck %s
// RUN: pirch-opt %s --pirch-bound-gathers --pirch-bound-gathers | FileCheck %s

// Any of the first sixteen elements.
// CHECK-LABEL: @low_bits
// CHECK: pirch.gather %arg1[%{{.*}}] {window = array<i64: 0, 16>}
pirch.kernel @low_bits(%x: memref<?xi64>, %table: memref<?xf32>, %out: memref<?xf32>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %c15 = arith.constant 15 : i64
  %mask = pirch.splat %c15 : i64 -> <?x4x1xi64>
  %i = pirch.load %x[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xi64> -> <?x4x1xi64>
  %low = arith.andi %i, %mask : !pirch.infreg<?x4x1xi64>
  %y = pirch.gather %table[%low] : memref<?xf32>, <?x4x1xi64> -> <?x4x1xf32>
  pirch.store %y, %out[%c0 + wg * %c4] [0, 1, 2, 3] : <?x4x1xf32>, memref<?xf32>
  pirch.return
}

// Elements 0 and 20 are read in each call, so that the window lies in the buffer;
// under a mask, too.
// CHECK-LABEL: @between
// CHECK: pirch.gather %arg1[%{{.*}}] {window = array<i64: 0, 16>, window_in_buffer}
// CHECK: pirch.gather %arg1[%{{.*}}] mask %{{.*}} {window = array<i64: 0, 16>, window_in_buffer}
pirch.kernel @between(%x: memref<?xi64>, %table: memref<?xf32>, %out: memref<?xf32>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %c15 = arith.constant 15 : i64
  %mask = pirch.splat %c15 : i64 -> <?x4x1xi64>
  %ends = pirch.load %table[%c0 + wg * %c0] [0, 20, 0, 20] : memref<?xf32> -> <?x4x1xf32>
  %i = pirch.load %x[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xi64> -> <?x4x1xi64>
  %low = arith.andi %i, %mask : !pirch.infreg<?x4x1xi64>
  %y = pirch.gather %table[%low] : memref<?xf32>, <?x4x1xi64> -> <?x4x1xf32>
  %some = arith.cmpi slt, %i, %mask : !pirch.infreg<?x4x1xi64>
  %z = pirch.gather %table[%low] mask %some : !pirch.infreg<?x4x1xi1> : memref<?xf32>, <?x4x1xi64> -> <?x4x1xf32>
  %sum = arith.addf %y, %z : !pirch.infreg<?x4x1xf32>
  %all = arith.addf %sum, %ends : !pirch.infreg<?x4x1xf32>
  pirch.store %all, %out[%c0 + wg * %c4] [0, 1, 2, 3] : <?x4x1xf32>, memref<?xf32>
  pirch.return
}

// A mask that is known does not leave out all work items; if it does, there is
// nothing to read.
// CHECK-LABEL: @known_mask
// CHECK: pirch.gather %arg1[%{{.*}}] mask %{{.*}} {window = array<i64: 0, 16>}
// CHECK: pirch.gather
// CHECK-NOT: window
// CHECK: pirch.return
pirch.kernel @known_mask(%x: memref<?xi64>, %table: memref<?xf32>, %out: memref<?xf32>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %c15 = arith.constant 15 : i64
  %mask = pirch.splat %c15 : i64 -> <?x4x1xi64>
  %i = pirch.load %x[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xi64> -> <?x4x1xi64>
  %low = arith.andi %i, %mask : !pirch.infreg<?x4x1xi64>
  %some = pirch.constant dense<[[true], [false], [false], [true]]> : tensor<4x1xi1> -> <?x4x1xi1>
  %y = pirch.gather %table[%low] mask %some : !pirch.infreg<?x4x1xi1> : memref<?xf32>, <?x4x1xi64> -> <?x4x1xf32>
  %nobody = pirch.constant dense<false> : tensor<4x1xi1> -> <?x4x1xi1>
  %z = pirch.gather %table[%low] mask %nobody : !pirch.infreg<?x4x1xi1> : memref<?xf32>, <?x4x1xi64> -> <?x4x1xf32>
  pirch.store %y, %out[%c0 + wg * %c4] [0, _, _, 3] : <?x4x1xf32>, memref<?xf32>
  pirch.store %z, %out[%c0 + wg * %c4] [0, _, _, 3] : <?x4x1xf32>, memref<?xf32>
  pirch.return
}

// No window: under a mask that may leave out all work items, of subscripts that
// may be negative or are all the same, and of too many elements.
// CHECK-LABEL: @none
// CHECK-NOT: window
// CHECK: pirch.return
pirch.kernel @none(%x: memref<?xi64>, %table: memref<?xf32>, %out: memref<?xf32>) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c4 = arith.constant 4 : i64
  %c15 = arith.constant 15 : i64
  %c511 = arith.constant 511 : i64
  %mask = pirch.splat %c15 : i64 -> <?x4x1xi64>
  %byte = pirch.splat %c511 : i64 -> <?x4x1xi64>
  %one = pirch.splat %c1 : i64 -> <?x4x1xi64>
  %i = pirch.load %x[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xi64> -> <?x4x1xi64>
  %first = pirch.load %x[%c0 + wg * %c4] [0, 0, 0, 0] : memref<?xi64> -> <?x4x1xi64>
  %low = arith.andi %i, %mask : !pirch.infreg<?x4x1xi64>
  %some = arith.cmpi slt, %i, %mask : !pirch.infreg<?x4x1xi64>
  %a = pirch.gather %table[%low] mask %some : !pirch.infreg<?x4x1xi1> : memref<?xf32>, <?x4x1xi64> -> <?x4x1xf32>
  %before = arith.subi %low, %one : !pirch.infreg<?x4x1xi64>
  %b = pirch.gather %table[%before] : memref<?xf32>, <?x4x1xi64> -> <?x4x1xf32>
  %same = arith.andi %first, %mask : !pirch.infreg<?x4x1xi64>
  %c = pirch.gather %table[%same] : memref<?xf32>, <?x4x1xi64> -> <?x4x1xf32>
  %any = arith.andi %i, %byte : !pirch.infreg<?x4x1xi64>
  %d = pirch.gather %table[%any] : memref<?xf32>, <?x4x1xi64> -> <?x4x1xf32>
  %ab = arith.addf %a, %b : !pirch.infreg<?x4x1xf32>
  %cd = arith.addf %c, %d : !pirch.infreg<?x4x1xf32>
  %all = arith.addf %ab, %cd : !pirch.infreg<?x4x1xf32>
  pirch.store %all, %out[%c0 + wg * %c4] [0, 1, 2, 3] : <?x4x1xf32>, memref<?xf32>
  pirch.return
}
