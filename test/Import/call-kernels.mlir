// A program that launches a kernel becomes one that calls a function, and runs.

// RUN: pirch-opt %s --convert-gpu-to-pirch --pirch-attach-target='target=#pirch.generic<>' --pirch-to-chunks --pirch-call-kernels | FileCheck %s
// RUN: pirch-opt %s --convert-gpu-to-pirch --pirch-attach-target='target=#pirch.generic<>' --pirch-to-chunks --pirch-call-kernels -o %t.mlir
// RUN: mlir-opt %t.mlir --load-dialect-plugin=%build/lib/PirchPlugin.so --expand-strided-metadata --convert-vector-to-scf --convert-vector-to-llvm --convert-scf-to-cf --finalize-memref-to-llvm --convert-arith-to-llvm --convert-cf-to-llvm --convert-func-to-llvm --reconcile-unrealized-casts \
// RUN: | sed -E 's/pirch\.[a-z]+ = ("[^"]*"|#pirch[^>]*>)(, )?//g' \
// RUN: | mlir-runner -e main -entry-point-result=void -shared-libs=%llvm_prefix/lib/libmlir_runner_utils.so -shared-libs=%llvm_prefix/lib/libmlir_c_runner_utils.so | FileCheck %s --check-prefix=PRINTED

// CHECK-NOT: gpu.
// CHECK: func.func @main
// CHECK: call @double(%{{.*}}) : (!llvm.ptr, i64, i64) -> ()
// CHECK: func.func @double(%{{.*}}: !llvm.ptr {llvm.noalias}, %{{.*}}: i64, %{{.*}}: i64)
// PRINTED: [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22]
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @double(%a: memref<12xi32>) kernel {
      %i = gpu.global_id x
      %x = memref.load %a[%i] : memref<12xi32>
      %y = arith.addi %x, %x : i32
      memref.store %y, %a[%i] : memref<12xi32>
      gpu.return
    }
  }
  func.func private @printMemrefI32(memref<*xi32>)
  func.func @main() {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c12 = arith.constant 12 : index
    %a = memref.alloc() : memref<12xi32>
    scf.for %i = %c0 to %c12 step %c1 {
      %v = arith.index_cast %i : index to i32
      memref.store %v, %a[%i] : memref<12xi32>
    }
    gpu.launch_func @kernels::@double blocks in (%c3, %c1, %c1) threads in (%c4, %c1, %c1) args(%a : memref<12xi32>)
    %u = memref.cast %a : memref<12xi32> to memref<*xi32>
    call @printMemrefI32(%u) : (memref<*xi32>) -> ()
    memref.dealloc %a : memref<12xi32>
    return
  }
}
