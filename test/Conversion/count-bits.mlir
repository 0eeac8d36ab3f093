// Where masks have registers of their own, sums of conditions count their bits,
// and values that are written close together are compressed.
// RUN: pirch-opt %s --split-input-file --pirch-select-reorders --convert-pirch-to-vector --cse | FileCheck %s
// RUN: sed 's/#pirch.avx512<>/#pirch.avx2<>/; s/#pirch.avx512</#pirch.avx2</' %s | pirch-opt --split-input-file --pirch-select-reorders --convert-pirch-to-vector --cse | FileCheck %s --check-prefix=NONE

!r = !pirch.infreg<1x16x1xi32, #pirch.lanes<wg, wi, ix>>
!m = !pirch.infreg<1x16x1xi1, #pirch.lanes<wg, wi, ix>>
!i = !pirch.infreg<1x16x1xi64, #pirch.lanes<wg, wi, ix>>

// The number of all is one of a scalar; that of those before each has a mask for
// each lane.
// CHECK-LABEL: func.func @compact(
// CHECK: %[[KEEP:.*]] = arith.cmpi sgt, %[[X:.*]], %{{.*}} : vector<16xi32>
// CHECK: %[[BITS:.*]] = vector.bitcast %[[KEEP]] : vector<16xi1> to vector<1xi16>
// CHECK: %[[WORD:.*]] = vector.extract %[[BITS]][0]
// CHECK: %[[LONG:.*]] = arith.extui %[[WORD]] : i16 to i32
// CHECK: %[[LOWER:.*]] = arith.constant dense<[0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 1023, 2047, 4095, 8191, 16383, 32767]> : vector<16xi32>
// CHECK: %[[ALL:.*]] = vector.broadcast %[[LONG]]
// CHECK: %[[BEFORE:.*]] = arith.andi %[[ALL]], %[[LOWER]] : vector<16xi32>
// CHECK: math.ctpop %[[BEFORE]] : vector<16xi32>
// CHECK-NOT: vector.shuffle
// CHECK: llvm.call_intrinsic "llvm.experimental.vector.compress"(%[[X]], %[[KEEP]], %{{.*}})
// CHECK: llvm.intr.masked.store
// CHECK: math.ctpop %{{.*}} : i32
// CHECK-NOT: scatter
// CHECK: return
// NONE-LABEL: func.func @compact(
// NONE-NOT: ctpop
// NONE: llvm.intr.masked.scatter
pirch.kernel @compact(%out: memref<?xi32>, %n: memref<?xi32>, %x: memref<?xi32>, %t: i32) attributes {wg_size = 16 : i64, wg_pack = 1 : i64, target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c16 = arith.constant 16 : i64
  %v = pirch.load %x[%c0 + wg * %c16] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : memref<?xi32> -> !r
  %limit = pirch.splat %t : i32 -> !r
  %keep = arith.cmpi sgt, %v, %limit : !r
  %one = pirch.convert extui %keep : !m -> !r
  %place = pirch.scan add exclusive %one : !r
  %wide = pirch.convert extsi %place : !r -> !i
  %g = pirch.wg_index : !i
  %size = pirch.splat %c16 : i64 -> !i
  %start = arith.muli %g, %size : !i
  %at = arith.addi %start, %wide : !i
  pirch.scatter %v, %out[%at] mask %keep : !m : !r, memref<?xi32>, !i
  %count = pirch.reduce add %one : !r
  pirch.store %count, %n[%c0 + wg * %c1] [0, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _] : !r, memref<?xi32>
  pirch.return
}

// -----

!r = !pirch.infreg<1x16x1xi32, #pirch.lanes<wg, wi, ix>>
!m = !pirch.infreg<1x16x1xi1, #pirch.lanes<wg, wi, ix>>
!i = !pirch.infreg<1x16x1xi64, #pirch.lanes<wg, wi, ix>>

// Work items other than those that are counted are written; and a place that
// work items compute themselves.
// CHECK-LABEL: func.func @others(
// CHECK-COUNT-2: llvm.intr.masked.scatter
pirch.kernel @others(%out: memref<?xi32>, %x: memref<?xi32>, %t: i32) attributes {wg_size = 16 : i64, wg_pack = 1 : i64, target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c16 = arith.constant 16 : i64
  %v = pirch.load %x[%c0 + wg * %c16] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : memref<?xi32> -> !r
  %limit = pirch.splat %t : i32 -> !r
  %keep = arith.cmpi sgt, %v, %limit : !r
  %drop = arith.cmpi slt, %v, %limit : !r
  %one = pirch.convert extui %keep : !m -> !r
  %place = pirch.scan add exclusive %one : !r
  %at = pirch.convert extsi %place : !r -> !i
  pirch.scatter %v, %out[%at] mask %drop : !m : !r, memref<?xi32>, !i
  %far = arith.addi %place, %v overflow<nsw> : !r
  %away = pirch.convert extsi %far : !r -> !i
  pirch.scatter %v, %out[%away] mask %keep : !m : !r, memref<?xi32>, !i
  pirch.return
}

// -----

!r = !pirch.infreg<1x16x1xi32, #pirch.lanes<wg, wi, ix>>
!m = !pirch.infreg<1x16x1xi1, #pirch.lanes<wg, wi, ix>>
!i = !pirch.infreg<1x16x1xi64, #pirch.lanes<wg, wi, ix>>

