// RUN: pirch-opt %s --split-input-file --pirch-select-reorders --convert-pirch-to-vector | FileCheck %s

// Rows of a group are contiguous: one plain load and store each, and a shuffle.
// CHECK-LABEL: func.func @rows(%{{.*}}: !llvm.ptr, %{{.*}}: i64, %{{.*}}: i64)
// CHECK: scf.for
// CHECK: %[[V:.*]] = llvm.load {{.*}} -> vector<8xf64>
// CHECK: vector.shuffle %[[V]], %[[V]] [7, 6, 5, 4, 3, 2, 1, 0]
// CHECK: llvm.store
// CHECK-NOT: gather
!r = !pirch.infreg<1x8x1xf64, #pirch.lanes<wg, wi, ix>>
pirch.kernel @rows(%a: memref<?xf64>) attributes {wg_size = 8 : i64, wg_pack = 1 : i64, target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c8 = arith.constant 8 : i64
  %x = pirch.load %a[%c0 + wg * %c8] [0, 1, 2, 3, 4, 5, 6, 7] : memref<?xf64> -> !r
  %y = pirch.wg_permute %x [7, 6, 5, 4, 3, 2, 1, 0] : !r -> !r
  pirch.store %y, %a[%c0 + wg * %c8] [0, 1, 2, 3, 4, 5, 6, 7] : !r, memref<?xf64>
  pirch.return
}

// -----

// Groups side by side: a block of 8 rows is loaded and transposed, the lane map
// costs nothing.
// CHECK-LABEL: func.func @columns
// CHECK-COUNT-8: llvm.load {{.*}} -> vector<8xf64>
// CHECK-COUNT-48: vector.shuffle
// CHECK-NOT: gather
!s = !pirch.infreg<8x8x1xf64, #pirch.lanes<ix, wi, wg>>
pirch.kernel @columns(%a: memref<?xf64>) attributes {wg_size = 8 : i64, wg_pack = 8 : i64, target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c8 = arith.constant 8 : i64
  %x = pirch.load %a[%c0 + wg * %c8] [0, 1, 2, 3, 4, 5, 6, 7] : memref<?xf64> -> !s
  %y = pirch.wg_permute %x [7, 6, 5, 4, 3, 2, 1, 0] : !s -> !s
  pirch.store %y, %a[%c0 + wg * %c8] [0, 1, 2, 3, 4, 5, 6, 7] : !s, memref<?xf64>
  pirch.return
}

// -----

// Strided: gathered and scattered.
// CHECK-LABEL: func.func @strided
// CHECK: llvm.intr.masked.gather
// CHECK: llvm.intr.masked.scatter
!r = !pirch.infreg<1x8x1xf64, #pirch.lanes<wg, wi, ix>>
pirch.kernel @strided(%a: memref<?xf64>) attributes {wg_size = 8 : i64, wg_pack = 1 : i64, target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c8 = arith.constant 64 : i64
  %x = pirch.load %a[%c0 + wg * %c8] [0, 8, 16, 24, 32, 40, 48, 56] : memref<?xf64> -> !r
  pirch.store %x, %a[%c0 + wg * %c8] [7, 15, 23, 31, 39, 47, 55, 63] : !r, memref<?xf64>
  pirch.return
}

// -----

// The work items of two groups, each group in a row: halves of a register.
// CHECK-LABEL: func.func @runs
// CHECK: llvm.load {{.*}} -> vector<4xf64>
// CHECK: vector.shuffle {{.*}} [0, 1, 2, 3, -1, -1, -1, -1]
// CHECK: llvm.load {{.*}} -> vector<4xf64>
// CHECK: vector.shuffle {{.*}} [0, 1, 2, 3, 8, 9, 10, 11]
// CHECK-COUNT-2: llvm.store {{.*}} : vector<4xf64>
// CHECK-NOT: {{gather|masked}}
!r = !pirch.infreg<2x4x1xf64, #pirch.lanes<wg, wi, ix>>
pirch.kernel @runs(%a: memref<?xf64>) attributes {wg_size = 4 : i64, wg_pack = 2 : i64, target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c64 = arith.constant 64 : i64
  %x = pirch.load %a[%c0 + wg * %c64] [0, 1, 2, 3] : memref<?xf64> -> !r
  pirch.store %x, %a[%c0 + wg * %c64] [4, 5, 6, 7] : !r, memref<?xf64>
  pirch.return
}

// -----

// Runs that are no aligned part of a register are loaded under masks, and
// stored in parts that need none: lanes 0 and 1, 2, 3, 4 and 5.

// CHECK-LABEL: func.func @odd_runs
// CHECK-COUNT-2: llvm.intr.masked.load
// CHECK: llvm.store {{.*}} : vector<2xf64>
// CHECK: llvm.store {{.*}} : vector<1xf64>
// CHECK: llvm.store {{.*}} : vector<1xf64>
// CHECK: llvm.store {{.*}} : vector<2xf64>
// CHECK-NOT: masked.store
// CHECK-NOT: gather
!r = !pirch.infreg<2x3x1xf64, #pirch.lanes<wg, wi, ix>>
pirch.kernel @odd_runs(%a: memref<?xf64>) attributes {wg_size = 3 : i64, wg_pack = 2 : i64, target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c64 = arith.constant 64 : i64
  %x = pirch.load %a[%c0 + wg * %c64] [0, 1, 2] : memref<?xf64> -> !r
  pirch.store %x, %a[%c0 + wg * %c64] [4, 5, 6] : !r, memref<?xf64>
  pirch.return
}

// -----

// More than three parts are one store under a mask.

// CHECK-LABEL: func.func @many_parts
// CHECK: llvm.intr.masked.store
// CHECK-NOT: llvm.store
!r = !pirch.infreg<1x1x8xf64, #pirch.lanes<wg, wi, ix>>
pirch.kernel @many_parts(%a: memref<?xf64>) attributes {wg_size = 1 : i64, wg_pack = 1 : i64, target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c8 = arith.constant 8 : i64
  %x = pirch.constant dense<1.0> : tensor<1x8xf64> -> !r
  pirch.store %x, %a[%c0 + wg * %c8] [_, 1, 2, 3, 4, 5, 6, _] : !r, memref<?xf64>
  pirch.return
}
