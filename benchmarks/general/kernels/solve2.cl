// solve2.cl: systems of two equations by Cramer's rule; singular ones give zeros
// bench: half=A kind=structures types=float,double
// bench: range a=-1:1
// pirch-run: --arg x=zeros(GROUPS, WG_SIZE, 2) --arg a=rand(GROUPS, WG_SIZE, 4) --arg b=rand(GROUPS, WG_SIZE, 2)
__kernel void solve2(__global REAL *x, __global const REAL *a, __global const REAL *b) {
  const size_t g = get_global_id(0);
  __global const REAL *m = a + 4 * g;
  REAL det = m[0] * m[3] - m[1] * m[2];
  REAL x0 = 0, x1 = 0;
  if (fabs(det) > (REAL)1e-3) {
    x0 = (b[2 * g] * m[3] - m[1] * b[2 * g + 1]) / det;
    x1 = (m[0] * b[2 * g + 1] - b[2 * g] * m[2]) / det;
  }
  x[2 * g] = x0;
  x[2 * g + 1] = x1;
}
