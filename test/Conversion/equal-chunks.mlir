// What is the same on all lanes is computed for one chunk, though it takes two.
// RUN: pirch-opt %s --pirch-select-reorders --convert-pirch-to-vector | FileCheck %s

// CHECK-LABEL: func.func @uniform
// CHECK-COUNT-1: arith.addf %{{.*}} : vector<8xf64>
// CHECK-NOT: arith.addf {{.*}}vector
// CHECK-COUNT-2: llvm.store %{{.*}} : vector<8xf64>
// CHECK-LABEL: func.func @different
// CHECK-COUNT-2: arith.addf %{{.*}} : vector<8xf64>
// CHECK-COUNT-2: llvm.store %{{.*}} : vector<8xf64>
!r = !pirch.infreg<1x16x1xf64, #pirch.lanes<wg, wi, ix>>
pirch.kernel @uniform(%a: memref<?xf64>, %s: f64) attributes {wg_size = 16 : i64, wg_pack = 1 : i64, target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c16 = arith.constant 16 : i64
  %x = pirch.splat %s : f64 -> !r
  %y = arith.addf %x, %x : !r
  pirch.store %y, %a[%c0 + wg * %c16] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : !r, memref<?xf64>
  pirch.return
}
pirch.kernel @different(%a: memref<?xf64>) attributes {wg_size = 16 : i64, wg_pack = 1 : i64, target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c16 = arith.constant 16 : i64
  %x = pirch.load %a[%c0 + wg * %c16] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : memref<?xf64> -> !r
  %y = arith.addf %x, %x : !r
  pirch.store %y, %a[%c0 + wg * %c16] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : !r, memref<?xf64>
  pirch.return
}
