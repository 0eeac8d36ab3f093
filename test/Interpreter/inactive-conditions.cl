// A condition that one work item computes from what it alone loaded holds nothing
// in the lanes of the others; the mask that it becomes part of must not depend on
// it there (the static part of a mask stands on the left of `andi`).
// RUN: pirch-run %s --wg-size=4 --groups=3 --interpret=each-pass --check | FileCheck %s
// pirch-run: --arg p=rand(GROUPS,WG_SIZE) --arg out=zeros(GROUPS,WG_SIZE)

// CHECK: interpreted after pirch-vectorize-work-items, cse,
// CHECK: check: out: ok
__kernel void k(__global const int *restrict p, __global int *restrict out) {
  size_t at = get_global_id(0);
  if (get_local_id(0) == 1)
    if (p[at] > 0)
      out[at] = p[p[at]];
}
