// Work items that exchange values through a buffer are different threads: what a thread loaded from an element before a
// barrier is not what the element holds after it, though nothing in the thread's own program writes it.
// RUN: pirch-run %s --target=nvvm --device=emulate --wg-size=3 --groups=5 --check | FileCheck %s
// RUN: pirch-run %s --target=rocdl --wg-size=3 --groups=5 --check | FileCheck %s
// CHECK: before: ok
// CHECK: after: ok
// pirch-run: --arg x=rand(GROUPS,2) --arg before=rand(GROUPS,WG_SIZE) --arg after=rand(GROUPS,WG_SIZE) --arg s=3

__kernel void exchange(__global int *x, __global int *before, __global int *after, int s) {
  int item = get_local_id(0), group = get_group_id(0), at = get_global_id(0);
  if (item > 0)
    x[group * 2 + 1] = 100 - s;
  barrier(1);
  before[at] = x[group * 2 + 1];
  barrier(1);
  if (item == 1)
    x[group * 2 + 1] = 102;
  barrier(1);
  after[at] = x[group * 2 + 1];
}
