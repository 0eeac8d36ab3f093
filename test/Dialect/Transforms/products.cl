// A product of two things that differ by work item and by group is no place that
// can be named: it is computed, and what it leads to gathered.
// RUN: pirchc %s --wg-size=3 --target=generic --emit=mlir-infreg -o - | FileCheck %s
// RUN: pirch-run %s --kernel=by_both --target=generic --wg-size=3 --groups=4 --check
// pirch-run: --arg in=rand(GROUPS, WG_SIZE) --arg out=zeros(GROUPS, WG_SIZE)

// CHECK-LABEL: @by_both
// CHECK: arith.muli %{{.*}} : !pirch.infreg<?x3x1xi64>
// CHECK: pirch.gather
// CHECK: pirch.store
__kernel void by_both(__global const double *in, __global double *out) {
  out[get_global_id(0)] = in[get_local_id(0) * get_group_id(0)];
}

// CHECK-LABEL: @by_constant
// CHECK-NOT: arith.muli
// CHECK-NOT: pirch.gather
// CHECK: pirch.load {{.*}} [0, 5, 10]
// CHECK: pirch.store
__kernel void by_constant(__global const double *in, __global double *out) {
  out[get_global_id(0)] = in[get_local_id(0) * 5 + get_group_id(0) * 15];
}
