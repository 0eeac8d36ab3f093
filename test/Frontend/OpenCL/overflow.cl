// Sums of signed integers may be taken not to overflow where subscripts are found out;
// those of unsigned ones wrap.
// RUN: pirchc %s --wg-size=2 --emit=mlir-workitem -o - | FileCheck %s

// CHECK-LABEL: @ints
// CHECK: arith.addi %{{.*}}, %{{.*}} overflow<nsw> : i32
// CHECK: arith.subi %{{.*}}, %{{.*}} overflow<nsw> : i32
// CHECK: arith.muli %{{.*}}, %{{.*}} overflow<nsw> : i32
__kernel void ints(__global int *o, int a, int b) {
  o[0] = a + b;
  o[1] = a - b;
  o[2] = a * b;
}

// CHECK-LABEL: @longs
// CHECK: arith.addi %{{.*}}, %{{.*}} overflow<nsw> : i64
__kernel void longs(__global long *o, long a, long b) { o[0] = a + b; }

// CHECK-LABEL: @unsigned_ints
// CHECK: arith.addi %arg1, %arg2 : i32
__kernel void unsigned_ints(__global uint *o, uint a, uint b) { o[0] = a + b; }

// CHECK-LABEL: @unsigned_longs
// CHECK: arith.addi %arg1, %arg2 : i64
__kernel void unsigned_longs(__global ulong *o, ulong a, ulong b) { o[0] = a + b; }
