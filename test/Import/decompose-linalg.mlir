// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-decompose-linalg))' | FileCheck %s

// CHECK-LABEL: func.func @softmax(
// CHECK-NOT:     linalg.softmax
// CHECK:         linalg.fill
// CHECK:         linalg.generic
// CHECK:           arith.maxnumf
// CHECK:         linalg.generic
// CHECK:           math.exp
// CHECK:         linalg.generic
// CHECK:           arith.addf
// CHECK:         linalg.generic
// CHECK:           arith.divf
func.func @softmax(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %r = linalg.softmax dimension(1) ins(%x : tensor<?x4xf32>) outs(%y : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}

// On memrefs there is no decomposition.
// CHECK-LABEL: func.func @buffers(
// CHECK:         linalg.softmax
func.func @buffers(%x: memref<?x4xf32>, %y: memref<?x4xf32>) {
  linalg.softmax dimension(1) ins(%x : memref<?x4xf32>) outs(%y : memref<?x4xf32>)
  return
}
