// cyclic_reduction.cl: tridiagonal systems of WG_SIZE unknowns by parallel cyclic reduction, a row for each work item
// bench: half=B kind=shuffles types=float,double
// bench: range diag=3:4
// pirch-run: --arg x=zeros(GROUPS, WG_SIZE) --arg low=rand(GROUPS, WG_SIZE) --arg diag=rand(GROUPS, WG_SIZE) --arg up=rand(GROUPS, WG_SIZE) --arg rhs=rand(GROUPS, WG_SIZE)
__kernel void cyclic_reduction(__global REAL *x, __global const REAL *low, __global const REAL *diag,
                               __global const REAL *up, __global const REAL *rhs) {
  __local REAL a[WG_SIZE], b[WG_SIZE], c[WG_SIZE], d[WG_SIZE];
  const int i = get_local_id(0), g = get_global_id(0);
  a[i] = i > 0 ? low[g] : 0;
  b[i] = diag[g];
  c[i] = i < WG_SIZE - 1 ? up[g] : 0;
  d[i] = rhs[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int far = 1; far < WG_SIZE; far *= 2) {
    int left = max(i - far, 0), right = min(i + far, WG_SIZE - 1);
    REAL k1 = i - far >= 0 ? a[i] / b[left] : 0;
    REAL k2 = i + far < WG_SIZE ? c[i] / b[right] : 0;
    REAL newB = b[i] - c[left] * k1 - a[right] * k2;
    REAL newD = d[i] - d[left] * k1 - d[right] * k2;
    REAL newA = -a[left] * k1, newC = -c[right] * k2;
    barrier(CLK_LOCAL_MEM_FENCE);
    a[i] = newA;
    b[i] = newB;
    c[i] = newC;
    d[i] = newD;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  x[g] = d[i] / b[i];
}
