// In a block that nobody reaches, values may be used before they are defined,
// even in a circle; the scheduler must still end.
// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-schedule-operations))' | FileCheck %s

// CHECK-LABEL: @unreachable
func.func @unreachable(%x: i32) {
  return
^bb1:
  // CHECK: ^bb1:
  // CHECK-DAG: arith.addi
  // CHECK-DAG: arith.addi
  // CHECK: cf.br ^bb1
  %0 = arith.addi %1, %x : i32
  %1 = arith.addi %0, %x : i32
  cf.br ^bb1
}
