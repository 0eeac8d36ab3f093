// nearest.cl: the nearest of 64 reference points for each point
// bench: half=B kind=structures types=float,double differ=1e-3
// pirch-run: --arg index=zeros(GROUPS, WG_SIZE) --arg points=rand(GROUPS, WG_SIZE, 3) --arg references=rand(64, 3) --arg count=64
__kernel void nearest(__global int *index, __global const REAL *points, __global const REAL *references,
                      int count) {
  int i = get_global_id(0);
  REAL x = points[3 * i], y = points[3 * i + 1], z = points[3 * i + 2];
  REAL best = FLT_MAX;
  int which = -1;
  for (int j = 0; j < count; j++) {
    REAL dx = references[3 * j] - x, dy = references[3 * j + 1] - y, dz = references[3 * j + 2] - z;
    REAL distance = dx * dx + dy * dy + dz * dz;
    if (distance < best) {
      best = distance;
      which = j;
    }
  }
  index[i] = which;
}
