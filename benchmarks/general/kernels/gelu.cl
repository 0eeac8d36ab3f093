// gelu.cl: Gaussian error linear unit, in its form with tanh
// bench: half=A kind=mathematics types=float,double
// bench: range x=-4:4
// pirch-run: --arg y=zeros(GROUPS, WG_SIZE) --arg x=rand(GROUPS, WG_SIZE) --arg n=GROUPS*WG_SIZE-2
__kernel void gelu(__global REAL *y, __global const REAL *x, uint n) {
  uint i = get_global_id(0);
  if (i < n) {
    REAL v = x[i];
    y[i] = (REAL)0.5 * v * (1 + tanh((REAL)0.7978845608028654 * (v + (REAL)0.044715 * v * v * v)));
  }
}
