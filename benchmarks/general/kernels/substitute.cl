// substitute.cl: each byte is replaced by another one, as a table of 256 says
// bench: half=B kind=bytes
// bench: range in=0:255
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE) --arg in=rand(GROUPS, WG_SIZE)
#define ENTRY(n) ((((n) * 167 + 13) ^ ((n) >> 3)) & 255)
#define ENTRIES4(n) ENTRY(n), ENTRY(n + 1), ENTRY(n + 2), ENTRY(n + 3)
#define ENTRIES16(n) ENTRIES4(n), ENTRIES4(n + 4), ENTRIES4(n + 8), ENTRIES4(n + 12)
#define ENTRIES64(n) ENTRIES16(n), ENTRIES16(n + 16), ENTRIES16(n + 32), ENTRIES16(n + 48)
__constant uchar table[256] = {ENTRIES64(0), ENTRIES64(64), ENTRIES64(128), ENTRIES64(192)};

__kernel void substitute(__global uchar *out, __global const uchar *in) {
  size_t i = get_global_id(0);
  out[i] = table[in[i]];
}
