// Lanes that nobody reads do not hide what the others have in common.
// RUN: pirch-opt %s --pirch-select-reorders | FileCheck %s

!r = !pirch.infreg<2x8x1xf64, #pirch.lanes<wg, wi, ix>>
pirch.kernel @holes(%a: memref<?xf64>) attributes {wg_size = 8 : i64, wg_pack = 2 : i64, target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %x = pirch.load %a[%c0 + wg * %c0] [0, 1, 2, 3, 4, 5, 6, 7] : memref<?xf64> -> !r
  // CHECK: reorders = #pirch.reorders<segmented x 2>
  %0 = pirch.wg_permute %x [1, _, 1, 1, 5, 5, _, 5] : !r -> !r
  // CHECK: reorders = #pirch.reorders<broadcast x 2>
  %1 = pirch.wg_permute %x [3, 3, _, 3, 3, _, 3, 3] : !r -> !r
  // CHECK: reorders = #pirch.reorders<rotate x 2>
  %2 = pirch.wg_permute %x [1, 2, _, 4, 5, _, 7, 0] : !r -> !r
  // CHECK: reorders = #pirch.reorders<{{repeat|interleave}} x 2>
  %3 = pirch.wg_permute %x [2, 3, 2, _, 2, 3, _, 3] : !r -> !r
  pirch.return
}
