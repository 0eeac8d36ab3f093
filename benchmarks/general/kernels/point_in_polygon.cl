// point_in_polygon.cl: whether each point lies in a polygon of n corners, by the edges that a ray crosses
// bench: half=B kind=branches types=float,double differ=1e-3
// pirch-run: --arg inside=zeros(GROUPS, WG_SIZE) --arg px=rand(GROUPS, WG_SIZE) --arg py=rand(GROUPS, WG_SIZE) --arg corner=rand(24, 2) --arg n=24
__kernel void point_in_polygon(__global uchar *inside, __global const REAL *px, __global const REAL *py,
                               __global const REAL *corner, int n) {
  const size_t g = get_global_id(0);
  REAL x = px[g], y = py[g];
  bool in = false;
  for (int i = 0, j = n - 1; i < n; j = i++) {
    REAL xi = corner[2 * i], yi = corner[2 * i + 1], xj = corner[2 * j], yj = corner[2 * j + 1];
    if ((yi > y) != (yj > y) && x < (xj - xi) * (y - yi) / (yj - yi) + xi)
      in = !in;
  }
  inside[g] = in;
}
