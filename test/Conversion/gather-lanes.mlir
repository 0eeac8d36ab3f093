// Lanes that are gathered through memory: each from the place of its chunk there, and
// of its lane within.
// RUN: pirch-opt %s --pirch-select-reorders="disable=reuse,rotate,permute,broadcast,repeat,segmented,permute2,cover" --convert-pirch-to-vector | FileCheck %s

// CHECK-LABEL: func.func @across
// CHECK: llvm.alloca %{{.*}} x vector<8xf64>
// CHECK: arith.constant dense<[7, 14, 5, 12, 3, 10, 1, 8]> : vector<8xi64>
// CHECK: llvm.intr.masked.gather
// CHECK: arith.constant dense<[0, 9, 1, 10, 2, 11, 3, 12]> : vector<8xi64>
// CHECK: llvm.intr.masked.gather
!r = !pirch.infreg<1x16x1xf64, #pirch.lanes<wg, wi, ix>>
pirch.kernel @across(%a: memref<?xf64>) attributes {wg_size = 16 : i64, wg_pack = 1 : i64, target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c16 = arith.constant 16 : i64
  %x = pirch.load %a[%c0 + wg * %c16] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : memref<?xf64> -> !r
  %y = pirch.wg_permute %x [7, 14, 5, 12, 3, 10, 1, 8, 0, 9, 1, 10, 2, 11, 3, 12] : !r -> !r
  pirch.store %y, %a[%c0 + wg * %c16] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : !r, memref<?xf64>
  pirch.return
}
