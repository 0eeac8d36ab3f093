// What the OpenCL oracle cannot tell, it refuses by name, with a status of its
// own: divergent exchanges, for which OpenCL defines nothing, and sources that
// PoCL does not build, in its own words at the line of the source.
//
// REQUIRES: avx512, pocl
// RUN: python3 %S/Inputs/status.py 77 pirch-run %s --kernel=divergent --check --oracle=pocl | FileCheck %s --check-prefix=DIVERGENT
// DIVERGENT: check: the OpenCL oracle does not take this kernel: a barrier or an exchange is not reached by all work items of a group
// DIVERGENT-NOT: ok
// RUN: python3 %S/Inputs/status.py 77 pirch-run %s --kernel=nested --check --oracle=pocl -DNESTED | FileCheck %s --check-prefix=NESTED
// NESTED: check: the OpenCL oracle does not take this kernel: it does not build:
// NESTED: pocl-refused.cl:[[# @LINE + 19]]:{{.*}}variables in the local address space
// NESTED-NOT: ok
//
// PoCL builds all kernels of a file, so the one above is kept from it here.
// The fibers take both.
// RUN: pirch-run %s --kernel=divergent --check --oracle=fibers
// RUN: pirch-run %s --kernel=nested --check -DNESTED
//
// pirch-run: --arg a=rand(GROUPS, WG_SIZE) --groups=3
__kernel void divergent(__global int *a) {
  int x = a[get_global_id(0)];
  if (get_local_id(0) > 2)
    x = sub_group_reduce_add(x);
  a[get_global_id(0)] = x;
}

#ifdef NESTED
__kernel void nested(__global int *a) {
  for (int i = 0; i < 2; ++i) {
    __local int t[WG_SIZE];
    t[get_local_id(0)] = a[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_global_id(0)] += t[0];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
#endif
