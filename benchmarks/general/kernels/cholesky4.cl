// cholesky4.cl: Cholesky factors of symmetric 4x4 matrices, in place, zeros above the diagonal
// bench: half=B kind=structures types=float,double
// bench: range a=0:0.5
// pirch-run: --arg a=rand(GROUPS, WG_SIZE, 16)
#define N 4
__kernel void cholesky4(__global REAL *a) {
  __global REAL *mine = a + get_global_id(0) * N * N;
  REAL l[N][N];
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= i; j++) {
      REAL sum = mine[i * N + j] + (i == j ? (REAL)N : (REAL)0);
      for (int k = 0; k < j; k++)
        sum -= l[i][k] * l[j][k];
      l[i][j] = i == j ? sqrt(sum) : sum / l[j][j];
    }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      mine[i * N + j] = j <= i ? l[i][j] : 0;
}
