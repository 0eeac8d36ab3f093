// Infregs of integers are computed in as few bits as matter, as the operations
// of the dialect bound them, before it is chosen how many lanes a register has.
// RUN: pirch-opt %s --split-input-file --pass-pipeline='builtin.module(pirch.kernel(pirch-narrow-integers),cse)' | FileCheck %s

// Neither the array nor its elements exceed 7 bits.
// CHECK-LABEL: pirch.kernel @array
// CHECK: %[[X:.*]] = pirch.load
// CHECK: %[[FLAG:.*]] = arith.cmpi ne, %[[X]], %{{.*}} : !pirch.infreg<?x4x1xi8>
// CHECK: %[[TABLE:.*]] = pirch.constant dense<{{.*}}> : tensor<4x2xi8> -> <?x4x2xi8>
// CHECK: %[[ROW:.*]] = pirch.reorder %[[TABLE]] [1] : <?x4x2xi8> -> <?x4x1xi8>
// CHECK: %[[ONE:.*]] = pirch.convert extui %[[FLAG]] : <?x4x1xi1> -> <?x4x1xi8>
// CHECK: %[[SUM:.*]] = arith.addi %[[ROW]], %[[ONE]] : !pirch.infreg<?x4x1xi8>
// CHECK: %[[WIDE:.*]] = pirch.reorder %[[SUM]] [_, 0] : <?x4x1xi8> -> <?x4x2xi8>
// CHECK: %[[MERGED:.*]] = pirch.merge %[[WIDE]] into %[[TABLE]]
// CHECK: %[[RESULT:.*]] = pirch.convert extui %[[MERGED]] : <?x4x2xi8> -> <?x4x2xi32>
// CHECK: pirch.store %[[RESULT]]
pirch.kernel @array(%out: memref<?xi32>, %a: memref<?xi8>) attributes {target = #pirch.avx512<>, wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %c8 = arith.constant 8 : i64
  %five = arith.constant 5 : i32
  %table = pirch.constant dense<[[1, 2], [3, 4], [5, 6], [7, 100]]> : tensor<4x2xi32> -> <?x4x2xi32>
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xi8> -> <?x4x1xi8>
  %w = pirch.convert extui %x : <?x4x1xi8> -> <?x4x1xi32>
  %fives = pirch.splat %five : i32 -> <?x4x1xi32>
  %flag = arith.cmpi ne, %w, %fives : !pirch.infreg<?x4x1xi32>
  %one = pirch.convert extui %flag : <?x4x1xi1> -> <?x4x1xi32>
  %row = pirch.reorder %table [1] : <?x4x2xi32> -> <?x4x1xi32>
  %sum = arith.addi %row, %one overflow<nsw> : !pirch.infreg<?x4x1xi32>
  %wide = pirch.reorder %sum [_, 0] : <?x4x1xi32> -> <?x4x2xi32>
  %merged = pirch.merge %wide into %table lanes ["01" x 4] : <?x4x2xi32>
  pirch.store %merged, %out[%c0 + wg * %c8] [0, 1, 2, 3, 4, 5, 6, 7] : <?x4x2xi32>, memref<?xi32>
  pirch.return
}

// -----

// What an access takes as subscript stays: passes look at how it is computed.
// A register of floats has 16 lanes, however few bits the integers have.
// CHECK-LABEL: pirch.kernel @subscript
// CHECK: arith.addi %{{.*}} : !pirch.infreg<?x4x1xi64>
pirch.kernel @subscript(%out: memref<?xi8>, %a: memref<?xi8>) attributes {target = #pirch.avx512<>, wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xi8> -> <?x4x1xi8>
  %w = pirch.convert extui %x : <?x4x1xi8> -> <?x4x1xi64>
  %i = pirch.wi_index : !pirch.infreg<?x4x1xi64>
  %place = arith.addi %w, %i overflow<nsw> : !pirch.infreg<?x4x1xi64>
  %y = pirch.gather %a[%place] : memref<?xi8>, <?x4x1xi64> -> <?x4x1xi8>
  pirch.store %y, %out[%c0 + wg * %c4] [0, 1, 2, 3] : <?x4x1xi8>, memref<?xi8>
  pirch.return
}
// CHECK-LABEL: pirch.kernel @floats
// CHECK: arith.addi %{{.*}} : !pirch.infreg<?x4x1xi32>
pirch.kernel @floats(%out: memref<?xf32>, %a: memref<?xi8>) attributes {target = #pirch.avx512<>, wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xi8> -> <?x4x1xi8>
  %w = pirch.convert extui %x : <?x4x1xi8> -> <?x4x1xi32>
  %sum = arith.addi %w, %w overflow<nsw> : !pirch.infreg<?x4x1xi32>
  %f = pirch.convert sitofp %sum : <?x4x1xi32> -> <?x4x1xf32>
  pirch.store %f, %out[%c0 + wg * %c4] [0, 1, 2, 3] : <?x4x1xf32>, memref<?xf32>
  pirch.return
}

// -----

// A byte, another work item's, which it chooses itself, and the choice between them have 8 bits; a sum of
// two has 9. All registers of a thread have 32 bits.
// CHECK-LABEL: pirch.kernel @lanes
// CHECK: pirch.wg_shuffle %{{.*}} : !pirch.infreg<?x4x1xi8>, !pirch.infreg<?x4x1xi32>
// CHECK: pirch.select %{{.*}} : <?x4x1xi1>, <?x4x1xi8>
// CHECK: arith.addi %{{.*}} : !pirch.infreg<?x4x1xi16>
// CHECK-LABEL: pirch.kernel @threads
// CHECK: arith.addi %{{.*}} : !pirch.infreg<?x4x1xi32>
pirch.kernel @lanes(%out: memref<?xi32>, %a: memref<?xi8>) attributes {target = #pirch.avx512<>, wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xi8> -> <?x4x1xi8>
  %w = pirch.convert extui %x : <?x4x1xi8> -> <?x4x1xi32>
  %other = pirch.wg_shuffle %w from %w : !pirch.infreg<?x4x1xi32>, !pirch.infreg<?x4x1xi32>
  %m = arith.cmpi ult, %w, %other : !pirch.infreg<?x4x1xi32>
  %s = pirch.select %m, %other, %w : <?x4x1xi1>, <?x4x1xi32>
  %r = arith.addi %s, %w overflow<nsw> : !pirch.infreg<?x4x1xi32>
  pirch.store %r, %out[%c0 + wg * %c4] [0, 1, 2, 3] : <?x4x1xi32>, memref<?xi32>
  pirch.return
}
pirch.kernel @threads(%out: memref<?xi32>, %a: memref<?xi8>) attributes {target = #pirch.nvvm<>, wg_size = 4 : i64} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xi8> -> <?x4x1xi8>
  %w = pirch.convert extui %x : <?x4x1xi8> -> <?x4x1xi32>
  %s = arith.addi %w, %w overflow<nsw> : !pirch.infreg<?x4x1xi32>
  pirch.store %s, %out[%c0 + wg * %c4] [0, 1, 2, 3] : <?x4x1xi32>, memref<?xi32>
  pirch.return
}
