// histogram.cl: how often each of 8 values occurs among the 32 bytes of a work item
// bench: half=B kind=integers
// bench: range data=0:255
// pirch-run: --arg counts=zeros(GROUPS, WG_SIZE, 8) --arg data=rand(GROUPS, WG_SIZE, 32)
__kernel void histogram(__global uchar *counts, __global const uchar *data) {
  const size_t g = get_global_id(0);
  uchar bins[8];
  for (int b = 0; b < 8; b++)
    bins[b] = 0;
  for (int i = 0; i < 32; i++)
    bins[data[g * 32 + i] >> 5]++;
  for (int b = 0; b < 8; b++)
    counts[g * 8 + b] = bins[b];
}
