// chacha20.cl: 64 bytes of a stream of random bits for each work item, by the ten double rounds of ChaCha
// bench: half=B kind=integers
// bench: range key=-2000000000:2000000000
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE, 16) --arg key=rand(8) --arg nonce=7
#define QUARTER(a, b, c, d)                                                                        \
  a += b; d ^= a; d = rotate(d, 16u);                                                              \
  c += d; b ^= c; b = rotate(b, 12u);                                                              \
  a += b; d ^= a; d = rotate(d, 8u);                                                               \
  c += d; b ^= c; b = rotate(b, 7u);
__kernel void chacha20(__global uint *out, __constant uint *key, uint nonce) {
  const size_t g = get_global_id(0);
  uint s[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, key[0], key[1], key[2], key[3],
                key[4], key[5], key[6], key[7], (uint)g, 0, nonce, 0};
  uint x[16];
  for (int i = 0; i < 16; i++)
    x[i] = s[i];
  for (int round = 0; round < 10; round++) {
    QUARTER(x[0], x[4], x[8], x[12])
    QUARTER(x[1], x[5], x[9], x[13])
    QUARTER(x[2], x[6], x[10], x[14])
    QUARTER(x[3], x[7], x[11], x[15])
    QUARTER(x[0], x[5], x[10], x[15])
    QUARTER(x[1], x[6], x[11], x[12])
    QUARTER(x[2], x[7], x[8], x[13])
    QUARTER(x[3], x[4], x[9], x[14])
  }
  for (int i = 0; i < 16; i++)
    out[16 * g + i] = x[i] + s[i];
}
