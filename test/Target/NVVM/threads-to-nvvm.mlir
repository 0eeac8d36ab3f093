// What MLIR's own conversion of the gpu dialect lacks.
// RUN: pirch-opt %s --pass-pipeline='builtin.module(gpu.module(pirch-threads-to-nvvm))' | FileCheck %s

gpu.module @kernels {
  // CHECK-LABEL: llvm.func @vote
  // CHECK: nvvm.vote.sync any %{{.*}}, %{{.*}} -> i1
  gpu.func @vote(%to: !llvm.ptr, %bit: i1) kernel {
    %any = gpu.subgroup_reduce or %bit uniform : (i1) -> i1
    llvm.store %any, %to : i1, !llvm.ptr
    gpu.return
  }

  // CHECK-LABEL: llvm.func @wide
  // CHECK-COUNT-2: nvvm.shfl.sync idx {{.*}} : i32 -> i32
  // CHECK-NOT: nvvm.shfl.sync
  gpu.func @wide(%to: !llvm.ptr, %x: f64, %from: i32) kernel {
    %c32 = arith.constant 32 : i32
    %v, %valid = gpu.shuffle idx %x, %from, %c32 : f64
    llvm.store %v, %to : f64, !llvm.ptr
    gpu.return
  }

  // Each warp of a block has a part of its memory.
  // CHECK: llvm.mlir.global internal @__wg_meet_0() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>
  // CHECK-LABEL: llvm.func @meet
  // CHECK-NOT: maxntid
  // CHECK-SAME: passthrough = {{\[}}["nvvm.reqntid", "64"]]
  // CHECK: llvm.store %{{.*}} : f32, !llvm.ptr<3>
  // CHECK: nvvm.bar.warp.sync
  // CHECK: llvm.load %{{.*}} : !llvm.ptr<3> -> f32
  // CHECK: llvm.intr.sqrt
  gpu.func @meet(%to: !llvm.ptr, %x: f32)
      workgroup(%memory : memref<64xi8, #gpu.address_space<workgroup>> {llvm.align = 16 : i64})
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %view = memref.view %memory[%c0][] : memref<64xi8, #gpu.address_space<workgroup>> to memref<16xf32, #gpu.address_space<workgroup>>
    memref.store %x, %view[%c0] : memref<16xf32, #gpu.address_space<workgroup>>
    pirch.subgroup_barrier
    %y = memref.load %view[%c1] : memref<16xf32, #gpu.address_space<workgroup>>
    %root = llvm.intr.sqrt(%y) : (f32) -> f32
    llvm.store %root, %to : f32, !llvm.ptr
    gpu.return
  }
}
