// What is known when the kernel is compiled is computed then, except where nobody can:
// a division by zero stays, and gives the dividend.
// RUN: pirchc %s --wg-size=2 --target=generic --emit=mlir-infreg -o - | FileCheck %s
// RUN: pirch-run %s --target=generic --wg-size=2 --groups=5 --check
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE, 2)

// CHECK-COUNT-1: arith.divsi
// CHECK-NOT: arith.divsi
__kernel void k(__global int *out) {
  int zero = get_local_id(0) - get_local_id(0), two = zero + 2;
  out[get_global_id(0) * 2] = 7 / zero;
  out[get_global_id(0) * 2 + 1] = 7 / two;
}
