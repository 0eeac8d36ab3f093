// hamming.cl: bits in which two codes of 256 bits differ
// bench: half=A kind=integers
// bench: range a=-2147483648:2147483647
// bench: range b=-2147483648:2147483647
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE) --arg a=rand(GROUPS, WG_SIZE, 8) --arg b=rand(GROUPS, WG_SIZE, 8)
__kernel void hamming(__global int *out, __global const uint *a, __global const uint *b) {
  size_t g = get_global_id(0);
  int bits = 0;
  for (int w = 0; w < 8; ++w)
    bits += popcount(a[8 * g + w] ^ b[8 * g + w]);
  out[g] = bits;
}
