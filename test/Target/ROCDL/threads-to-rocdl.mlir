// What MLIR's own conversion of the gpu dialect lacks.
// RUN: pirch-opt %s --pass-pipeline='builtin.module(gpu.module(pirch-threads-to-rocdl))' | FileCheck %s

gpu.module @kernels {
  // CHECK-LABEL: llvm.func @vote
  // CHECK: rocdl.ballot
  // CHECK: llvm.icmp "ne"
  gpu.func @vote(%to: !llvm.ptr, %bit: i1) kernel {
    %any = gpu.subgroup_reduce or %bit uniform : (i1) -> i1
    llvm.store %any, %to : i1, !llvm.ptr
    gpu.return
  }

  // CHECK-LABEL: llvm.func @wide
  // CHECK-COUNT-2: rocdl.ds_bpermute
  // CHECK-NOT: rocdl.ds_bpermute
  gpu.func @wide(%to: !llvm.ptr, %x: f64, %from: i32) kernel {
    %c64 = arith.constant 64 : i32
    %v, %valid = gpu.shuffle idx %x, %from, %c64 : f64
    llvm.store %v, %to : f64, !llvm.ptr
    gpu.return
  }
}
