// jacobi3.cl: eigenvalues of symmetric 3x3 matrices by four sweeps of Jacobi rotations
// bench: half=B kind=structures types=float,double
// bench: range a=-1:1
// pirch-run: --arg values=zeros(GROUPS, WG_SIZE, 3) --arg a=rand(GROUPS, WG_SIZE, 6)
void rotate_pair(REAL *app, REAL *aqq, REAL *apq, REAL *apr, REAL *aqr) {
  if (fabs(*apq) < (REAL)1e-12)
    return;
  REAL theta = (*aqq - *app) / (2 * *apq);
  REAL t = 1 / (fabs(theta) + sqrt(theta * theta + 1));
  if (theta < 0)
    t = -t;
  REAL c = rsqrt(t * t + 1), s = t * c;
  *app -= t * *apq;
  *aqq += t * *apq;
  *apq = 0;
  REAL pr = *apr, qr = *aqr;
  *apr = c * pr - s * qr;
  *aqr = s * pr + c * qr;
}

__kernel void jacobi3(__global REAL *values, __global const REAL *a) {
  size_t g = get_global_id(0);
  REAL xx = a[6 * g], xy = a[6 * g + 1], xz = a[6 * g + 2];
  REAL yy = a[6 * g + 3], yz = a[6 * g + 4], zz = a[6 * g + 5];
  for (int sweep = 0; sweep < 4; sweep++) {
    rotate_pair(&xx, &yy, &xy, &xz, &yz);
    rotate_pair(&xx, &zz, &xz, &xy, &yz);
    rotate_pair(&yy, &zz, &yz, &xy, &xz);
  }
  values[3 * g] = xx;
  values[3 * g + 1] = yy;
  values[3 * g + 2] = zz;
}
