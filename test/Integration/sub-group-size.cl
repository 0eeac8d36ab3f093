// A required size of sub-groups matters to kernels that use sub-groups alone.
// RUN: pirch-run %s --wg-size=16 --kernel=grouped --check && pirch-run %s --wg-size=32 --kernel=whole --check
// RUN: pirch-run %s --wg-size=8 --kernel=none --check
// RUN: not pirch-run %s --wg-size=32 --kernel=grouped 2>&1 | FileCheck %s
// CHECK: error: kernel 'grouped' requires sub-groups of 16 work items, but a sub-group is a whole work group, which has 32 (--wg-size)
// pirch-run: --groups=3 --arg o=rand(GROUPS, WG_SIZE)
__attribute__((intel_reqd_sub_group_size(16)))
__kernel void grouped(__global float *o) {
  o[get_global_id(0)] += sub_group_reduce_max(o[get_global_id(0)]);
}
__attribute__((intel_reqd_sub_group_size(16)))
__kernel void whole(__global float *o) {
  o[get_global_id(0)] += work_group_reduce_max(o[get_global_id(0)]);
}
__attribute__((intel_reqd_sub_group_size(16)))
__kernel void none(__global float *o) {
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(0)] += 1;
}
