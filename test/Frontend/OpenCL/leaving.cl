// Behind a break the loop's step is not done, and the loop goes round no more.
// RUN: pirchc %s --wg-size=2 --emit=mlir-workitem -o - | FileCheck %s
// RUN: pirch-run %s --target=generic --wg-size=2 --groups=5 --check
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE, 2) --arg n=7

// CHECK: pirch.loop cond {
// CHECK: pirch.condition
// CHECK: } body {
// CHECK: } step {
// CHECK: %[[ON:.*]] = memref.load
// CHECK-NEXT: scf.if %[[ON]] {
// CHECK: arith.addi
// CHECK: memref.store
// CHECK-NEXT: }
// CHECK-NEXT: pirch.yield
__kernel void leave(__global int *out, int n) {
  int sum = 0, i;
  for (i = 0; i < n; i += 2) {
    if (i > 2 + get_local_id(0) * 2)
      break;
    sum += i;
  }
  out[get_global_id(0) * 2] = sum;
  out[get_global_id(0) * 2 + 1] = i;
}
