// The end of the reductions of the PACXX paper: a group adds the WG_SIZE
// numbers in `sums`, of which work item `item` has written its own, in a tree
// whose depth is that of the group's size. The sum is in sums[0] at the end.
void sum_in_tree(__local int *sums, int item) {
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int width = get_local_size(0) / 2; width > 0; width /= 2) {
    if (item < width)
      sums[item] += sums[item + width];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
