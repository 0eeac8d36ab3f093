// A source may declare a variable, or define a macro, of the name WG_SIZE. A comment with WG_SIZE = 5 does not.
// RUN: pirch-run %s --kernel=variable --wg-size=4 --groups=9 --check
// RUN: pirch-run %s --kernel=variable --wg-size=4 --groups=9 --target=nvvm --check
// RUN: pirch-run %s --kernel=variable --wg-size=4 --groups=9 --check -DMACRO
// pirch-run: --arg a=rand(GROUPS, WG_SIZE)
#ifdef MACRO
#define WG_SIZE 64
#endif
__kernel void variable(__global float *a) {
#ifndef MACRO
  const int WG_SIZE = get_local_size(0);
#endif
  __local float held[64];
  float sum = 0;
  held[get_local_id(0)] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < WG_SIZE; ++i)
    if (i < get_local_size(0))
      sum += held[i] * WG_SIZE;
  a[get_global_id(0)] = sum + sub_group_reduce_add(sum) + get_sub_group_size();
}
