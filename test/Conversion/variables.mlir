// Variables in memory and atomic operations, on vectors.
// RUN: pirch-opt %s --convert-pirch-to-vector | FileCheck %s

// Two groups of four work items fill a register. In this order of lanes the
// copies of the groups are contiguous, 8 elements apart.
// CHECK-LABEL: func.func @contiguous
// CHECK: %[[N:.*]] = arith.constant 16 : i64
// CHECK: %[[T:.*]] = llvm.alloca %[[N]] x f32 {alignment = 32 : i64}
// CHECK: arith.constant dense<[0, 0, 0, 0, 8, 8, 8, 8]> : vector<8xi64>
// CHECK: llvm.intr.masked.scatter
!rows = !pirch.infreg<2x4x1xf32, #pirch.lanes<wg, wi, ix>>
!rows_at = !pirch.infreg<2x4x1xi64, #pirch.lanes<wg, wi, ix>>
pirch.kernel @contiguous(%a: memref<?xf32>, %n: i64)
    attributes {wg_size = 4 : i64, wg_pack = 2 : i64, lane_order = #pirch.lanes<wg, wi, ix>, target = #pirch.generic<bits = 256>} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %t = pirch.alloca : memref<8xf32, 3>
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xf32> -> !rows
  %i = pirch.splat %n : i64 -> !rows_at
  pirch.scatter %x, %t[%i] : !rows, memref<8xf32, 3>, !rows_at
  pirch.return
}

// Where groups are the fastest axis, equal elements of all groups are side by
// side, so that an access at known elements is one vector.
// CHECK-LABEL: func.func @interleaved
// CHECK: llvm.alloca
// CHECK-NOT: masked
// CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 4 : i64} : vector<8xf32>, !llvm.ptr
// CHECK-NOT: masked
// CHECK: return
!side = !pirch.infreg<8x1x1xf32, #pirch.lanes<ix, wi, wg>>
pirch.kernel @interleaved(%s: f32)
    attributes {wg_size = 1 : i64, wg_pack = 8 : i64, lane_order = #pirch.lanes<ix, wi, wg>, target = #pirch.generic<bits = 256>} {
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : i64
  %t = pirch.alloca : memref<8xf32, 3>
  %x = pirch.splat %s : f32 -> !side
  pirch.store %x, %t[%c2 + wg * %c0] [0] : !side, memref<8xf32, 3>
  pirch.return
}

// The lanes of an atomic operation take part one after the other.
// CHECK-LABEL: func.func @atomic
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NOT: scf.if
// CHECK: llvm.atomicrmw add %{{.*}}, %{{.*}} monotonic : !llvm.ptr, i32
!word = !pirch.infreg<1x8x1xi32, #pirch.lanes<wg, wi, ix>>
!word_at = !pirch.infreg<1x8x1xi64, #pirch.lanes<wg, wi, ix>>
!word_mask = !pirch.infreg<1x8x1xi1, #pirch.lanes<wg, wi, ix>>
pirch.kernel @atomic(%a: memref<?xi32>, %n: i64)
    attributes {wg_size = 8 : i64, wg_pack = 1 : i64, lane_order = #pirch.lanes<wg, wi, ix>, target = #pirch.generic<bits = 256>} {
  %x = pirch.wi_index : !word
  %i = pirch.splat %n : i64 -> !word_at
  %old = pirch.atomic_rmw addi %x, %a[%i] : !word, memref<?xi32>, !word_at
  pirch.return
}

// Under a mask, the set bits say which lanes. What all lanes combine is one
// scalar.
// CHECK-LABEL: func.func @masked
// CHECK-SAME: i64, %[[V:[a-z0-9]*]]: i32,
// CHECK: %[[BITS:.*]] = vector.bitcast %{{.*}} : vector<8xi1> to vector<1xi8>
// CHECK: scf.while
// CHECK: math.cttz
// CHECK: llvm.atomicrmw add %{{.*}}, %[[V]] monotonic
pirch.kernel @masked(%a: memref<?xi32>, %n: i64, %v: i32)
    attributes {wg_size = 8 : i64, wg_pack = 1 : i64, lane_order = #pirch.lanes<wg, wi, ix>, target = #pirch.generic<bits = 256>} {
  %x = pirch.wi_index : !word
  %y = pirch.splat %v : i32 -> !word
  %i = pirch.splat %n : i64 -> !word_at
  %m = arith.cmpi sgt, %x, %y : !word
  %old = pirch.atomic_rmw addi %y, %a[%i] mask %m : !word_mask : !word, memref<?xi32>, !word_at
  pirch.return
}

// No other thread accesses a group's own memory.
// CHECK-LABEL: func.func @own
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NOT: atomicrmw
// CHECK: llvm.load {{.*}} -> i32
// CHECK: %[[OLD:.*]] = llvm.load %[[PLACE:.*]] : !llvm.ptr -> i32
// CHECK-NEXT: %[[NEW:.*]] = arith.maxsi %[[OLD]]
// CHECK: llvm.store %[[NEW]], %[[PLACE]] : i32, !llvm.ptr
pirch.kernel @own(%n: i64)
    attributes {wg_size = 8 : i64, wg_pack = 1 : i64, lane_order = #pirch.lanes<wg, wi, ix>, target = #pirch.generic<bits = 256>} {
  %t = pirch.alloca : memref<8xi32, 3>
  %x = pirch.wi_index : !word
  %i = pirch.splat %n : i64 -> !word_at
  %old = pirch.atomic_rmw maxs %x, %t[%i] : !word, memref<8xi32, 3>, !word_at
  pirch.return
}

// Copies that would be whole pages apart are moved apart by half a page, 512 elements.
// CHECK-LABEL: func.func @pages
// CHECK: %[[N:.*]] = arith.constant 3072 : i64
// CHECK: llvm.alloca %[[N]] x f32
// CHECK: arith.constant dense<[0, 0, 0, 0, 0, 0, 0, 0, 1536, 1536, 1536, 1536, 1536, 1536, 1536, 1536]> : vector<16xi64>
!eight = !pirch.infreg<2x8x1xf32, #pirch.lanes<wg, wi, ix>>
!eight_at = !pirch.infreg<2x8x1xi64, #pirch.lanes<wg, wi, ix>>
pirch.kernel @pages(%a: memref<?xf32>, %n: i64)
    attributes {wg_size = 8 : i64, wg_pack = 2 : i64, lane_order = #pirch.lanes<wg, wi, ix>, target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c8 = arith.constant 8 : i64
  %t = pirch.alloca : memref<1024xf32, 3>
  %x = pirch.load %a[%c0 + wg * %c8] [0, 1, 2, 3, 4, 5, 6, 7] : memref<?xf32> -> !eight
  %i = pirch.splat %n : i64 -> !eight_at
  pirch.scatter %x, %t[%i] : !eight, memref<1024xf32, 3>, !eight_at
  pirch.return
}
