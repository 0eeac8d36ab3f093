// gcd.cl: greatest common divisors by Euclid's algorithm
// bench: half=B kind=integers
// bench: range a=1:1000000
// bench: range b=1:1000000
// pirch-run: --arg d=zeros(GROUPS, WG_SIZE) --arg a=rand(GROUPS, WG_SIZE) --arg b=rand(GROUPS, WG_SIZE)
__kernel void gcd(__global uint *d, __global const uint *a, __global const uint *b) {
  const size_t g = get_global_id(0);
  uint x = a[g], y = b[g];
  while (y != 0) {
    uint rest = x % y;
    x = y;
    y = rest;
  }
  d[g] = x;
}
