// lu_pivot4.cl: systems of 4 unknowns by elimination with pivots, one for each work item
// bench: half=B kind=structures types=float,double tolerance=1e-2 differ=1e-3
// bench: range a=-1:1
// bench: range b=-1:1
// pirch-run: --arg x=zeros(GROUPS, WG_SIZE, 4) --arg a=rand(GROUPS, WG_SIZE, 16) --arg b=rand(GROUPS, WG_SIZE, 4)
#define N 4
__kernel void lu_pivot4(__global REAL *x, __global const REAL *a, __global const REAL *b) {
  const size_t g = get_global_id(0);
  REAL m[N][N + 1];
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++)
      m[i][j] = a[(g * N + i) * N + j];
    m[i][N] = b[g * N + i];
  }
  for (int k = 0; k < N; k++) {
    int pivot = k;
    for (int i = k + 1; i < N; i++)
      if (fabs(m[i][k]) > fabs(m[pivot][k]))
        pivot = i;
    for (int j = k; j <= N; j++) {
      REAL t = m[k][j];
      m[k][j] = m[pivot][j];
      m[pivot][j] = t;
    }
    for (int i = k + 1; i < N; i++) {
      REAL factor = m[i][k] / m[k][k];
      for (int j = k + 1; j <= N; j++)
        m[i][j] -= factor * m[k][j];
    }
  }
  for (int i = N - 1; i >= 0; i--) {
    REAL sum = m[i][N];
    for (int j = i + 1; j < N; j++)
      sum -= m[i][j] * x[g * N + j];
    x[g * N + i] = sum / m[i][i];
  }
}
