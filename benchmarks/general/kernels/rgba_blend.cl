// rgba_blend.cl: draw pixels of four bytes over others, in place
// bench: half=A kind=bytes
// bench: range dst=0:255
// bench: range src=0:255
// pirch-run: --arg dst=rand(GROUPS, WG_SIZE, 4) --arg src=rand(GROUPS, WG_SIZE, 4)
uchar mix_channel(int s, int d, int alpha) {
  int t = s * alpha + d * (255 - alpha) + 128;
  return (t + (t >> 8)) >> 8;
}

__kernel void rgba_blend(__global uchar *dst, __global const uchar *src) {
  const size_t p = 4 * get_global_id(0);
  int alpha = src[p + 3];
  dst[p] = mix_channel(src[p], dst[p], alpha);
  dst[p + 1] = mix_channel(src[p + 1], dst[p + 1], alpha);
  dst[p + 2] = mix_channel(src[p + 2], dst[p + 2], alpha);
  dst[p + 3] = max(alpha, (int)dst[p + 3]);
}
