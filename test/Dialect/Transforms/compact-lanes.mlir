// One lane of each of 8 chunks is divided: the 8 lanes fill one chunk.
// RUN: pirch-opt %s --pirch-compact-lanes | FileCheck %s
// RUN: pirch-opt %s --pirch-compact-lanes --pirch-compact-lanes | FileCheck %s
// RUN: pirch-opt %s --pirch-compact-lanes="remarks" -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY
// RUN: sed s/target/other/ %s | not pirch-opt --pirch-compact-lanes 2>&1 | FileCheck %s --check-prefix=TARGET

// WHY-COUNT-2: remark: computed on the lanes that are read only
// WHY-NOT: remark
// TARGET: error: 'pirch.kernel' op has no target whose costs could be weighed

!r = !pirch.infreg<8x8x1xf64, #pirch.lanes<wg, wi, ix>>
// CHECK-LABEL: @column
// CHECK: %[[N:.*]] = pirch.wg_permute %{{.*}} [3] : <8x8x1xf64, #pirch.lanes<wg, wi, ix>> -> <8x1x1xf64, #pirch.lanes<wg, wi, ix>>
// CHECK: %[[D:.*]] = pirch.splat %{{.*}} -> <8x1x1xf64
// CHECK: %[[Q:.*]] = arith.divf %[[N]], %[[D]] : !pirch.infreg<8x1x1xf64
// CHECK: pirch.wg_permute %[[Q]] [_, _, _, 0, _, _, _, _]
// CHECK-NOT: arith.divf
pirch.kernel @column(%a: memref<?xf64>, %s: f64) attributes {wg_size = 8 : i64, wg_pack = 8 : i64, target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c8 = arith.constant 8 : i64
  %x = pirch.load %a[%c0 + wg * %c8] [0, 1, 2, 3, 4, 5, 6, 7] : memref<?xf64> -> !r
  %d = pirch.splat %s : f64 -> !r
  %q = arith.divf %x, %d : !r
  pirch.store %q, %a[%c0 + wg * %c8] [_, _, _, 3, _, _, _, _] : !r, memref<?xf64>
  pirch.return
}

// All lanes are read: nothing to gain.
// CHECK-LABEL: @whole
// CHECK: arith.divf {{.*}} : !pirch.infreg<8x8x1xf64
pirch.kernel @whole(%a: memref<?xf64>, %s: f64) attributes {wg_size = 8 : i64, wg_pack = 8 : i64, target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c8 = arith.constant 8 : i64
  %x = pirch.load %a[%c0 + wg * %c8] [0, 1, 2, 3, 4, 5, 6, 7] : memref<?xf64> -> !r
  %d = pirch.splat %s : f64 -> !r
  %q = arith.divf %x, %d : !r
  pirch.store %q, %a[%c0 + wg * %c8] [0, 1, 2, 3, 4, 5, 6, 7] : !r, memref<?xf64>
  pirch.return
}

// Where work items are threads, a row of one item's quotients is dealt out to all
// of them: one division of each thread instead of eight of one. What all lanes of
// the divisor are copies of is asked for once.
// CHECK-LABEL: @threads
!row = !pirch.infreg<1x8x8xf64, #pirch.lanes<wg, wi, ix>>
// CHECK: %[[X:.*]] = pirch.load
// CHECK: %[[N:.*]] = pirch.wg_permute %[[X]] [24, 25, 26, 27, 28, 29, 30, 31] : {{.*}} -> <1x8x1xf64
// CHECK: %[[D:.*]] = pirch.wg_permute %[[X]] [27, 27, 27, 27, 27, 27, 27, 27] : {{.*}} -> <1x8x1xf64
// CHECK: %[[Q:.*]] = arith.divf %[[N]], %[[D]] : !pirch.infreg<1x8x1xf64
// CHECK: pirch.wg_permute %[[Q]] [{{.*}}, _, 0, 1, 2, 3, 4, 5, 6, 7, _
// CHECK-NOT: arith.divf
pirch.kernel @threads(%a: memref<?xf64>) attributes {wg_size = 8 : i64, wg_pack = 1 : i64, target = #pirch.nvvm<>} {
  %c0 = arith.constant 0 : i64
  %c64 = arith.constant 64 : i64
  %x = pirch.load %a[%c0 + wg * %c64] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63] : memref<?xf64> -> !row
  %d = pirch.reorder %x [3, 3, 3, 3, 3, 3, 3, 3] : !row -> !row
  %q = arith.divf %x, %d : !row
  pirch.store %q, %a[%c0 + wg * %c64] [_, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, 24, 25, 26, 27, 28, 29, 30, 31, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _] : !row, memref<?xf64>
  pirch.return
}

// A column is one division of each thread as it is.
// CHECK-LABEL: @item_column
// CHECK: arith.divf {{.*}} : !pirch.infreg<1x8x8xf64
pirch.kernel @item_column(%a: memref<?xf64>, %s: f64) attributes {wg_size = 8 : i64, wg_pack = 1 : i64, target = #pirch.nvvm<>} {
  %c0 = arith.constant 0 : i64
  %c64 = arith.constant 64 : i64
  %x = pirch.load %a[%c0 + wg * %c64] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63] : memref<?xf64> -> !row
  %d = pirch.splat %s : f64 -> !row
  %q = arith.divf %x, %d : !row
  pirch.store %q, %a[%c0 + wg * %c64] [0, _, _, _, _, _, _, _, 8, _, _, _, _, _, _, _, 16, _, _, _, _, _, _, _, 24, _, _, _, _, _, _, _, 32, _, _, _, _, _, _, _, 40, _, _, _, _, _, _, _, 48, _, _, _, _, _, _, _, 56, _, _, _, _, _, _, _] : !row, memref<?xf64>
  pirch.return
}
