// One lane of each of 8 chunks is divided: the 8 lanes fill one chunk.
// RUN: pirch-opt %s --pirch-compact-lanes | FileCheck %s
// RUN: pirch-opt %s --pirch-compact-lanes --pirch-compact-lanes | FileCheck %s
// RUN: pirch-opt %s --pirch-compact-lanes="remarks" -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY
// RUN: sed s/target/other/ %s | not pirch-opt --pirch-compact-lanes 2>&1 | FileCheck %s --check-prefix=TARGET

// WHY: remark: computed on the lanes that are read only
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
