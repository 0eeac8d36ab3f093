// adler32.cl: the checksum of 32 bytes of each work item
// bench: half=B kind=bytes
// pirch-run: --arg sum=zeros(GROUPS, WG_SIZE) --arg data=rand(GROUPS, WG_SIZE, 32)
__kernel void adler32(__global uint *sum, __global const uchar *data) {
  const int g = get_global_id(0);
  uint a = 1, b = 0;
  for (int i = 0; i < 32; i++) {
    a = (a + data[32 * g + i]) % 65521;
    b = (b + a) % 65521;
  }
  sum[g] = b << 16 | a;
}
