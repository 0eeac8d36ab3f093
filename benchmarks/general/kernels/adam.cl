// adam.cl: a step of the optimizer Adam over weights and two moments, in place
// bench: half=B kind=updates types=float,double
// bench: range g=-1:1
// pirch-run: --arg w=rand(GROUPS, WG_SIZE) --arg m=rand(GROUPS, WG_SIZE) --arg v=rand(GROUPS, WG_SIZE) --arg g=rand(GROUPS, WG_SIZE) --arg rate=0.001 --arg n=GROUPS*WG_SIZE-1
__kernel void adam(__global REAL *w, __global REAL *m, __global REAL *v, __global const REAL *g, REAL rate, int n) {
  int i = get_global_id(0);
  if (i < n) {
    REAL grad = g[i];
    m[i] = (REAL)0.9 * m[i] + (REAL)0.1 * grad;
    v[i] = (REAL)0.999 * v[i] + (REAL)0.001 * grad * grad;
    w[i] -= rate * m[i] / (sqrt(v[i]) + (REAL)1e-8);
  }
}
