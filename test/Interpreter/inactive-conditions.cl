// A condition that one work item computes from what it alone loaded holds nothing
// in the lanes of the others; the mask that it becomes part of must not depend on
// it there (the static part of a mask stands on the left of `andi`).
// RUN: pirch-run %s --kernel=k --wg-size=4 --groups=3 --interpret=each-pass --check | FileCheck %s
// RUN: pirch-run %s --kernel=loop --wg-size=4 --groups=3 --interpret=each-pass --check | FileCheck %s
// RUN: pirch-run %s --kernel=loop --wg-size=4 --groups=3 --target=ve --check
// pirch-run: --arg p=rand(GROUPS,WG_SIZE) --arg out=zeros(GROUPS,WG_SIZE) --arg n=3

// CHECK: interpreted after pirch-vectorize-work-items, cse,
// CHECK: check: out: ok
__kernel void k(__global const int *restrict p, __global int *restrict out) {
  size_t at = get_global_id(0);
  if (get_local_id(0) == 1)
    if (p[at] > 0)
      out[at] = p[p[at]];
}

// Nor must the question whether any work item enters a loop.
__kernel void loop(__global const int *restrict p, __global int *restrict out,
                   int n) {
  size_t at = get_global_id(0);
  int x = 1;
  if (get_local_id(0) == 1)
    if (p[at] != 2)
      for (int i = 0; i < n; ++i)
        x += i;
  out[at] = x;
}
