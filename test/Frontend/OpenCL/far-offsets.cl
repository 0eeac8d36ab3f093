// Elements farther than an access may name are addressed at run time, as any
// other that is not known: here those of work item 1 lie 2^63 - 1 away.
// RUN: pirchc %s --wg-size=3 --emit=mlir-infreg -o - | FileCheck %s
// RUN: pirchc %s --wg-size=3 --emit=asm -o /dev/null

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
