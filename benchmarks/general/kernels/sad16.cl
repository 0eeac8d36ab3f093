// sad16.cl: sums of absolute differences of blocks of 16 pixels, one for each work item
// bench: half=B kind=bytes
// bench: range block=0:255
// bench: range candidate=0:255
// pirch-run: --arg sums=zeros(GROUPS, WG_SIZE) --arg block=rand(GROUPS, WG_SIZE, 16) --arg candidate=rand(GROUPS, WG_SIZE, 16)
__kernel void sad16(__global uint *sums, __global const uchar *block, __global const uchar *candidate) {
  const size_t at = get_global_id(0) * 16;
  uint sum = 0;
  for (int i = 0; i < 16; i++)
    sum += abs_diff(block[at + i], candidate[at + i]);
  sums[get_global_id(0)] = sum;
}
