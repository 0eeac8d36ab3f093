// Elements whose subscript is known at run time, loops over rounds, and elements that
// nobody loads, where work items are threads.
// RUN: pirch-opt %s --pirch-select-reorders --pirch-distribute --cse | FileCheck %s

// The bits of the subscript select in a tree: the last selects among elements 0 and
// 1, the one before it between these and element 2.
// CHECK-LABEL: gpu.func @extract
// CHECK: %[[X0:.*]] = llvm.load
// CHECK: %[[X1:.*]] = llvm.load
// CHECK: %[[X2:.*]] = llvm.load
// CHECK: %[[B0:.*]] = arith.andi %[[N:.*]], %c1_i64
// CHECK: %[[ODD:.*]] = arith.cmpi ne, %[[B0]]
// CHECK: %[[E1:.*]] = arith.select %[[ODD]], %[[X1]], %[[X0]]
// CHECK: %[[B1:.*]] = arith.andi %[[N]], %c2_i64
// CHECK: %[[TWO:.*]] = arith.cmpi ne, %[[B1]]
// CHECK: %[[E2:.*]] = arith.select %[[TWO]], %[[X2]], %[[E1]]
// CHECK-NOT: arith.select
// CHECK: llvm.store %[[E2]]
!r = !pirch.infreg<1x8x3xf32, #pirch.lanes<wg, wi, ix>>
!o = !pirch.infreg<1x8x1xf32, #pirch.lanes<wg, wi, ix>>
!i = !pirch.infreg<1x8x1xi64, #pirch.lanes<wg, wi, ix>>
pirch.kernel @extract(%a: memref<?xf32>, %n: i64) attributes {wg_size = 8 : i64, wg_pack = 1 : i64, target = #pirch.nvvm<>} {
  %c0 = arith.constant 0 : i64
  %c24 = arith.constant 24 : i64
  %x = pirch.load %a[%c0 + wg * %c24] [0, 8, 16, 1, 9, 17, 2, 10, 18, 3, 11, 19, 4, 12, 20, 5, 13, 21, 6, 14, 22, 7, 15, 23] : memref<?xf32> -> !r
  %at = pirch.splat %n : i64 -> !i
  %e = pirch.extract %x[%at] : !r, !i -> !o
  pirch.store %e, %a[%c0 + wg * %c24] [0, 1, 2, 3, 4, 5, 6, 7] : !o, memref<?xf32>
  pirch.return
}

// The rounds' values are scalars of each thread, and what the last one leaves is
// stored.
// CHECK-LABEL: gpu.func @rounds
// CHECK: %[[X:.*]] = llvm.load
// CHECK: %[[R:.*]]:2 = scf.while (%[[V:.*]] = %[[X]], %[[N:.*]] = %{{.*}}) : (f32, i64) -> (f32, i64)
// CHECK: %[[MORE:.*]] = arith.cmpi sgt, %[[N]]
// CHECK: scf.condition(%[[MORE]]) %[[V]], %[[N]]
// CHECK: ^bb0(%[[W:.*]]: f32, %[[M:.*]]: i64):
// CHECK: %[[S:.*]] = arith.addf %[[W]], %[[W]] : f32
// CHECK: %[[L:.*]] = arith.subi %[[M]]
// CHECK: scf.yield %[[S]], %[[L]] : f32, i64
// CHECK: llvm.store %[[R]]#0
pirch.kernel @rounds(%a: memref<?xf32>, %n: i64) attributes {wg_size = 8 : i64, wg_pack = 1 : i64, target = #pirch.nvvm<>} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c8 = arith.constant 8 : i64
  %x = pirch.load %a[%c0 + wg * %c8] [0, 1, 2, 3, 4, 5, 6, 7] : memref<?xf32> -> !o
  %r:2 = scf.while (%v = %x, %k = %n) : (!o, i64) -> (!o, i64) {
    %more = arith.cmpi sgt, %k, %c0 : i64
    scf.condition(%more) %v, %k : !o, i64
  } do {
  ^bb0(%v: !o, %k: i64):
    %s = arith.addf %v, %v : !o
    %l = arith.subi %k, %c1 : i64
    scf.yield %s, %l : !o, i64
  }
  pirch.store %r#0, %a[%c0 + wg * %c8] [0, 1, 2, 3, 4, 5, 6, 7] : !o, memref<?xf32>
  pirch.return
}

// The second element is loaded for no work item, the first and the third are.
// CHECK-LABEL: gpu.func @unused
// CHECK: %[[Y0:.*]] = llvm.load
// CHECK: %[[Y2:.*]] = llvm.load
// CHECK-NOT: llvm.load
// CHECK: %[[SUM:.*]] = arith.addf %[[Y0]], %[[Y2]]
// CHECK: llvm.store %[[SUM]]
pirch.kernel @unused(%a: memref<?xf32>) attributes {wg_size = 8 : i64, wg_pack = 1 : i64, target = #pirch.nvvm<>} {
  %c0 = arith.constant 0 : i64
  %c24 = arith.constant 24 : i64
  %x = pirch.load %a[%c0 + wg * %c24] [0, _, 16, 1, _, 17, 2, _, 18, 3, _, 19, 4, _, 20, 5, _, 21, 6, _, 22, 7, _, 23] : memref<?xf32> -> !r
  %first = pirch.reorder %x [0] : !r -> !o
  %third = pirch.reorder %x [2] : !r -> !o
  %sum = arith.addf %first, %third : !o
  pirch.store %sum, %a[%c0 + wg * %c24] [0, 1, 2, 3, 4, 5, 6, 7] : !o, memref<?xf32>
  pirch.return
}
