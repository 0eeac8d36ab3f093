// givens4.cl: the upper triangle of QR of 4x4 matrices by Givens rotations, one matrix for each work item
// bench: half=B kind=structures types=float,double
// pirch-run: --arg m=rand(GROUPS, WG_SIZE, 16)
__kernel void givens4(__global REAL *m) {
  REAL a[4][4];
  const size_t base = get_global_id(0) * 16;
  for (int i = 0; i < 16; i++)
    a[i / 4][i % 4] = m[base + i];
  for (int j = 0; j < 3; j++)
    for (int i = 3; i > j; i--) {
      REAL x = a[i - 1][j], y = a[i][j], c = 1, s = 0;
      if (y != 0) {
        REAL r = sqrt(x * x + y * y);
        c = x / r;
        s = y / r;
      }
      for (int k = j; k < 4; k++) {
        REAL upper = a[i - 1][k], lower = a[i][k];
        a[i - 1][k] = c * upper + s * lower;
        a[i][k] = c * lower - s * upper;
      }
    }
  for (int i = 0; i < 16; i++)
    m[base + i] = i % 4 < i / 4 ? 0 : a[i / 4][i % 4];
}
