// Hints that cannot be followed give a warning at the loop, or at the hint, that says why.
// RUN: pirchc %s --wg-size=4 --target=generic -o /dev/null 2>&1 | FileCheck %s --check-prefixes=CHECK --implicit-check-not=warning:
// RUN: pirchc %s --wg-size=4 --target=ve -o /dev/null 2>&1 | FileCheck %s --check-prefixes=CHECK,VE --implicit-check-not=warning:
// RUN: pirchc %s --wg-size=4 --target=nvvm --emit=ptx -o /dev/null 2>&1 | FileCheck %s --check-prefixes=CHECK,GPU --implicit-check-not=warning:
__kernel void k(__global int *a, int n) {
  int sum = 0;
// CHECK: hints-lost.cl:[[@LINE+1]]:15: warning: this hint has no effect: which iterations are computed side by side is chosen by their cost
#pragma clang loop vectorize(enable)
  for (int i = 0; i < n; ++i)
    sum += a[i];
// CHECK: hints-lost.cl:[[@LINE+2]]:3: warning: loop not unrolled: how many iterations it has is not known at compile time
#pragma clang loop unroll(full)
  for (int i = 0; i < n; ++i)
    sum += a[i];
// CHECK: hints-lost.cl:[[@LINE+2]]:3: warning: loop not unrolled: that would make more than 320000 operations
#pragma unroll
  for (int i = 0; i < 60000; ++i)
    sum = a[i] ^ (sum * 5 + 3);
// VE: hints-lost.cl:[[@LINE+3]]:3: warning: loop not unrolled: registers that several iterations need at once might not fit
// GPU: hints-lost.cl:[[@LINE+2]]:3: warning: loop not unrolled: the threads of a warp meet in each of its iterations
#pragma unroll 4
  for (int i = 0; i < n; ++i)
    sum = (sum ^ a[i]) * 3;
  a[get_global_id(0)] = sum;
}
