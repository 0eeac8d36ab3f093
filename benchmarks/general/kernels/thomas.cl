// thomas.cl: tridiagonal systems of 16 unknowns, one for each work item, by Thomas's algorithm
// bench: half=A kind=structures types=float,double
// bench: range diag=3:4
// pirch-run: --arg x=zeros(GROUPS, WG_SIZE, 16) --arg low=rand(GROUPS, WG_SIZE, 16) --arg diag=rand(GROUPS, WG_SIZE, 16) --arg up=rand(GROUPS, WG_SIZE, 16) --arg rhs=rand(GROUPS, WG_SIZE, 16)
#define N 16
__kernel void thomas(__global REAL *x, __global const REAL *low, __global const REAL *diag,
                     __global const REAL *up, __global const REAL *rhs) {
  const size_t at = get_global_id(0) * N;
  REAL c[N], d[N];
  c[0] = up[at] / diag[at];
  d[0] = rhs[at] / diag[at];
  for (int i = 1; i < N; i++) {
    REAL m = 1 / (diag[at + i] - low[at + i] * c[i - 1]);
    c[i] = up[at + i] * m;
    d[i] = (rhs[at + i] - low[at + i] * d[i - 1]) * m;
  }
  for (int i = N - 2; i >= 0; i--)
    d[i] -= c[i] * d[i + 1];
  for (int i = 0; i < N; i++)
    x[at + i] = d[i];
}
