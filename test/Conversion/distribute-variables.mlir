// Variables in memory and atomic operations, on threads.
// RUN: pirch-opt %s --split-input-file --pirch-distribute --verify-diagnostics | FileCheck %s

// Eight groups of four work items in a warp: eight copies of 8 elements, and as
// many for each further warp of the block.
// CHECK-LABEL: gpu.func @shared
// CHECK-SAME: workgroup(%[[M:.*]] : memref<1024xi8, #gpu.address_space<workgroup>>
// CHECK: %[[T:.*]] = memref.view %[[M]]{{.*}} to memref<64xf32, #gpu.address_space<workgroup>>
// CHECK: memref.store %{{.*}}, %[[T]]
// CHECK: pirch.subgroup_barrier
// CHECK: memref.load %[[T]]
!x = !pirch.infreg<1x4x1xf32, #pirch.lanes<wg, wi, ix>>
!at = !pirch.infreg<1x4x1xi64, #pirch.lanes<wg, wi, ix>>
pirch.kernel @shared(%a: memref<?xf32>, %n: i64)
    attributes {wg_size = 4 : i64, wg_pack = 1 : i64, target = #pirch.nvvm<>} {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %t = pirch.alloca : memref<8xf32, 3>
  %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xf32> -> !x
  %i = pirch.splat %n : i64 -> !at
  pirch.scatter %x, %t[%i] : !x, memref<8xf32, 3>, !at
  %y = pirch.gather %t[%i] : memref<8xf32, 3>, !at -> !x
  pirch.store %y, %a[%c0 + wg * %c4] [0, 1, 2, 3] : !x, memref<?xf32>
  pirch.return
}

// -----

// A private variable is in the thread's own memory, and needs no barrier.
// CHECK-LABEL: gpu.func @private
// CHECK-NOT: workgroup(
// CHECK: llvm.alloca %{{.*}} x f32
// CHECK-NOT: pirch.subgroup_barrier
// CHECK: return
!x = !pirch.infreg<1x4x1xf32, #pirch.lanes<wg, wi, ix>>
!at = !pirch.infreg<1x4x1xi64, #pirch.lanes<wg, wi, ix>>
pirch.kernel @private(%s: f32, %n: i64)
    attributes {wg_size = 4 : i64, wg_pack = 1 : i64, target = #pirch.nvvm<>} {
  %t = pirch.alloca : memref<32xf32, 5>
  %x = pirch.splat %s : f32 -> !x
  %i = pirch.splat %n : i64 -> !at
  pirch.scatter %x, %t[%i] : !x, memref<32xf32, 5>, !at
  pirch.return
}

// -----

// CHECK-LABEL: gpu.func @atomic
// CHECK: scf.if
// CHECK: llvm.atomicrmw add
// CHECK: scf.if
// CHECK: memref.atomic_rmw addi
!w = !pirch.infreg<1x4x1xi32, #pirch.lanes<wg, wi, ix>>
!at = !pirch.infreg<1x4x1xi64, #pirch.lanes<wg, wi, ix>>
pirch.kernel @atomic(%a: memref<?xi32>, %n: i64)
    attributes {wg_size = 4 : i64, wg_pack = 1 : i64, target = #pirch.nvvm<>} {
  %t = pirch.alloca : memref<8xi32, 3>
  %x = pirch.wi_index : !w
  %i = pirch.splat %n : i64 -> !at
  %p = pirch.atomic_rmw addi %x, %a[%i] : !w, memref<?xi32>, !at
  %q = pirch.atomic_rmw addi %p, %t[%i] : !w, memref<8xi32, 3>, !at
  pirch.return
}

// -----

// expected-error @+1 {{not supported: __local variables of 160000 bytes in a block of threads (at most 49152)}}
pirch.kernel @large() attributes {wg_size = 32 : i64, wg_pack = 1 : i64, target = #pirch.nvvm<>} {
  %t = pirch.alloca : memref<40000xf32, 3>
  pirch.return
}
