// The second reduction of the PACXX paper (listings 3 and 4): the groups go
// through the array together, each work item adds two elements in each round
// and the second only if it is there, which needs no test where n is a power of
// two. Staged are n, whether it is one, and the stride.
//
// pirch-run: --arg input=rand(GROUPS*WG_SIZE*64+EXTRA) --arg output=zeros(GROUPS)
// pirch-run: --arg n=GROUPS*WG_SIZE*64+EXTRA
#include "sums.h"

int is_power_of_two(int n) { return (n & (n - 1)) == 0; }

__kernel void stride(__global const int *input, __global int *output, int n) {
  __local int sums[WG_SIZE];
  size_t count = stage(n);
  int whole = stage(is_power_of_two(n));
  size_t round = stage(get_num_groups(0)) * 2 * WG_SIZE;
  int item = get_local_id(0), sum = 0;
  for (size_t at = get_group_id(0) * 2 * WG_SIZE + item; at < count; at += round) {
    sum += input[at];
    if (whole || at + WG_SIZE < count)
      sum += input[at + WG_SIZE];
  }
  sums[item] = sum;
  sum_in_tree(sums, item);
  if (item == 0)
    output[get_group_id(0)] = sums[0];
}
