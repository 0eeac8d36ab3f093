// Gathers from small tables: lookups in registers that hold the table, selected among by the index's further bits.
// RUN: pirch-opt %s --convert-pirch-to-vector | FileCheck %s

// 40 numbers fill two registers and half of a third; one instruction looks in two of them.
// CHECK-LABEL: func.func @three_registers
// CHECK: %[[I:.*]] = llvm.load {{.*}} -> vector<16xi32>
// CHECK: %[[LOW:.*]] = pirch.lookup %{{.*}}, %{{.*}}[%[[I]]] : vector<16xf32>, vector<16xf32> by vector<16xi32>
// CHECK: %[[HIGH:.*]] = pirch.lookup %{{.*}}[%[[I]]] : vector<16xf32> by vector<16xi32>
// CHECK: %[[MASK:.*]] = arith.constant dense<32> : vector<16xi32>
// CHECK: %[[BIT:.*]] = arith.andi %[[I]], %[[MASK]]
// CHECK: %[[TEST:.*]] = arith.cmpi ne, %[[BIT]]
// CHECK: arith.select %[[TEST]], %[[HIGH]], %[[LOW]]
// CHECK-NOT: gather
!f = !pirch.infreg<1x16x1xf32, #pirch.lanes<wg, wi, ix>>
!i = !pirch.infreg<1x16x1xi32, #pirch.lanes<wg, wi, ix>>
!b = !pirch.infreg<1x16x1xi8, #pirch.lanes<wg, wi, ix>>
pirch.kernel @three_registers(%a: memref<?xi32>, %out: memref<?xf32>)
    attributes {wg_size = 16 : i64, wg_pack = 1 : i64, lane_order = #pirch.lanes<wg, wi, ix>, target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c16 = arith.constant 16 : i64
  %t = pirch.table dense<0.5> : tensor<40xf32> -> memref<40xf32>
  %i = pirch.load %a[%c0 + wg * %c16] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : memref<?xi32> -> !i
  %x = pirch.gather %t[%i] : memref<40xf32>, !i -> !f
  pirch.store %x, %out[%c0 + wg * %c16] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : !f, memref<?xf32>
  pirch.return
}

// More than instructions look up in less time than a gather takes.
// CHECK-LABEL: func.func @many
// CHECK-NOT: pirch.lookup
// CHECK: llvm.intr.masked.gather
pirch.kernel @many(%a: memref<?xi32>, %out: memref<?xf32>)
    attributes {wg_size = 16 : i64, wg_pack = 1 : i64, lane_order = #pirch.lanes<wg, wi, ix>, target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c16 = arith.constant 16 : i64
  %t = pirch.table dense<0.5> : tensor<400xf32> -> memref<400xf32>
  %i = pirch.load %a[%c0 + wg * %c16] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : memref<?xi32> -> !i
  %x = pirch.gather %t[%i] : memref<400xf32>, !i -> !f
  pirch.store %x, %out[%c0 + wg * %c16] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : !f, memref<?xf32>
  pirch.return
}

// 16 bytes are a quarter of the register that holds 64 of a table.
// CHECK-LABEL: func.func @bytes
// CHECK: %[[I:.*]] = arith.trunci {{.*}} : vector<16xi32> to vector<16xi8>
// CHECK: %[[WIDE:.*]] = vector.shuffle %[[I]], %[[I]] [0, 1, {{.*}}15, -1,
// CHECK: %[[FOUND:.*]] = pirch.lookup %{{.*}}, %{{.*}}[%[[WIDE]]] : vector<64xi8>, vector<64xi8> by vector<64xi8>
// CHECK: vector.shuffle %[[FOUND]], %[[FOUND]] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
pirch.kernel @bytes(%a: memref<?xi32>, %out: memref<?xi8>)
    attributes {wg_size = 16 : i64, wg_pack = 1 : i64, lane_order = #pirch.lanes<wg, wi, ix>, target = #pirch.avx512<cpu = "znver4">} {
  %c0 = arith.constant 0 : i64
  %c16 = arith.constant 16 : i64
  %t = pirch.table dense<5> : tensor<256xi8> -> memref<256xi8>
  %i = pirch.load %a[%c0 + wg * %c16] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : memref<?xi32> -> !i
  %x = pirch.gather %t[%i] : memref<256xi8>, !i -> !b
  pirch.store %x, %out[%c0 + wg * %c16] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : !b, memref<?xi8>
  pirch.return
}

// A window that is not known to lie in the buffer stays a gather under a mask, which
// may leave out all work items.
// CHECK-LABEL: func.func @masked_window
// CHECK-NOT: pirch.lookup
// CHECK: llvm.intr.masked.gather
// CHECK-NOT: pirch.lookup
// CHECK: return
!m = !pirch.infreg<1x16x1xi1, #pirch.lanes<wg, wi, ix>>
pirch.kernel @masked_window(%a: memref<?xi32>, %t: memref<?xf32>, %out: memref<?xf32>)
    attributes {wg_size = 16 : i64, wg_pack = 1 : i64, lane_order = #pirch.lanes<wg, wi, ix>, target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %c16 = arith.constant 16 : i64
  %i = pirch.load %a[%c0 + wg * %c16] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : memref<?xi32> -> !i
  %m = arith.cmpi slt, %i, %i : !i
  %x = pirch.gather %t[%i] mask %m : !m {window = array<i64: 0, 16>} : memref<?xf32>, !i -> !f
  pirch.store %x, %out[%c0 + wg * %c16] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] mask %m : !m : !f, memref<?xf32>
  pirch.return
}
