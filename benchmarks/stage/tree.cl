// The first reduction of the PACXX paper (listing 1): each work item takes one
// element, and a group sums them in a tree through __local memory, whose depth
// is that of the group's size. Nothing but n can be staged.
//
// pirch-run: --arg input=rand(GROUPS*WG_SIZE) --arg output=zeros(GROUPS)
// pirch-run: --arg n=GROUPS*WG_SIZE
#include "sums.h"

__kernel void tree(__global const int *input, __global int *output, int n) {
  __local int sums[WG_SIZE];
  int item = get_local_id(0), at = get_global_id(0);
  sums[item] = at < stage(n) ? input[at] : 0;
  sum_in_tree(sums, item);
  if (item == 0)
    output[get_group_id(0)] = sums[0];
}
