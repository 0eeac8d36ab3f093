// unpack12.cl: samples of 12 bits, two in three bytes, as 16 bits
// bench: half=B kind=bytes
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE, 2) --arg packed=rand(GROUPS, WG_SIZE, 3)
__kernel void unpack12(__global ushort *out, __global const uchar *packed) {
  const int i = get_global_id(0);
  uchar a = packed[3 * i], b = packed[3 * i + 1], c = packed[3 * i + 2];
  out[2 * i] = a << 4 | b >> 4;
  out[2 * i + 1] = (b & 15) << 8 | c;
}
