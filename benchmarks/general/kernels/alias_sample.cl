// alias_sample.cl: samples of a distribution over 256 values by Walker's alias method, 8 for each work item
// bench: half=B kind=gathers
// bench: range alias=0:255
// pirch-run: --arg sample=zeros(GROUPS, WG_SIZE, 8) --arg probability=rand(256) --arg alias=rand(256) --arg seed=12345
__kernel void alias_sample(__global uchar *sample, __global const float *probability, __global const uchar *alias,
                           uint seed) {
  uint id = get_global_id(0), state = (id + 1) * 747796405u + seed;
  for (int k = 0; k < 8; k++) {
    state = state * 1664525u + 1013904223u;
    uint column = state >> 24;
    float u = (state & 0xffffff) * 0x1p-24f;
    sample[id * 8 + k] = u < probability[column] ? column : alias[column];
  }
}
