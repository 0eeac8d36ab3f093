// sobol.cl: a sequence of low discrepancy by Gray codes, with direction numbers that all work items share
// bench: half=B kind=integers
// pirch-run: --arg point=zeros(GROUPS, WG_SIZE) --arg direction=rand(32) --arg first=1000
__kernel void sobol(__global float *point, __constant uint *direction, uint first) {
  const uint g = get_global_id(0), index = first + g, gray = index ^ index >> 1;
  uint x = 0;
  for (int bit = 0; bit < 32; bit++)
    if (gray >> bit & 1)
      x ^= direction[bit];
  point[g] = x * 2.3283064e-10f;
}
