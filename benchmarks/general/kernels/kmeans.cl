// kmeans.cl: the nearest of eight centres for each point (x, y, z, w)
// bench: half=B kind=structures types=float,double differ=0.001
// pirch-run: --arg label=zeros(GROUPS, WG_SIZE) --arg points=rand(GROUPS, WG_SIZE, 4) --arg centres=rand(8, 4) --arg k=8
__kernel void kmeans(__global int *label, __global const REAL *points, __global const REAL *centres, int k) {
  size_t g = get_global_id(0);
  REAL x = points[4 * g], y = points[4 * g + 1], z = points[4 * g + 2], w = points[4 * g + 3];
  REAL least = INFINITY;
  int nearest = 0;
  for (int c = 0; c < k; c++) {
    REAL dx = x - centres[4 * c], dy = y - centres[4 * c + 1];
    REAL dz = z - centres[4 * c + 2], dw = w - centres[4 * c + 3];
    REAL d = dx * dx + dy * dy + dz * dz + dw * dw;
    if (d < least) {
      least = d;
      nearest = c;
    }
  }
  label[g] = nearest;
}
