// bitset_rows.cl: how many of 4096 bits two sets have in common, one pair of sets for each group
// bench: half=B kind=rows
// bench: range a=0:2147483646
// bench: range b=0:2147483646
// pirch-run: --arg common=zeros(GROUPS) --arg a=rand(GROUPS, 64) --arg b=rand(GROUPS, 64) --arg words=64
__kernel void bitset_rows(__global uint *common, __global const ulong *a, __global const ulong *b, uint words) {
  ulong base = (ulong)get_group_id(0) * words;
  uint count = 0;
  for (uint i = get_local_id(0); i < words; i += get_local_size(0))
    count += (uint)popcount(a[base + i] & b[base + i]);
  count = work_group_reduce_add(count);
  if (get_local_id(0) == 0)
    common[get_group_id(0)] = count;
}
