// varint_decode.cl: numbers in groups of seven bits, the lowest first, each in a slot of eight bytes
// bench: half=B kind=compression
// bench: range bytes=0:255
// pirch-run: --arg values=zeros(GROUPS, WG_SIZE) --arg lengths=zeros(GROUPS, WG_SIZE) --arg bytes=rand(GROUPS, WG_SIZE, 8)
__kernel void varint_decode(__global uint *values, __global uchar *lengths, __global const uchar *bytes) {
  size_t id = get_global_id(0);
  uint value = 0;
  uchar length = 0;
  for (int i = 0; i < 5; i++) {
    uchar b = bytes[id * 8 + i];
    value |= (uint)(b & 0x7f) << (7 * i);
    length++;
    if (!(b & 0x80))
      break;
  }
  values[id] = value;
  lengths[id] = length;
}
