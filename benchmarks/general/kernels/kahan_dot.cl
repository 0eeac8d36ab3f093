// kahan_dot.cl: compensated dot products of rows of 32 values, a row to each work item
// bench: half=B kind=rows types=float,double
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE) --arg a=rand(GROUPS, WG_SIZE, 32) --arg b=rand(GROUPS, WG_SIZE, 32)
__kernel void kahan_dot(__global REAL *out, __global const REAL *a, __global const REAL *b) {
  const int g = get_global_id(0);
  REAL sum = 0, carry = 0;
  for (int i = 0; i < 32; i++) {
    REAL term = fma(a[g * 32 + i], b[g * 32 + i], -carry);
    REAL next = sum + term;
    carry = (next - sum) - term;
    sum = next;
  }
  out[g] = sum;
}
