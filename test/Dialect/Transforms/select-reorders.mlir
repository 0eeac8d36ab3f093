// RUN: pirch-opt %s --pirch-select-reorders | FileCheck %s
// RUN: pirch-opt %s --pirch-select-reorders --pirch-select-reorders | FileCheck %s
// Without a pattern the next best is taken, store and gather last.
// RUN: pirch-opt %s --pirch-select-reorders="disable=rotate" | FileCheck %s --check-prefix=NOROT
// RUN: pirch-opt %s --pirch-select-reorders="disable=rotate,permute,broadcast,repeat,segmented,permute2,cover,network" | FileCheck %s --check-prefix=NONE
// RUN: pirch-opt %s --pirch-select-reorders="disable=rotate,permute,broadcast,repeat,segmented,permute2,cover,network remarks" -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY
// RUN: not pirch-opt %s --pirch-select-reorders="disable=gather" 2>&1 | FileCheck %s --check-prefix=BAD
// Without networks each chunk is made by itself.
// RUN: pirch-opt %s --pirch-select-reorders="disable=network" | FileCheck %s --check-prefix=ALONE
// RUN: sed s/target/other/ %s | not pirch-opt --pirch-select-reorders 2>&1 | FileCheck %s --check-prefix=TARGET

// BAD: error: cannot do without reorder pattern 'gather'
// TARGET: error: 'pirch.kernel' op has no target to choose reorder patterns for
// WHY: remark: reorder: gather x 2; gathered because lanes come from 1 chunks

!r = !pirch.infreg<2x8x1xf64, #pirch.lanes<wg, wi, ix>>
!s = !pirch.infreg<8x2x1xf64, #pirch.lanes<ix, wi, wg>>
pirch.kernel @patterns(%a: memref<?xf64>) attributes {wg_size = 8 : i64, wg_pack = 2 : i64, target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %x = pirch.load %a[%c0 + wg * %c0] [0, 1, 2, 3, 4, 5, 6, 7] : memref<?xf64> -> !r
  // CHECK: reorders = #pirch.reorders<broadcast x 2>
  %0 = pirch.wg_permute %x [3, 3, 3, 3, 3, 3, 3, 3] : !r -> !r
  // CHECK: reorders = #pirch.reorders<rotate x 2>
  // NOROT: reorders = #pirch.reorders<broadcast x 2>
  // NOROT: reorders = #pirch.reorders<permute x 2>
  // NONE: reorders = #pirch.reorders<gather x 2>
  %1 = pirch.wg_permute %x [1, 2, 3, 4, 5, 6, 7, 0] : !r -> !r
  // CHECK: reorders = #pirch.reorders<segmented x 2>
  %2 = pirch.wg_permute %x [1, 1, 1, 1, 5, 5, 5, 5] : !r -> !r
  // CHECK: reorders = #pirch.reorders<permute x 2>
  %3 = pirch.wg_permute %x [0, 2, 1, 4, 3, 5, 7, 6] : !r -> !r
  // CHECK: reorders = #pirch.reorders<{{repeat|interleave}} x 2>
  %5 = pirch.wg_permute %x [2, 3, 2, 3, 2, 3, 2, 3] : !r -> !r
  // CHECK: reorders = #pirch.reorders<unread x 2>
  %4 = pirch.wg_permute %x [_, _, _, _, _, _, _, _] : !r -> !r
  pirch.return
}

// With the groups side by side every lane map is a renaming.
// CHECK-LABEL: @renaming
pirch.kernel @renaming(%a: memref<?xf64>) attributes {wg_size = 2 : i64, wg_pack = 8 : i64, target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %x = pirch.load %a[%c0 + wg * %c0] [0, 1] : memref<?xf64> -> !s
  // CHECK: reorders = #pirch.reorders<reuse x 2>
  %0 = pirch.wg_permute %x [1, 0] : !s -> !s
  pirch.return
}

// Chunks that take lanes of the same sources share shuffles.
// CHECK-LABEL: @transposed
!t = !pirch.infreg<1x8x8xf64, #pirch.lanes<wg, wi, ix>>
pirch.kernel @transposed(%a: memref<?xf64>) attributes {wg_size = 8 : i64, wg_pack = 1 : i64, target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %x = pirch.load %a[%c0 + wg * %c0] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63] : memref<?xf64> -> !t
  // CHECK: reorders = #pirch.reorders<network x 8>
  // ALONE: reorders = #pirch.reorders<{{gather|permute2|cover}} x 8>
  %0 = pirch.wg_permute %x [0, 8, 16, 24, 32, 40, 48, 56, 1, 9, 17, 25, 33, 41, 49, 57, 2, 10, 18, 26, 34, 42, 50, 58, 3, 11, 19, 27, 35, 43, 51, 59, 4, 12, 20, 28, 36, 44, 52, 60, 5, 13, 21, 29, 37, 45, 53, 61, 6, 14, 22, 30, 38, 46, 54, 62, 7, 15, 23, 31, 39, 47, 55, 63] : !t -> !t
  pirch.return
}
