// murmur_rows.cl: MurmurHash3 of rows of 8 words, a row to each work item
// bench: half=B kind=integers
// pirch-run: --arg hash=zeros(GROUPS, WG_SIZE) --arg words=rand(GROUPS, WG_SIZE, 8) --arg seed=42
__kernel void murmur_rows(__global uint *hash, __global const uint *words, uint seed) {
  const size_t g = get_global_id(0);
  uint h = seed;
  for (int i = 0; i < 8; i++) {
    uint k = words[8 * g + i] * 0xcc9e2d51u;
    h ^= rotate(k, 15u) * 0x1b873593u;
    h = rotate(h, 13u) * 5 + 0xe6546b64u;
  }
  h ^= 32;
  h = (h ^ h >> 16) * 0x85ebca6bu;
  h = (h ^ h >> 13) * 0xc2b2ae35u;
  hash[g] = h ^ h >> 16;
}
