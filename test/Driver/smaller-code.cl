// A kernel whose loops are each small enough to be unrolled, and make too much
// code together, is compiled with loops that stay loops.
// RUN: pirchc %s --wg-size=64 --target=generic --remarks=loops -o %t.o 2>&1 | FileCheck %s
// RUN: pirchc %s --wg-size=64 --target=generic --emit=mlir-infreg -o - | FileCheck %s --check-prefix=IR
// RUN: pirch-run %s --wg-size=64 --groups=3 --target=generic --check
// RUN: pirch-run %s --wg-size=32 --groups=3 --target=nvvm --check
// RUN: pirch-run %s --wg-size=16 --groups=3 --target=ve --check
// pirch-run: --arg x=rand(GROUPS, WG_SIZE) --arg at=rand(701) --arg y=zeros(GROUPS, WG_SIZE)

// What the attempts before the last one had to say is not printed.
// CHECK-NOT: error
// CHECK-NOT: unrolled loop, 100
// CHECK: loop at run time
// CHECK-NOT: unrolled loop, 100
// CHECK-NOT: error

// Only the code for vectors is too large, not this form of the kernel.
// IR-NOT: scf.while
__kernel void stencils(__global const float *x, __global const int *at, __global float *y) {
  float best = 0;
  for (int k = 0; k < 7; ++k) {
    float sum = 0, mean = 0;
    for (int n = 0; n < 100; ++n) {
      float value = x[at[k * 100 + n + get_local_id(0) % 2] + get_local_id(0) / 2];
      sum += value;
      mean += (value - mean) / (n + 1);
    }
    // What depends on the iteration keeps the outer loop from being unrolled in part.
    if (sum * mean > best || k == 3)
      best = sum * mean;
  }
  y[get_global_id(0)] = best;
}
