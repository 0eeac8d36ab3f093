// Where a store's place is computed by up to eight operations, one of another, it is
// known how it is aligned; beyond them nobody looks, and what may not start a line is
// not streamed.
// RUN: pirch-opt %s --pass-pipeline='builtin.module(func.func(pirch-nontemporal-stores))' | FileCheck %s

// CHECK-LABEL: @eight_left
// CHECK: llvm.store %{{.*}} {alignment = 64 : i64, nontemporal}
// CHECK-LABEL: @eight_right
// CHECK: llvm.store %{{.*}} {alignment = 64 : i64, nontemporal}
// CHECK-LABEL: @nine_left
// CHECK-NOT: nontemporal
// CHECK-LABEL: @nine_right
// CHECK-NOT: nontemporal
func.func @eight_left(%c: !llvm.ptr, %x: vector<8xf64>, %first: i64, %last: i64) attributes {pirch.target = #pirch.avx512<>} {
  %step = arith.constant 1 : i64
  %size = arith.constant 8 : i64
  scf.for %g = %first to %last step %step : i64 {
    %i0 = arith.muli %g, %size : i64
    %i1 = arith.addi %i0, %size : i64
    %i2 = arith.addi %i1, %size : i64
    %i3 = arith.addi %i2, %size : i64
    %i4 = arith.addi %i3, %size : i64
    %i5 = arith.addi %i4, %size : i64
    %i6 = arith.addi %i5, %size : i64
    %i7 = arith.addi %i6, %size : i64
    %q = llvm.getelementptr %c[%i7] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    llvm.store %x, %q {alignment = 8 : i64} : vector<8xf64>, !llvm.ptr
  }
  return
}
func.func @eight_right(%c: !llvm.ptr, %x: vector<8xf64>, %first: i64, %last: i64) attributes {pirch.target = #pirch.avx512<>} {
  %step = arith.constant 1 : i64
  %size = arith.constant 8 : i64
  scf.for %g = %first to %last step %step : i64 {
    %i0 = arith.muli %g, %size : i64
    %i1 = arith.addi %size, %i0 : i64
    %i2 = arith.addi %size, %i1 : i64
    %i3 = arith.addi %size, %i2 : i64
    %i4 = arith.addi %size, %i3 : i64
    %i5 = arith.addi %size, %i4 : i64
    %i6 = arith.addi %size, %i5 : i64
    %i7 = arith.addi %size, %i6 : i64
    %q = llvm.getelementptr %c[%i7] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    llvm.store %x, %q {alignment = 8 : i64} : vector<8xf64>, !llvm.ptr
  }
  return
}
func.func @nine_left(%c: !llvm.ptr, %x: vector<8xf64>, %first: i64, %last: i64) attributes {pirch.target = #pirch.avx512<>} {
  %step = arith.constant 1 : i64
  %size = arith.constant 8 : i64
  scf.for %g = %first to %last step %step : i64 {
    %i0 = arith.muli %g, %size : i64
    %i1 = arith.addi %i0, %size : i64
    %i2 = arith.addi %i1, %size : i64
    %i3 = arith.addi %i2, %size : i64
    %i4 = arith.addi %i3, %size : i64
    %i5 = arith.addi %i4, %size : i64
    %i6 = arith.addi %i5, %size : i64
    %i7 = arith.addi %i6, %size : i64
    %i8 = arith.addi %i7, %size : i64
    %q = llvm.getelementptr %c[%i8] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    llvm.store %x, %q {alignment = 8 : i64} : vector<8xf64>, !llvm.ptr
  }
  return
}
func.func @nine_right(%c: !llvm.ptr, %x: vector<8xf64>, %first: i64, %last: i64) attributes {pirch.target = #pirch.avx512<>} {
  %step = arith.constant 1 : i64
  %size = arith.constant 8 : i64
  scf.for %g = %first to %last step %step : i64 {
    %i0 = arith.muli %g, %size : i64
    %i1 = arith.addi %size, %i0 : i64
    %i2 = arith.addi %size, %i1 : i64
    %i3 = arith.addi %size, %i2 : i64
    %i4 = arith.addi %size, %i3 : i64
    %i5 = arith.addi %size, %i4 : i64
    %i6 = arith.addi %size, %i5 : i64
    %i7 = arith.addi %size, %i6 : i64
    %i8 = arith.addi %size, %i7 : i64
    %q = llvm.getelementptr %c[%i8] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    llvm.store %x, %q {alignment = 8 : i64} : vector<8xf64>, !llvm.ptr
  }
  return
}
