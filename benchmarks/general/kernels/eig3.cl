// eig3.cl: the eigenvalues of symmetric 3x3 matrices, in closed form
// bench: half=B kind=mathematics types=float,double tolerance=2e-3
// bench: range a=-1:1
// pirch-run: --arg values=zeros(GROUPS, WG_SIZE, 3) --arg a=rand(GROUPS, WG_SIZE, 6)
__kernel void eig3(__global REAL *values, __global const REAL *a) {
  const int g = get_global_id(0);
  REAL xx = a[g * 6], xy = a[g * 6 + 1], xz = a[g * 6 + 2], yy = a[g * 6 + 3], yz = a[g * 6 + 4], zz = a[g * 6 + 5];
  REAL mean = (xx + yy + zz) / 3;
  REAL off = xy * xy + xz * xz + yz * yz;
  xx -= mean;
  yy -= mean;
  zz -= mean;
  REAL p = sqrt((xx * xx + yy * yy + zz * zz + 2 * off) / 6);
  REAL determinant = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
  REAL r = p > 0 ? determinant / (2 * p * p * p) : 0;
  REAL phi = acos(clamp(r, (REAL)-1, (REAL)1)) / 3;
  REAL first = mean + 2 * p * cos(phi), last = mean + 2 * p * cos(phi + (REAL)2.0943951023931953);
  values[g * 3] = first;
  values[g * 3 + 1] = 3 * mean - first - last;
  values[g * 3 + 2] = last;
}
