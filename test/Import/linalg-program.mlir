// A program on tensors, a part of which becomes a kernel, runs.

// RUN: pirch-opt %s --pirch-import-linalg --pirch-attach-target='target=#pirch.generic<>' --pirch-to-chunks --pirch-call-kernels -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: mlir-opt %t.mlir --load-dialect-plugin=%build/lib/PirchPlugin.so --convert-linalg-to-loops --expand-strided-metadata --lower-affine --convert-math-to-llvm --convert-vector-to-scf --convert-vector-to-llvm --convert-scf-to-cf --finalize-memref-to-llvm --convert-arith-to-llvm --convert-cf-to-llvm --convert-func-to-llvm --reconcile-unrealized-casts \
// RUN: | sed -E 's/pirch\.[a-z]+ = ("[^"]*"|#pirch[^>]*>)(, )?//g' \
// RUN: | mlir-runner -e main -entry-point-result=void -shared-libs=%llvm_prefix/lib/libmlir_runner_utils.so -shared-libs=%llvm_prefix/lib/libmlir_c_runner_utils.so | FileCheck %s --check-prefix=PRINTED

// CHECK-NOT: gpu.
// CHECK:     func.func @main
// CHECK:       call @main_batched0(
// CHECK:       linalg.reduce
// CHECK:     func.func @main_batched0(
// CHECK-NOT: linalg

// Each entry of the products is 4 times what its left matrix is filled with; the
// sum of all, 3 * 4 * 4 elements of 8, is no batch.
// PRINTED: [384]
func.func private @printMemrefF32(tensor<*xf32>)
func.func @main() {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant dense<1.0> : tensor<3x4x4xf32>
  %two = arith.constant dense<2.0> : tensor<3x4x4xf32>
  %empty = tensor.empty() : tensor<3x4x4xf32>
  %first = linalg.fill ins(%zero : f32) outs(%empty : tensor<3x4x4xf32>) -> tensor<3x4x4xf32>
  %product = linalg.batch_matmul ins(%two, %one : tensor<3x4x4xf32>, tensor<3x4x4xf32>)
                                 outs(%first : tensor<3x4x4xf32>) -> tensor<3x4x4xf32>
  %scalar = tensor.empty() : tensor<f32>
  %begin = linalg.fill ins(%zero : f32) outs(%scalar : tensor<f32>) -> tensor<f32>
  %sum = linalg.reduce { arith.addf } ins(%product : tensor<3x4x4xf32>)
                       outs(%begin : tensor<f32>) dimensions = [0, 1, 2]
  %unranked = tensor.cast %sum : tensor<f32> to tensor<*xf32>
  call @printMemrefF32(%unranked) : (tensor<*xf32>) -> ()
  return
}
