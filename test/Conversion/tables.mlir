// Tables of constants, on vectors and on threads: constants of the module, which equal tables share.
// RUN: pirch-opt %s --convert-pirch-to-vector | FileCheck %s
// RUN: sed 's/#pirch.generic<bits = 256>/#pirch.nvvm<>/' %s | pirch-opt - --pirch-distribute \
// RUN:   | FileCheck %s --check-prefix=THREADS

// CHECK-DAG: llvm.mlir.global private unnamed_addr constant @[[FIRST:.*]](dense<[1, 4, 9]> : tensor<3xi32>) {{.*}}alignment = 64
// CHECK-DAG: llvm.mlir.global private unnamed_addr constant @[[SECOND:.*]](dense<7> : tensor<5xi32>)
// CHECK-NOT: llvm.mlir.global
// CHECK-LABEL: func.func @lookup
// CHECK: llvm.mlir.addressof @[[FIRST]] : !llvm.ptr
// CHECK: llvm.intr.masked.gather
// CHECK-LABEL: func.func @other
// CHECK-DAG: llvm.mlir.addressof @[[FIRST]]
// CHECK-DAG: llvm.mlir.addressof @[[SECOND]]

// THREADS: gpu.module
// THREADS-DAG: llvm.mlir.global private unnamed_addr constant @[[FIRST:.*]](dense<[1, 4, 9]> : tensor<3xi32>) {addr_space = 1
// THREADS: gpu.func @lookup
// THREADS: %[[ADDRESS:.*]] = llvm.mlir.addressof @[[FIRST]] : !llvm.ptr<1>
// THREADS: %[[TABLE:.*]] = llvm.addrspacecast %[[ADDRESS]]
// THREADS: llvm.getelementptr %[[TABLE]][
!x = !pirch.infreg<1x8x1xi32, #pirch.lanes<wg, wi, ix>>
pirch.kernel @lookup(%a: memref<?xi32>)
    attributes {wg_size = 8 : i64, wg_pack = 1 : i64, lane_order = #pirch.lanes<wg, wi, ix>, target = #pirch.generic<bits = 256>} {
  %c0 = arith.constant 0 : i64
  %c8 = arith.constant 8 : i64
  %t = pirch.table dense<[1, 4, 9]> : tensor<3xi32> -> memref<3xi32>
  %i = pirch.load %a[%c0 + wg * %c8] [0, 1, 2, 3, 4, 5, 6, 7] : memref<?xi32> -> !x
  %x = pirch.gather %t[%i] : memref<3xi32>, !x -> !x
  pirch.store %x, %a[%c0 + wg * %c8] [0, 1, 2, 3, 4, 5, 6, 7] : !x, memref<?xi32>
  pirch.return
}

pirch.kernel @other(%a: memref<?xi32>)
    attributes {wg_size = 8 : i64, wg_pack = 1 : i64, lane_order = #pirch.lanes<wg, wi, ix>, target = #pirch.generic<bits = 256>} {
  %c0 = arith.constant 0 : i64
  %c8 = arith.constant 8 : i64
  %t = pirch.table dense<[1, 4, 9]> : tensor<3xi32> -> memref<3xi32>
  %u = pirch.table dense<7> : tensor<5xi32> -> memref<5xi32>
  %i = pirch.load %a[%c0 + wg * %c8] [0, 1, 2, 3, 4, 5, 6, 7] : memref<?xi32> -> !x
  %x = pirch.gather %t[%i] : memref<3xi32>, !x -> !x
  %y = pirch.gather %u[%x] : memref<5xi32>, !x -> !x
  pirch.store %y, %a[%c0 + wg * %c8] [0, 1, 2, 3, 4, 5, 6, 7] : !x, memref<?xi32>
  pirch.return
}
