// adpcm.cl: 4-bit differences to 16-bit samples: a channel of 16 codes for each work item, by two tables
// bench: half=B kind=signals
// bench: range code=0:15
// bench: range step=7:8000
// pirch-run: --arg sample=zeros(16, GROUPS, WG_SIZE) --arg code=rand(16, GROUPS, WG_SIZE) --arg step=rand(89)
__constant int change[8] = {-1, -1, -1, -1, 2, 4, 6, 8};
__kernel void adpcm(__global short *sample, __global const uchar *code, __global const int *step) {
  const size_t channel = get_global_id(0), channels = get_global_size(0);
  int value = 0, index = 0;
  for (int i = 0; i < 16; i++) {
    int c = code[i * channels + channel], s = step[index];
    int difference = s >> 3;
    if (c & 4)
      difference += s;
    if (c & 2)
      difference += s >> 1;
    if (c & 1)
      difference += s >> 2;
    value = clamp(c & 8 ? value - difference : value + difference, -32768, 32767);
    index = clamp(index + change[c & 7], 0, 88);
    sample[i * channels + channel] = value;
  }
}
