// minhash.cl: WG_SIZE least hash values of a set of 32 numbers, with a hash function of its own for each work item
// bench: half=B kind=integers
// bench: range item=-2000000000:2000000000
// bench: range seed=-2000000000:2000000000
// pirch-run: --arg least=zeros(GROUPS, WG_SIZE) --arg item=rand(GROUPS, 32) --arg seed=rand(WG_SIZE)
__kernel void minhash(__global uint *least, __global const uint *item, __global const uint *seed) {
  uint best = UINT_MAX, mine = seed[get_local_id(0)];
  for (int i = 0; i < 32; i++) {
    uint h = item[get_group_id(0) * 32 + i] ^ mine;
    h ^= h >> 16;
    h *= 0x85ebca6b;
    h ^= h >> 13;
    h *= 0xc2b2ae35;
    h ^= h >> 16;
    best = min(best, h);
  }
  least[get_global_id(0)] = best;
}
