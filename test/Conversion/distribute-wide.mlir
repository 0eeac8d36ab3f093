// Groups of more work items than a warp has threads.
// RUN: pirch-opt %s --pirch-select-reorders --pirch-distribute --cse | FileCheck %s

// 40 items take a block of 64 threads; those left over repeat the last item.
// CHECK-LABEL: gpu.func @wide
// CHECK-SAME: workgroup(%{{.*}} : memref<512xi8, #gpu.address_space<workgroup>>
// CHECK-SAME: known_block_size = array<i32: 64, 1, 1>
// CHECK: %[[X:.*]] = gpu.thread_id x
// CHECK: %[[THREAD:.*]] = arith.index_cast %[[X]] : index to i32
// CHECK: %[[BLOCK:.*]] = gpu.block_id x
// CHECK: arith.cmpi ult, %[[THREAD]], %c40_i32 : i32
// CHECK: %[[ITEM:.*]] = arith.minui %[[THREAD]], %c39_i32 : i32
!r = !pirch.infreg<1x40x1xf32, #pirch.lanes<wg, wi, ix>>
!m = !pirch.infreg<1x40x1xi1, #pirch.lanes<wg, wi, ix>>
pirch.kernel @wide(%a: memref<?xf32>, %limit: f32) attributes {wg_size = 40 : i64, wg_pack = 1 : i64, target = #pirch.nvvm<>} {
  %c0 = arith.constant 0 : i64
  %c40 = arith.constant 40 : i64
  // CHECK: %[[VALUE:.*]] = llvm.load
  %x = pirch.load %a[%c0 + wg * %c40] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39] : memref<?xf32> -> !r

  // Item 39's is stored once, and read again for item 0's.
  // CHECK: memref.store %{{.*}} : memref<128xi32, #gpu.address_space<workgroup>>
  // CHECK: gpu.barrier
  // CHECK: memref.load
  // CHECK-NOT: gpu.barrier
  // CHECK: memref.load
  %last = pirch.wg_permute %x [39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39] : !r -> !r
  %first = pirch.wg_permute %x [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : !r -> !r
  %s = arith.addf %last, %first : !r

  // Neighbours in pairs are threads of one warp.
  // CHECK: gpu.shuffle idx %[[VALUE]]
  // CHECK-NOT: memref.store
  %pairs = pirch.wg_permute %x [1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14, 17, 16, 19, 18, 21, 20, 23, 22, 25, 24, 27, 26, 29, 28, 31, 30, 33, 32, 35, 34, 37, 36, 39, 38] : !r -> !r
  %t = arith.addf %s, %pairs : !r

  // CHECK: gpu.all_reduce or %{{.*}} uniform
  %l = pirch.splat %limit : f32 -> !r
  %r = scf.while (%v = %t) : (!r) -> (!r) {
    %bits = arith.cmpf olt, %v, %l : !r
    %more = pirch.active %bits : !m
    scf.condition(%more) %v : !r
  } do {
  ^bb0(%v: !r):
    %next = arith.addf %v, %v : !r
    scf.yield %next : !r
  }
  // CHECK: scf.if
  // CHECK: llvm.store
  pirch.store %r, %a[%c0 + wg * %c40] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39] : !r, memref<?xf32>
  pirch.return
}
