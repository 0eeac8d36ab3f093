// complex_multiply.cl: products of complex numbers, whose real and imaginary parts lie side by side
// bench: half=A kind=structures types=float,double
// bench: range a=-1:1
// bench: range b=-1:1
// pirch-run: --arg c=zeros(GROUPS, WG_SIZE, 2) --arg a=rand(GROUPS, WG_SIZE, 2) --arg b=rand(GROUPS, WG_SIZE, 2)
__kernel void complex_multiply(__global REAL *c, __global const REAL *a, __global const REAL *b) {
  size_t i = get_global_id(0);
  REAL ar = a[2 * i], ai = a[2 * i + 1];
  REAL br = b[2 * i], bi = b[2 * i + 1];
  c[2 * i] = ar * br - ai * bi;
  c[2 * i + 1] = ar * bi + ai * br;
}
