// Two registers that load one element under a mask ask together whether a lane takes
// part, and load it once. The element is read at another address where none does.
// RUN: pirchc %s --target=avx512 --cpu=znver4 --wg-size=8 --wg-pack=4 --emit=mlir | FileCheck %s
// RUN: pirch-run %s --wg-size=8 --groups=0,1,13 --wg-pack=4 --check --guard
// RUN: pirch-run %s --wg-size=8 --groups=13 --target=generic --check --guard
// RUN: pirch-run %s --wg-size=8 --groups=33 --target=ve --check
// RUN: pirch-run %s --wg-size=8 --groups=13 --target=nvvm --check
// pirch-run: --arg y=rand(GROUPS, WG_SIZE) --arg x=rand(GROUPS, WG_SIZE) --arg c=rand(3) --arg n=3
// CHECK-LABEL: func.func @series
// CHECK: scf.for
// CHECK: %[[BOTH:.*]] = arith.ori {{.*}} : vector<16xi1>
// CHECK: %[[ANY:.*]] = vector.reduction <or>, %[[BOTH]]
// CHECK: %[[AT:.*]] = llvm.select %[[ANY]]
// CHECK: llvm.load %[[AT]]
// CHECK-NOT: vector.reduction
// CHECK: scf.while
// CHECK: call @series.remainder
//
// LLVM knows that the loop goes on only while a work item is left in it, so that its
// coefficients are there.
// RUN: pirchc %s --target=avx512 --cpu=znver4 --wg-size=8 --wg-pack=4 --emit=asm | FileCheck %s --check-prefix=ASM
// ASM: Inner Loop Header: Depth=2
// ASM-NOT: cmov
// ASM: vbroadcastss {{.*}}(%r{{.*}}), %zmm
// ASM-NOT: cmov
// ASM: jne
__kernel void series(__global float *y, __global const float *x, __global const float *c, int n) {
  const int g = get_global_id(0);
  float v = x[g], sum = 0, power = 1;
  if (v > 0)
    sum = c[2];
  for (int k = 0; k < n; k++) {
    sum += power * c[k];
    power *= v;
    if (fabs(power) < 0.1f)
      break;
  }
  y[g] = sum;
}
