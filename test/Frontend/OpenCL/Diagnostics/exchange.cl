// A collective makes every chunk once for each work item.
// RUN: not pirchc %s --wg-size=1024 --emit=mlir -o %t 2>&1 | FileCheck %s
// CHECK: exchange.cl:[[#@LINE+2]]:{{[0-9]+}}: error: not supported: kernel 'k' needs {{[0-9]+}} operations on native vectors

__kernel void k(__global double *a) {
  double t[16];
  for (int i = 0; i < 16; ++i)
    t[i] = a[get_global_id(0) * 16 + i];
  for (int i = 0; i < 16; ++i)
    t[i] = sub_group_reduce_add(t[i]) + shuffle(t[15 - i], 3);
  for (int j = 0; j < 16; ++j)
    for (int i = 0; i < 16; ++i)
      t[i] += sub_group_scan_inclusive_add(t[i] * j);
  for (int i = 0; i < 16; ++i)
    a[get_global_id(0) * 16 + i] = t[i];
}
