// aes_round.cl: a round of AES for each block of 16 bytes, bytes from a table of 256, rows shifted, columns mixed, key added
// bench: half=B kind=bytes
// bench: range in=0:255
// bench: range box=0:255
// bench: range key=0:255
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE, 16) --arg in=rand(GROUPS, WG_SIZE, 16) --arg box=rand(256) --arg key=rand(16)
uchar twice(uchar x) { return (uchar)((x << 1) ^ ((x >> 7) * 0x1b)); }
__kernel void aes_round(__global uchar *out, __global const uchar *in, __constant uchar *box, __constant uchar *key) {
  const size_t g = get_global_id(0);
  uchar state[16];
  for (int c = 0; c < 4; c++)
    for (int r = 0; r < 4; r++)
      state[4 * c + r] = box[in[16 * g + 4 * ((c + r) % 4) + r]];
  for (int c = 0; c < 4; c++) {
    uchar a0 = state[4 * c], a1 = state[4 * c + 1], a2 = state[4 * c + 2], a3 = state[4 * c + 3];
    uchar all = a0 ^ a1 ^ a2 ^ a3;
    out[16 * g + 4 * c] = a0 ^ all ^ twice(a0 ^ a1) ^ key[4 * c];
    out[16 * g + 4 * c + 1] = a1 ^ all ^ twice(a1 ^ a2) ^ key[4 * c + 1];
    out[16 * g + 4 * c + 2] = a2 ^ all ^ twice(a2 ^ a3) ^ key[4 * c + 2];
    out[16 * g + 4 * c + 3] = a3 ^ all ^ twice(a3 ^ a0) ^ key[4 * c + 3];
  }
}
