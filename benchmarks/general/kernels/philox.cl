// philox.cl: four random numbers from each counter, by ten rounds of Philox
// bench: half=B kind=integers
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE, 4) --arg seed=2026
__kernel void philox(__global float4 *out, uint seed) {
  uint4 counter = (uint4)(get_global_id(0), 0, 0, 0);
  uint2 key = (uint2)(seed, 0xCAFEBABE);
  for (int round = 0; round < 10; round++) {
    uint high0 = mul_hi(0xD2511F53u, counter.x), low0 = 0xD2511F53u * counter.x;
    uint high1 = mul_hi(0xCD9E8D57u, counter.z), low1 = 0xCD9E8D57u * counter.z;
    counter = (uint4)(high1 ^ counter.y ^ key.x, low1, high0 ^ counter.w ^ key.y, low0);
    key += (uint2)(0x9E3779B9, 0xBB67AE85);
  }
  out[get_global_id(0)] = convert_float4(counter >> 8) * (1.0f / 16777216);
}
