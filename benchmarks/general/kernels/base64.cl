// base64.cl: three bytes to four letters
// bench: half=B kind=compression
// bench: range in=0:255
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE, 4) --arg in=rand(GROUPS, WG_SIZE, 3)
uchar letter(uint six) {
  if (six < 26)
    return 'A' + six;
  if (six < 52)
    return 'a' + (six - 26);
  if (six < 62)
    return '0' + (six - 52);
  return six == 62 ? '+' : '/';
}

__kernel void base64(__global uchar *out, __global const uchar *in) {
  size_t g = get_global_id(0);
  uint bits = ((uint)in[3 * g] << 16) | ((uint)in[3 * g + 1] << 8) | in[3 * g + 2];
  for (int i = 0; i < 4; i++)
    out[4 * g + i] = letter((bits >> (18 - 6 * i)) & 63);
}
