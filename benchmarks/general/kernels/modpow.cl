// modpow.cl: powers modulo an odd number below 2^31, by Montgomery's products
// bench: half=B kind=integers
// bench: range base=0:2147483646
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE) --arg base=rand(GROUPS, WG_SIZE) --arg modulus=2147483647 --arg inverse=2147483649 --arg one=2 --arg squared=4 --arg exponent=65537
uint montgomery(uint a, uint b, uint modulus, uint inverse) {
  uint low = a * b, high = mul_hi(a, b);
  uint m = low * inverse;
  uint t = high + mul_hi(m, modulus) + (low != 0);
  return t >= modulus ? t - modulus : t;
}

__kernel void modpow(__global uint *out, __global const uint *base, uint modulus, uint inverse, uint one,
                     uint squared, uint exponent) {
  size_t i = get_global_id(0);
  uint x = montgomery(base[i], squared, modulus, inverse), y = one;
  for (uint e = exponent; e; e >>= 1) {
    if (e & 1)
      y = montgomery(y, x, modulus, inverse);
    x = montgomery(x, x, modulus, inverse);
  }
  out[i] = montgomery(y, 1, modulus, inverse);
}
