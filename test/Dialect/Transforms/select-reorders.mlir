// RUN: pirch-opt %s --pirch-select-reorders | FileCheck %s
// RUN: pirch-opt %s --pirch-select-reorders --pirch-select-reorders | FileCheck %s
// Without a pattern the next best is taken, store and gather last.
// RUN: pirch-opt %s --pirch-select-reorders="disable=rotate" | FileCheck %s --check-prefix=NOROT
// RUN: pirch-opt %s --pirch-select-reorders="disable=rotate,permute,broadcast,repeat,segmented,permute2,cover" | FileCheck %s --check-prefix=NONE
// RUN: pirch-opt %s --pirch-select-reorders="disable=rotate,permute,broadcast,repeat,segmented,permute2,cover remarks" -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY
// RUN: not pirch-opt %s --pirch-select-reorders="disable=gather" 2>&1 | FileCheck %s --check-prefix=BAD
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
  // CHECK: reorders = #pirch.reorders<repeat x 2>
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
