// A collective makes every chunk once for each work item. There are no loops
// here that could stay loops.
// RUN: not pirchc %s --wg-size=1024 --emit=mlir -o %t 2>&1 | FileCheck %s
// CHECK: exchange.cl:[[#@LINE+6]]:{{[0-9]+}}: error: not supported: kernel 'k' needs {{[0-9]+}} operations on native vectors

#define FOUR(STEP, N) STEP(N) STEP(N + 1) STEP(N + 2) STEP(N + 3)
#define ALL(STEP) FOUR(STEP, 0) FOUR(STEP, 4) FOUR(STEP, 8) FOUR(STEP, 12)
#define SUM(N) t[N] = sub_group_reduce_add(t[N]) + shuffle(t[15 - (N)], 3);
#define SCAN(N) t[N] += sub_group_scan_inclusive_add(t[N] * 3);
__kernel void k(__global double *a) {
  double t[16];
  for (int i = 0; i < 16; ++i)
    t[i] = a[get_global_id(0) * 16 + i];
  ALL(SUM) ALL(SCAN) ALL(SCAN) ALL(SCAN) ALL(SCAN)
  for (int i = 0; i < 16; ++i)
    a[get_global_id(0) * 16 + i] = t[i];
}
