// A quotient that only some work items read is divided by what the others leave
// unknown. Whether the reciprocal is exact must not be asked of those: nothing may
// branch on unknown numbers.
// RUN: pirch-run %s --wg-size=16 --groups=3 --arg n=2 --check | FileCheck %s
// RUN: pirch-run %s --wg-size=16 --groups=3 --arg n=2 --target=avx2 --check | FileCheck %s
// RUN: pirch-run %s --wg-size=16 --groups=3 --arg n=2 --target=generic --check | FileCheck %s
// CHECK: check: o: ok
// pirch-run: --arg o=zeros(GROUPS, WG_SIZE) --arg x=zeros(GROUPS, WG_SIZE, 4) --arg n=2
__kernel void unread(__global double *o, __global const double *x, int n) {
  int lid = get_local_id(0);
  size_t at = get_global_id(0);
  double a = x[at * 4], z = x[at * 4 + 2], b[3];
  for (int k = 0; k < 3; ++k)
    b[k] = x[at * 4 + k] + k;
  switch (lid & 1) {
  case 0:
    if (lid != 8)
      break;
  case 1:
    for (int k = 0; k < n; ++k)
      z /= lid & 1 ? 0.0 : a / b[2];
    o[at] -= a * 0.0 - z;
  }
}
