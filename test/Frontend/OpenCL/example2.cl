// The paper's Example 2: the loop is split where the updates of b conflict, in
// order, because the read of b[3 - ix] needs what earlier iterations wrote.
// RUN: pirchc %s --wg-size=4 --emit=mlir-infreg --remarks=loops -o - 2>&1 | FileCheck %s
// Without that read the iterations are taken out of order, in two sets.
// RUN: pirchc %s --wg-size=4 --emit=mlir-infreg --remarks=loops -DNOREAD -o - 2>&1 | FileCheck %s --check-prefix=FREE

__kernel void example2(__global float *p) {
  float a[4], b[4], c[4];
  for (int ix = 0; ix < 4; ++ix) {
    float x = p[get_global_id(0) * 4 + ix];
    a[ix] = x;
    b[ix] = x + 1;
    c[ix] = x + 2;
  }
  // CHECK: example2.cl:[[#@LINE+2]]:3: remark: vectorized loop, index sets {{\[\[0\], \[1, 2\], \[3\]\]}}
  // FREE: example2.cl:[[#@LINE+1]]:3: remark: vectorized loop, index sets {{\[\[0, 2\], \[1, 3\]\]}}
  for (int ix = 0; ix < 4; ++ix) {
#ifndef NOREAD
    a[ix] = a[ix] + 2 * (b[4 - ix - 1] + shuffle(c[ix], 1));
#endif
    if (get_local_id(0) > 1)
      b[ix / 2] += c[ix / 2];
  }
  for (int ix = 0; ix < 4; ++ix)
    p[get_global_id(0) * 4 + ix] = a[ix] + b[ix];
}
