// Work items leave a loop by its bound, by a break and by a variable of their own, and keep
// what they have counted.
// RUN: pirch-run %s --target=generic --wg-size=7 --groups=21 --check | FileCheck %s
// RUN: pirch-run %s --target=ve --wg-size=7 --groups=21 --check | FileCheck %s
// RUN: pirch-run %s --target=nvvm --wg-size=33 --groups=5 --check | FileCheck %s
// RUN: pirchc %s --wg-size=7 --target=generic --emit=mlir-infreg -o - | FileCheck %s --check-prefix=IR
// CHECK: check: out: ok
// IR: scf.while
// IR-NOT: pirch.select
// IR: pirch.active
// IR: scf.condition
// pirch-run: --arg lim=40
// pirch-run: --arg x=rand(GROUPS, WG_SIZE) --arg out=zeros(GROUPS, WG_SIZE)
__kernel void two(__global float *out, __global const float *x, int lim) {
  int i = get_global_id(0);
  float v = x[i]; int k = 0; bool stay = true;
  for (; stay && k < lim; k++) {
    v = v * 1.25f + 0.1f * k;
    if (v > 30.0f) break;
    if (v > 17.0f && (k & 1)) stay = false;
    if (v > 12.0f && (k & 3) == 2) continue;
    v -= 0.01f;
  }
  out[i] = v + k;
}
