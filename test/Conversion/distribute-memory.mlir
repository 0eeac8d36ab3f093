// RUN: pirch-opt %s --pirch-select-reorders --pirch-distribute --cse --canonicalize | FileCheck %s
// RUN: pirch-opt %s --pirch-select-reorders --pirch-distribute=remarks --verify-diagnostics -o /dev/null

// Neighbouring items access neighbouring elements: nothing to improve.
// CHECK-LABEL: gpu.func @columns
// CHECK-SAME: known_block_size = array<i32: 128, 1, 1>
!two = !pirch.infreg<1x8x2xf32, #pirch.lanes<wg, wi, ix>>
pirch.kernel @columns(%a: memref<?xf32>, %b: memref<?xf32>) attributes {wg_size = 8 : i64, wg_pack = 1 : i64, target = #pirch.nvvm<>} {
  %c0 = arith.constant 0 : i64
  %c16 = arith.constant 16 : i64
  // CHECK-COUNT-2: llvm.load %{{.*}} : !llvm.ptr -> f32
  // expected-remark @+1 {{load of 2 elements per work item: direct, 8 sectors for a warp}}
  %x = pirch.load %a[%c0 + wg * %c16] [0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15] : memref<?xf32> -> !two
  // Of items that store one element the last one does: item 7.
  // CHECK: pirch.subgroup_barrier
  // CHECK: arith.cmpi eq, %{{.*}}, %c7_i32 : i32
  // expected-remark @+1 {{store of 2 elements per work item: direct, 8 sectors for a warp}}
  pirch.store %x, %b[%c0 + wg * %c16] [3, 5, 3, 5, 3, 5, 3, 5, 3, 5, 3, 5, 3, 5, 3, 5] : !two, memref<?xf32>
  pirch.return
}

// Rows of at most 16 bytes are one vector where they are aligned, which is known
// at run time.
// CHECK-LABEL: gpu.func @vectors
pirch.kernel @vectors(%a: memref<?xf32>, %b: memref<?xf32>) attributes {wg_size = 8 : i64, wg_pack = 1 : i64, target = #pirch.nvvm<>} {
  %c0 = arith.constant 0 : i64
  %c16 = arith.constant 16 : i64
  // CHECK: %[[ADDRESS:.*]] = llvm.ptrtoint %[[FROM:.*]] : !llvm.ptr to i64
  // CHECK: %[[REST:.*]] = arith.andi %[[ADDRESS]], %c7_i64
  // CHECK: %[[ALIGNED:.*]] = arith.cmpi eq, %[[REST]], %c0_i64
  // CHECK: scf.if %[[ALIGNED]] -> (f32, f32)
  // CHECK-NEXT: llvm.load %[[FROM]] {{.*}} : !llvm.ptr -> i64
  // CHECK: else
  // CHECK-COUNT-2: llvm.load %{{.*}} : !llvm.ptr -> f32
  // expected-remark @+1 {{load of 2 elements per work item: vectors of 2 elements, 8 sectors for a warp instead of 16}}
  %x = pirch.load %a[%c0 + wg * %c16] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : memref<?xf32> -> !two
  // CHECK: llvm.store %{{.*}} : vector<2xf32>, !llvm.ptr
  // CHECK: else
  // CHECK-COUNT-2: llvm.store %{{.*}} : f32, !llvm.ptr
  // expected-remark @+1 {{store of 2 elements per work item: vectors of 2}}
  pirch.store %x, %b[%c0 + wg * %c16] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : !two, memref<?xf32>
  pirch.return
}

// Longer rows go through shared memory, 33 words for four rows of 8; both loads
// are on their way before the first is spread. 1056 bytes for each of the four
// warps of a block.
// CHECK-LABEL: gpu.func @transposed
// CHECK-SAME: workgroup(%{{.*}} : memref<4224xi8, #gpu.address_space<workgroup>>
!row = !pirch.infreg<1x4x8xf32, #pirch.lanes<wg, wi, ix>>
pirch.kernel @transposed(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32>) attributes {wg_size = 4 : i64, wg_pack = 1 : i64, target = #pirch.nvvm<>} {
  %c0 = arith.constant 0 : i64
  %c32 = arith.constant 32 : i64
  // CHECK-COUNT-16: llvm.load %{{.*}} : !llvm.ptr -> f32
  // CHECK-NOT: subgroup_barrier
  // CHECK-COUNT-8: memref.store %{{.*}} : memref<264xf32, #gpu.address_space<workgroup>>
  // CHECK-NOT: memref.store
  // CHECK: pirch.subgroup_barrier
  // CHECK-COUNT-8: memref.load %{{.*}} : memref<264xf32, #gpu.address_space<workgroup>>
  // CHECK: pirch.subgroup_barrier
  // CHECK-COUNT-8: memref.store %{{.*}} : memref<264xf32, #gpu.address_space<workgroup>>
  // CHECK: pirch.subgroup_barrier
  // CHECK-COUNT-8: memref.load %{{.*}} : memref<264xf32, #gpu.address_space<workgroup>>
  // expected-remark @+1 {{load of 8 elements per work item: transposed, 32 sectors for a warp instead of 256}}
  %x = pirch.load %a[%c0 + wg * %c32] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31] : memref<?xf32> -> !row
  // expected-remark @+1 {{load of 8 elements per work item: transposed}}
  %y = pirch.load %b[%c0 + wg * %c32] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31] : memref<?xf32> -> !row
  %s = arith.addf %x, %y : !row
  // CHECK: pirch.subgroup_barrier
  // CHECK-COUNT-8: memref.store %{{.*}} : memref<264xf32, #gpu.address_space<workgroup>>
  // CHECK: pirch.subgroup_barrier
  // CHECK: scf.if
  // CHECK-COUNT-8: memref.load %{{.*}} : memref<264xf32, #gpu.address_space<workgroup>>
  // CHECK-COUNT-8: llvm.store %{{.*}} : f32, !llvm.ptr
  // CHECK: else
  // Groups past the end store nothing.
  // CHECK: scf.if
  // CHECK-NEXT: llvm.store %{{.*}} : f32, !llvm.ptr
  // expected-remark @+1 {{store of 8 elements per work item: transposed}}
  pirch.store %s, %c[%c0 + wg * %c32] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31] : !row, memref<?xf32>
  pirch.return
}

// Groups may be anywhere: each element's group is found by a division.
// CHECK-LABEL: gpu.func @apart
!wide = !pirch.infreg<1x4x16xf32, #pirch.lanes<wg, wi, ix>>
pirch.kernel @apart(%a: memref<?xf32>, %b: memref<?xf32>, %n: i64) attributes {wg_size = 4 : i64, wg_pack = 1 : i64, target = #pirch.nvvm<>} {
  %c0 = arith.constant 0 : i64
  %c64 = arith.constant 64 : i64
  // CHECK: scf.if
  // CHECK: arith.divui %{{.*}}, %c64_i32
  // CHECK: arith.remui %{{.*}}, %c64_i32
  // expected-remark @+1 {{load of 16 elements per work item: transposed}}
  %x = pirch.load %a[%c0 + wg * %n] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63] : memref<?xf32> -> !wide
  // expected-remark @+1 {{store of 16 elements per work item: transposed}}
  pirch.store %x, %b[%c0 + wg * %c64] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63] : !wide, memref<?xf32>
  pirch.return
}
