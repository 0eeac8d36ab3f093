// Where nothing permutes: rotations, and what they are put together to.
// RUN: pirch-opt %s --pirch-select-reorders | FileCheck %s
// RUN: pirch-opt %s --pirch-select-reorders="remarks disable=rotate,broadcast,repeat,segmented,shifts,cover" -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY
// Each pattern becomes rotations, selections and broadcasts alone.
// RUN: pirch-opt %s --pirch-select-reorders --convert-pirch-to-vector --cse | FileCheck %s --check-prefix=CHUNKS

// WHY-COUNT-6: remark: reorder: gather x 1; gathered because lanes come from 1 chunks
// CHUNKS-NOT: gather

// Rows of 4 along the lanes, 4 of them, the groups one after the other.
!m = !pirch.infreg<2x4x4xf64, #pirch.lanes<wg, wi, ix>>
pirch.kernel @patterns(%a: memref<?xf64> {llvm.noalias}, %b: memref<?xf64> {llvm.noalias}) attributes {wg_size = 4 : i64, wg_pack = 2 : i64, target = #pirch.ve} {
  %c0 = arith.constant 0 : i64
  %c16 = arith.constant 16 : i64
  // One load for both groups, which lie one after the other.
  // CHUNKS: %[[X:.*]] = "llvm.intr.experimental.vp.strided.load"
  %x = pirch.load %a[%c0 + wg * %c16] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : memref<?xf64> -> !m
  // a[ix] = a[0], as segmented scalar broadcast: to 4 lanes in 2 steps.
  // CHECK: reorders = #pirch.reorders<segmented>
  // CHUNKS: %[[S0:.*]] = vector.shuffle %[[X]], %[[X]] [254, 255, 0,
  // CHUNKS: %[[S1:.*]] = arith.select %{{.*}}, %[[S0]], %[[X]]
  // CHUNKS: %[[S2:.*]] = vector.shuffle %[[S1]], %[[S1]] [255, 0, 1,
  // CHUNKS: arith.select %{{.*}}, %[[S2]], %[[S1]]
  %0 = pirch.reorder %x [0, 0, 0, 0] : !m -> !m
  pirch.store %0, %b[%c0 + wg * %c16] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : !m, memref<?xf64>
  // a[ix] = shuffle(a[ix], 2), as vector broadcast: a row to 4.
  // CHECK: reorders = #pirch.reorders<repeat>
  %1 = pirch.wg_permute %x [2, 2, 2, 2] : !m -> !m
  pirch.store %1, %b[%c0 + wg * %c16] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : !m, memref<?xf64>
  // All lanes by one distance.
  // CHECK: reorders = #pirch.reorders<rotate>
  %2 = pirch.reorder %x [1, 2, 3, _] : !m -> !m
  pirch.store %2, %b[%c0 + wg * %c16] [0, 1, 2, _, 4, 5, 6, _, 8, 9, 10, _, 12, 13, 14, _] : !m, memref<?xf64>
  // Two distances: all go by the smaller one, then some on.
  // CHECK: reorders = #pirch.reorders<shifts>
  %3 = pirch.reorder %x [1, 2, 3, 0] : !m -> !m
  pirch.store %3, %b[%c0 + wg * %c16] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : !m, memref<?xf64>
  // Some stay where they are, others come from the right: blended.
  // CHECK: reorders = #pirch.reorders<cover>
  %4 = pirch.reorder %x [0, _, 1, _] : !m -> !m
  pirch.store %4, %b[%c0 + wg * %c16] [0, _, 2, _, 4, _, 6, _, 8, _, 10, _, 12, _, 14, _] : !m, memref<?xf64>
  pirch.return
}

// One lane for everybody goes through a scalar register; a chunk that is there
// already is nothing to do.
!o = !pirch.infreg<1x4x1xf64, #pirch.lanes<wg, wi, ix>>
// CHECK-LABEL: @one_lane
pirch.kernel @one_lane(%a: memref<?xf64> {llvm.noalias}, %b: memref<?xf64> {llvm.noalias}) attributes {wg_size = 4 : i64, wg_pack = 1 : i64, target = #pirch.ve} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xf64> -> !o
  // CHECK: reorders = #pirch.reorders<broadcast>
  %0 = pirch.wg_permute %x [1, 1, 1, 1] : !o -> !o
  pirch.store %0, %b[%c0 + wg * %c4] [0, 1, 2, 3] : !o, memref<?xf64>
  // CHECK: reorders = #pirch.reorders<reuse>
  %1 = pirch.wg_permute %x [0, 1, 2, 3] : !o -> !o
  pirch.store %1, %b[%c0 + wg * %c4] [0, 1, 2, 3] : !o, memref<?xf64>
  pirch.return
}
