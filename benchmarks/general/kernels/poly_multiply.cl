// poly_multiply.cl: the product of two polynomials of WG_SIZE / 2 coefficients
// bench: half=B kind=shuffles types=float,double
// pirch-run: --arg c=zeros(GROUPS, WG_SIZE) --arg a=rand(GROUPS, WG_SIZE / 2) --arg b=rand(GROUPS, WG_SIZE / 2)
#define HALF (WG_SIZE / 2)
__kernel void poly_multiply(__global REAL *c, __global const REAL *a, __global const REAL *b) {
  const int k = get_local_id(0), group = get_group_id(0);
  const __global REAL *p = a + group * HALF, *q = b + group * HALF;
  REAL sum = 0;
  for (int i = max(0, k - HALF + 1); i <= min(k, HALF - 1); i++)
    sum += p[i] * q[k - i];
  c[get_global_id(0)] = sum;
}
