// mix_sat16.cl: two tracks of 16-bit samples with a gain each, added with saturation; a work item has four samples
// bench: half=B kind=bytes
// bench: range a=-32768:32767
// bench: range b=-32768:32767
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE, 4) --arg a=rand(GROUPS, WG_SIZE, 4) --arg b=rand(GROUPS, WG_SIZE, 4) --arg gain_a=24000 --arg gain_b=29000
__kernel void mix_sat16(__global short4 *out, __global const short4 *a, __global const short4 *b, int gain_a,
                        int gain_b) {
  size_t i = get_global_id(0);
  int4 x = convert_int4(a[i]) * gain_a >> 15, y = convert_int4(b[i]) * gain_b >> 15;
  out[i] = add_sat(convert_short4(x), convert_short4(y));
}
