// RUN: pirch-opt %s --pirch-distribute | FileCheck %s

// A thread reads and writes the elements of its row one by one.
// CHECK-LABEL: gpu.func @threads
// CHECK-COUNT-2: llvm.load %{{.*}} : !llvm.ptr -> f32
// CHECK-COUNT-2: llvm.store %{{.*}} : f32, !llvm.ptr
!gpair = !pirch.infreg<1x4x2xf32, #pirch.lanes<wg, wi, ix>>
!gat = !pirch.infreg<1x4x1xi64, #pirch.lanes<wg, wi, ix>>
pirch.kernel @threads(%a: memref<?xf32>, %n: i64)
    attributes {wg_size = 4 : i64, wg_pack = 1 : i64, target = #pirch.nvvm<>} {
  %at = pirch.splat %n : i64 -> !gat
  %x = pirch.load_rows %a[%n + %at] : memref<?xf32>, !gat -> !gpair
  pirch.store_rows %x, %a[%n + %at] : !gpair, memref<?xf32>, !gat
  pirch.return
}
