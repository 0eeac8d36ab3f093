// transform_points.cl: points (x, y, z, w) times a matrix of 4x4, in place, then divided by w
// bench: half=A kind=structures types=float,double
// bench: range m=1:2
// bench: range points=1:2
// pirch-run: --arg points=rand(GROUPS, WG_SIZE, 4) --arg m=rand(4, 4) --arg n=GROUPS*WG_SIZE-3
__kernel void transform_points(__global REAL *points, __global const REAL *m, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  REAL x = points[4 * i], y = points[4 * i + 1], z = points[4 * i + 2], w = points[4 * i + 3];
  REAL u = 1 / (m[12] * x + m[13] * y + m[14] * z + m[15] * w);
  points[4 * i] = (m[0] * x + m[1] * y + m[2] * z + m[3] * w) * u;
  points[4 * i + 1] = (m[4] * x + m[5] * y + m[6] * z + m[7] * w) * u;
  points[4 * i + 2] = (m[8] * x + m[9] * y + m[10] * z + m[11] * w) * u;
  points[4 * i + 3] = 1;
}