// A sum of 32 bits that may wrap around before it is extended.
// CHECK-LABEL: func.func @wraps(
// CHECK: llvm.intr.masked.scatter
pirch.kernel @wraps(%out: memref<?xi32>, %x: memref<?xi32>, %t: i32) attributes {wg_size = 16 : i64, wg_pack = 1 : i64, target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c16 = arith.constant 16 : i64
  %v = pirch.load %x[%c0 + wg * %c16] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : memref<?xi32> -> !r
  %limit = pirch.splat %t : i32 -> !r
  %keep = arith.cmpi sgt, %v, %limit : !r
  %one = pirch.convert extui %keep : !m -> !r
  %place = pirch.scan add exclusive %one : !r
  %sum = arith.addi %place, %limit : !r
  %at = pirch.convert extsi %sum : !r -> !i
  pirch.scatter %v, %out[%at] mask %keep : !m : !r, memref<?xi32>, !i
  pirch.return
}

// -----

!r = !pirch.infreg<2x8x1xi32, #pirch.lanes<wg, wi, ix>>
!m = !pirch.infreg<2x8x1xi1, #pirch.lanes<wg, wi, ix>>

// Two groups in a register: each counts its own half.
// CHECK-LABEL: func.func @two_groups(
// CHECK: arith.constant dense<[255, 255, 255, 255, 255, 255, 255, 255, 65280, 65280, 65280, 65280, 65280, 65280, 65280, 65280]> : vector<16xi32>
// CHECK: math.ctpop {{.*}} : vector<16xi32>
// CHECK-NOT: vector.shuffle
// CHECK: return
pirch.kernel @two_groups(%n: memref<?xi32>, %x: memref<?xi32>, %t: i32) attributes {wg_size = 8 : i64, wg_pack = 2 : i64, target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c8 = arith.constant 8 : i64
  %v = pirch.load %x[%c0 + wg * %c8] [0, 1, 2, 3, 4, 5, 6, 7] : memref<?xi32> -> !r
  %limit = pirch.splat %t : i32 -> !r
  %keep = arith.cmpi sgt, %v, %limit : !r
  %one = pirch.convert extui %keep : !m -> !r
  %count = pirch.reduce add %one : !r
  pirch.store %count, %n[%c0 + wg * %c8] [0, 1, 2, 3, 4, 5, 6, 7] : !r, memref<?xi32>
  pirch.return
}

// -----

!r = !pirch.infreg<1x16x1xi32, #pirch.lanes<wg, wi, ix>>
!m = !pirch.infreg<1x16x1xi1, #pirch.lanes<wg, wi, ix>>
!i = !pirch.infreg<1x16x1xi64, #pirch.lanes<wg, wi, ix>>

// A loop hands on how many there were. In the first one that is the same number
// for all work items, and the count is inclusive, less the item itself. In the
// second one, some work items keep an old number.
// CHECK-LABEL: func.func @loops(
// CHECK: scf.while
// CHECK: llvm.experimental.vector.compress
// CHECK-NOT: scatter
// CHECK: scf.while
// CHECK: llvm.intr.masked.scatter
pirch.kernel @loops(%out: memref<?xi32>, %x: memref<?xi32>, %t: i32, %n: i64) attributes {wg_size = 16 : i64, wg_pack = 1 : i64, target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c16 = arith.constant 16 : i64
  %z = arith.constant 0 : i32
  %none = pirch.splat %z : i32 -> !r
  %limit = pirch.splat %t : i32 -> !r
  %all:2 = scf.while (%total = %none, %j = %c0) : (!r, i64) -> (!r, i64) {
    %go = arith.cmpi slt, %j, %n : i64
    scf.condition(%go) %total, %j : !r, i64
  } do {
  ^bb0(%total: !r, %j: i64):
    %v = pirch.load %x[%j + wg * %c16] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : memref<?xi32> -> !r
    %keep = arith.cmpi sgt, %v, %limit : !r
    %one = pirch.convert extui %keep : !m -> !r
    %place = pirch.scan add inclusive %one : !r
    %end = arith.addi %total, %place overflow<nsw> : !r
    %sum = arith.subi %end, %one overflow<nsw> : !r
    %at = pirch.convert extsi %sum : !r -> !i
    %isKept = arith.cmpi ne, %one, %none : !r
    pirch.scatter %v, %out[%at] mask %isKept : !m : !r, memref<?xi32>, !i
    %count = pirch.reduce add %one : !r
    %next = arith.addi %total, %count overflow<nsw> : !r
    %jn = arith.addi %j, %c16 : i64
    scf.yield %next, %jn : !r, i64
  }
  %some:2 = scf.while (%total = %none, %j = %c0) : (!r, i64) -> (!r, i64) {
    %go = arith.cmpi slt, %j, %n : i64
    scf.condition(%go) %total, %j : !r, i64
  } do {
  ^bb0(%total: !r, %j: i64):
    %v = pirch.load %x[%j + wg * %c16] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : memref<?xi32> -> !r
    %keep = arith.cmpi sgt, %v, %limit : !r
    %one = pirch.convert extui %keep : !m -> !r
    %place = pirch.scan add exclusive %one : !r
    %sum = arith.addi %total, %place overflow<nsw> : !r
    %at = pirch.convert extsi %sum : !r -> !i
    pirch.scatter %v, %out[%at] mask %keep : !m : !r, memref<?xi32>, !i
    %count = pirch.reduce add %one : !r
    %more = arith.addi %total, %count overflow<nsw> : !r
    %next = pirch.select %keep, %more, %total : !m, !r
    %jn = arith.addi %j, %c16 : i64
    scf.yield %next, %jn : !r, i64
  }
  pirch.return
}
