// svd2.cl: the singular values of 2 by 2 matrices and the angles of both rotations
// bench: half=B kind=mathematics types=float,double
// bench: range a=-1:1
// pirch-run: --arg sigma=zeros(GROUPS, WG_SIZE, 2) --arg angle=zeros(GROUPS, WG_SIZE, 2) --arg a=rand(GROUPS, WG_SIZE, 4)
__kernel void svd2(__global REAL *sigma, __global REAL *angle, __global const REAL *a) {
  const size_t g = get_global_id(0);
  REAL e = (a[4 * g] + a[4 * g + 3]) / 2, f = (a[4 * g] - a[4 * g + 3]) / 2;
  REAL h = (a[4 * g + 2] - a[4 * g + 1]) / 2, k = (a[4 * g + 2] + a[4 * g + 1]) / 2;
  REAL q = sqrt(e * e + h * h), r = sqrt(f * f + k * k);
  REAL first = atan2(k, f), second = atan2(h, e);
  sigma[2 * g] = q + r;
  sigma[2 * g + 1] = fabs(q - r);
  angle[2 * g] = (second - first) / 2;
  angle[2 * g + 1] = (second + first) / 2;
}
