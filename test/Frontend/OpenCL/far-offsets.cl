// Elements farther than an access may name are addressed at run time, as any
// other that is not known: here those of work item 1 lie 2^63 - 1 away.
// RUN: pirchc %s --wg-size=3 --emit=mlir-infreg -o - | FileCheck %s
// RUN: pirchc %s --wg-size=3 --emit=asm -o /dev/null
// RUN: pirchc %s --wg-size=16 --wg-pack=1 --kernel=distant --target=avx512 --cpu=x86-64-v4 --emit=asm -o - | FileCheck %s --check-prefix=ASM

// CHECK-LABEL: pirch.kernel @far
// CHECK: pirch.gather
// CHECK: pirch.scatter
// CHECK-NOT: pirch.load
// CHECK-LABEL: pirch.kernel @near
// CHECK: pirch.load
// CHECK: pirch.store
__kernel void far(__global float *p) {
  p[get_local_id(0) * 9223372036854775807] += 1;
}

__kernel void near(__global float *p) {
  p[get_local_id(0) * 549755813888] += 1;
}

// 1.6 GB behind the first one, farther than 2^28 elements.
// ASM-LABEL: distant:
// ASM: $1600000000
__kernel void distant(__global float *p) {
  p[get_global_id(0) + 400000000] += 1;
}
