// RUN: pirch-opt %s --convert-pirch-to-vector | FileCheck %s

// Four rows of four elements are four vectors and a transposition of eight shuffles.
// CHECK-LABEL: func.func @transposed
// CHECK-COUNT-4: llvm.load %{{.*}} : !llvm.ptr -> vector<4xf32>
// CHECK-COUNT-8: vector.shuffle
// CHECK-NOT: masked_gather
// CHECK-COUNT-8: vector.shuffle
// CHECK-COUNT-4: llvm.store %{{.*}} : vector<4xf32>, !llvm.ptr
!row = !pirch.infreg<1x4x4xf32, #pirch.lanes<ix, wi, wg>>
!at = !pirch.infreg<1x4x1xi64, #pirch.lanes<ix, wi, wg>>
pirch.kernel @transposed(%a: memref<?xf32>, %b: memref<?xf32>, %n: i64)
    attributes {wg_size = 4 : i64, wg_pack = 1 : i64, target = #pirch.generic<bits = 128>} {
  %c0 = arith.constant 0 : i64
  %i = pirch.load %b[%c0 + wg * %c0] [0, 0, 0, 0] : memref<?xf32> -> !pirch.infreg<1x4x1xf32, #pirch.lanes<ix, wi, wg>>
  %at = pirch.convert fptosi %i : !pirch.infreg<1x4x1xf32, #pirch.lanes<ix, wi, wg>> -> !at
  %x = pirch.load_rows %a[%n + %at] : memref<?xf32>, !at -> !row
  %y = arith.addf %x, %x : !row
  pirch.store_rows %y, %a[%n + %at] : !row, memref<?xf32>, !at
  pirch.return
}

// Rows of two elements are loaded and stored as such.
// CHECK-LABEL: func.func @short
// CHECK-COUNT-4: llvm.load %{{.*}} : !llvm.ptr -> vector<2xf32>
// CHECK-COUNT-4: llvm.store %{{.*}} : vector<2xf32>, !llvm.ptr
!pair = !pirch.infreg<1x4x2xf32, #pirch.lanes<ix, wi, wg>>
pirch.kernel @short(%a: memref<?xf32>, %n: i64)
    attributes {wg_size = 4 : i64, wg_pack = 1 : i64, target = #pirch.generic<bits = 128>} {
  %at = pirch.splat %n : i64 -> !at
  %x = pirch.load_rows %a[%n + %at] : memref<?xf32>, !at -> !pair
  pirch.store_rows %x, %a[%n + %at] : !pair, memref<?xf32>, !at
  pirch.return
}

// No instruction of VE permutes two registers: elements are gathered and scattered.
// CHECK-LABEL: func.func @gathered
// CHECK: llvm.intr.masked.gather
// CHECK: llvm.intr.masked.scatter
!vrow = !pirch.infreg<1x4x4xf64, #pirch.lanes<ix, wi, wg>>
pirch.kernel @gathered(%a: memref<?xf64>, %n: i64)
    attributes {wg_size = 4 : i64, wg_pack = 1 : i64, target = #pirch.ve<>} {
  %at = pirch.splat %n : i64 -> !at
  %x = pirch.load_rows %a[%n + %at] : memref<?xf64>, !at -> !vrow
  pirch.store_rows %x, %a[%n + %at] : !vrow, memref<?xf64>, !at
  pirch.return
}
