// expm3.cl: exponentials of 3x3 matrices: a Taylor polynomial of A / 16, squared four times
// bench: half=B kind=structures types=float,double
// bench: range a=-1:1
// pirch-run: --arg e=zeros(GROUPS, WG_SIZE, 9) --arg a=rand(GROUPS, WG_SIZE, 9)
void multiply(REAL *c, const REAL *a, const REAL *b) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      c[i * 3 + j] = a[i * 3] * b[j] + a[i * 3 + 1] * b[3 + j] + a[i * 3 + 2] * b[6 + j];
}

__kernel void expm3(__global REAL *e, __global const REAL *a) {
  const int at = 9 * get_global_id(0);
  REAL x[9], sum[9], term[9], next[9];
  for (int i = 0; i < 9; i++) {
    x[i] = a[at + i] / 16;
    term[i] = i % 4 == 0 ? 1 : 0;
    sum[i] = term[i];
  }
  for (int order = 1; order <= 6; order++) {
    multiply(next, term, x);
    for (int i = 0; i < 9; i++) {
      term[i] = next[i] / order;
      sum[i] += term[i];
    }
  }
  for (int square = 0; square < 4; square++) {
    multiply(next, sum, sum);
    for (int i = 0; i < 9; i++)
      sum[i] = next[i];
  }
  for (int i = 0; i < 9; i++)
    e[at + i] = sum[i];
}
