// RUN: pirch-opt %s --pirch-select-reorders --pirch-distribute --cse | FileCheck %s

// Four groups of 8 share a warp; what is past the last group repeats it.
// CHECK-LABEL: gpu.func @lanes
// CHECK-SAME: (%[[A:.*]]: !llvm.ptr, %[[FIRST:.*]]: i64, %[[COUNT:.*]]: i64) kernel
!r = !pirch.infreg<1x8x2xf32, #pirch.lanes<wg, wi, ix>>
pirch.kernel @lanes(%a: memref<?xf32>) attributes {wg_size = 8 : i64, wg_pack = 1 : i64, target = #pirch.nvvm<>} {
  // CHECK: %[[THREAD:.*]] = gpu.thread_id x
  // CHECK: %[[TID:.*]] = arith.index_cast %[[THREAD]] : index to i32
  // CHECK: %[[LANE:.*]] = arith.andi %[[TID]], %{{.*}}
  // A warp past the last group has nothing to do.
  // CHECK: %[[END:.*]] = arith.addi %[[FIRST]], %[[COUNT]]
  // CHECK: %[[START:.*]] = arith.addi %[[FIRST]], %{{.*}} : i64
  // CHECK: %[[SOME:.*]] = arith.cmpi slt, %[[START]], %[[END]]
  // CHECK: scf.if %[[SOME]]
  // CHECK: %[[SLOT:.*]] = arith.divui %[[LANE]], %[[EIGHT:.*]] : i32
  // CHECK: %[[ITEM:.*]] = arith.remui %[[LANE]], %[[EIGHT]] : i32
  // CHECK: %[[INSIDE:.*]] = arith.cmpi slt, %[[GROUP:.*]], %[[END]]
  // CHECK: arith.minsi %[[GROUP]], %{{.*}} : i64
  %c0 = arith.constant 0 : i64
  %c16 = arith.constant 16 : i64
  // Neighbouring items read neighbouring elements: two loads of each thread.
  // CHECK: %[[X0:.*]] = llvm.load %{{.*}} : !llvm.ptr -> f32
  // CHECK: %[[X1:.*]] = llvm.load %{{.*}} : !llvm.ptr -> f32
  %x = pirch.load %a[%c0 + wg * %c16] [0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15] : memref<?xf32> -> !r
  // Reorders are other names.
  // CHECK-NOT: gpu.shuffle
  %y = pirch.reorder %x [1, 0] : !r -> !r
  // CHECK: %[[S:.*]] = arith.addf %[[X0]], %[[X1]]
  %s = arith.addf %x, %y : !r
  // Item 3's: one shuffle for each element, from the group's own thread 3.
  // CHECK: %[[FROM:.*]] = arith.addi %{{.*}}, %{{.*}} : i32
  // CHECK: gpu.shuffle idx %{{.*}}, %[[FROM]], %c32_i32 : f32
  %p = pirch.wg_permute %s [3, 3, 3, 3, 3, 3, 3, 3] : !r -> !r
  // Half of the items take it: those before item 4.
  // CHECK: %[[BIT:.*]] = arith.cmpi ult, %[[ITEM]], %{{.*}} : i32
  // CHECK: arith.select %[[BIT]], %{{.*}}, %{{.*}} : f32
  %m = pirch.merge %p into %x lanes ["11" x 4, "00" x 4] : !r
  // Loads of all threads come before the stores of any.
  // CHECK: pirch.subgroup_barrier
  // CHECK: scf.if
  // CHECK-NEXT: llvm.store
  pirch.store %m, %a[%c0 + wg * %c16] [0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15] : !r, memref<?xf32>
  // What others stored is seen after a barrier.
  // CHECK: pirch.subgroup_barrier
  // CHECK: llvm.load
  %z = pirch.load %a[%c0 + wg * %c16] [8, 0, 9, 1, 10, 2, 11, 3, 12, 4, 13, 5, 14, 6, 15, 7] : memref<?xf32> -> !r
  pirch.store %z, %a[%c0 + wg * %c16] [0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15] : !r, memref<?xf32>
  pirch.return
}

// Which items take a value is a comparison with one of them, or with the first,
// where that says it, and otherwise a bit of a constant. Exchanges from one item
// are made once.
// CHECK-LABEL: gpu.func @bits
pirch.kernel @bits(%a: memref<?xf32>) attributes {wg_size = 8 : i64, wg_pack = 1 : i64, target = #pirch.nvvm<>} {
  %c0 = arith.constant 0 : i64
  %c16 = arith.constant 16 : i64
  %x = pirch.load %a[%c0 + wg * %c16] [0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15] : memref<?xf32> -> !r
  // CHECK-COUNT-2: gpu.shuffle
  %p = pirch.wg_permute %x [3, 3, 3, 3, 3, 3, 3, 3] : !r -> !r
  // CHECK: arith.cmpi ne, %{{.*}}, %c5_i32
  %m = pirch.merge %p into %x lanes ["11" x 5, "00" x 1, "11" x 2] : !r
  // CHECK-NOT: gpu.shuffle
  %q = pirch.wg_permute %x [_, 3, 3, _, _, _, _, _] : !r -> !r
  // CHECK: %[[BITS:.*]] = arith.shrui %c6_i32, %{{.*}} : i32
  // CHECK: arith.trunci %[[BITS]] : i32 to i1
  %n = pirch.merge %q into %m lanes ["00" x 1, "11" x 2, "00" x 5] : !r
  pirch.store %n, %a[%c0 + wg * %c16] [0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15] : !r, memref<?xf32>
  pirch.return
}
