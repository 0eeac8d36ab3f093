// Which products are fused into sums: those that Clang would fuse. Products of
// literals it has folded before; products of calls, whatever their arguments, it has
// not.
// RUN: pirchc %s --wg-size=4 --cpu=x86-64-v4 --emit=mlir-workitem | FileCheck %s
// RUN: pirchc %s --wg-size=4 --cpu=x86-64-v4 --emit=mlir-workitem -ffp-contract=off | FileCheck %s --check-prefix=OFF
// OFF-NOT: math.fma

__kernel void k(__global double *restrict a) {
  double x = a[get_global_id(0)];
  // CHECK: math.fma
  a[get_global_id(0)] = x * x + 1;
  // CHECK: math.absf
  // CHECK: math.absf
  // CHECK: math.fma
  a[get_global_id(0)] = x + fabs(3.0) * fabs(1.3);
  // CHECK-NOT: math.fma
  a[get_global_id(0)] = x + 3.0 * 1.3;
}
