// A __local parameter of no type, with casts that name the address space: they
// are no reason for a warning.
// RUN: pirch-run %s --check 2>&1 | FileCheck %s --implicit-check-not=warning
// RUN: pirch-run %s --check --target=generic && pirch-run %s --check --target=nvvm
// CHECK: check: o: ok
// pirch-run: --wg-size=8 --groups=3 --local=p=64 --arg o=zeros(GROUPS, WG_SIZE)
__kernel void reverse(__global float *o, __local void *p) {
  __local float *f = (__local float *)p;
  int i = get_local_id(0);
  f[i] = get_group_id(0) * 100 + i;
  ((local float *)p)[i + 8] = 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(0)] = f[7 - i] + f[i + 8];
}
