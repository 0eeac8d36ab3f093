// Which products are fused into sums: those that Clang would fuse. Products of
// literals it has folded before; products of calls, whatever their arguments, it has
// not.
// RUN: pirchc %s --wg-size=4 --target=avx512 --cpu=x86-64-v4 --emit=mlir-workitem | FileCheck %s
// RUN: pirchc %s --wg-size=4 --target=avx512 --cpu=x86-64-v4 --emit=mlir-workitem -ffp-contract=off | FileCheck %s --check-prefix=OFF
// Only the pragma that asks for it fuses then.
// OFF-COUNT-1: math.fma
// OFF-NOT: math.fma

__kernel void k(__global double *restrict a) {
  double x = a[get_global_id(0)];
  // CHECK: math.fma
  a[get_global_id(0)] = x * x + 1;
  // CHECK: math.absf
  // CHECK: math.absf
  // CHECK: math.fma
  a[get_global_id(0)] = x + fabs(3.0) * fabs(1.3);
  // CHECK: arith.divf
  // CHECK: math.fma
  a[get_global_id(0)] = x + 3.0 * rcp(1.3);
  // CHECK: arith.extui
  // CHECK: math.fma
  a[get_global_id(0)] = x + 3.0 * isinf(1.3);
  // CHECK-NOT: math.fma
  a[get_global_id(0)] = x + 3.0 * 1.3;
  // A pragma holds for the statements that follow it in its block, in the
  // spelling of OpenCL C, of C and of Clang.
  // CHECK-NOT: math.fma
  {
#pragma OPENCL FP_CONTRACT OFF
    a[get_global_id(0)] = x * x + 2;
  }
  {
#pragma STDC FP_CONTRACT OFF
    a[get_global_id(0)] = x * x + 3;
  }
  {
#pragma clang fp contract(off)
    a[get_global_id(0)] = x * x + 4;
  }
  // CHECK: memref.store
  // CHECK: memref.store
  // CHECK: memref.store
  // Fast permits more than one expression; what is fused is the same.
  // CHECK: math.fma
  {
#pragma clang fp contract(fast)
    a[get_global_id(0)] = x * x + 5;
    // CHECK: arith.mulf
    // CHECK: arith.addf
    double product = x * x;
    a[get_global_id(0)] = product + 6;
  }
  // A negated product is fused, in either place.
  // CHECK: math.fma
  a[get_global_id(0)] = -(x * x) + 7;
  // CHECK: math.fma
  a[get_global_id(0)] = 8 - -(x * x);
  // An index is no constant that Clang would have folded.
  // CHECK: math.fma
  a[get_global_id(0)] = get_local_id(0) * 0.1 + x;
  // CHECK: return
}
