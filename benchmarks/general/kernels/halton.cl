// halton.cl: points of a sequence of low discrepancy, in the bases 2 and 3
// bench: half=B kind=integers
// pirch-run: --arg point=zeros(GROUPS, WG_SIZE, 2) --arg first=100
static float radical_inverse(uint i, uint base) {
  float result = 0, digit = 1;
  while (i > 0) {
    digit /= base;
    result += digit * (i % base);
    i /= base;
  }
  return result;
}
__kernel void halton(__global float2 *point, uint first) {
  const uint g = get_global_id(0);
  point[g] = (float2)(radical_inverse(first + g, 2), radical_inverse(first + g, 3));
}
