// crc32.cl: check sums of records of four words, bit by bit
// bench: half=B kind=integers
// bench: range words=-2147483648:2147483647
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE) --arg words=rand(GROUPS, WG_SIZE, 4)
__kernel void crc32(__global uint *out, __global const uint *words) {
  int g = get_global_id(0);
  uint crc = 0xffffffffu;
  for (int w = 0; w < 4; ++w) {
    crc ^= words[4 * g + w];
    for (int bit = 0; bit < 32; ++bit)
      crc = (crc >> 1) ^ ((crc & 1) ? 0xedb88320u : 0);
  }
  out[g] = ~crc;
}
