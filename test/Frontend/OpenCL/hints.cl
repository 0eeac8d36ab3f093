// A hint that is not followed gives a warning at its place.
// RUN: pirchc %s --wg-size=4 --target=generic --emit=mlir-workitem -o /dev/null 2>&1 | FileCheck %s
__kernel void k(__global int *a, int n) {
  int sum = 0;
  // CHECK: hints.cl:[[@LINE+1]]:9: warning: this hint has no effect
#pragma unroll 4
  for (int i = 0; i < n; ++i)
    sum += a[i];
  a[get_global_id(0)] = sum;
}
