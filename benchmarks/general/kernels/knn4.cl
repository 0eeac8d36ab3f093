// knn4.cl: the four nearest of 32 points in the plane to each work item's point, kept sorted by insertion
// bench: half=B kind=branches types=float,double differ=1e-3
// pirch-run: --arg index=zeros(GROUPS, WG_SIZE, 4) --arg distance=zeros(GROUPS, WG_SIZE, 4) --arg query=rand(GROUPS, WG_SIZE, 2) --arg point=rand(32, 2)
#define K 4
__kernel void knn4(__global int *index, __global REAL *distance, __global const REAL *query, __global const REAL *point) {
  const int g = get_global_id(0);
  const REAL x = query[2 * g], y = query[2 * g + 1];
  REAL best[K];
  int at[K];
  for (int k = 0; k < K; k++) {
    best[k] = INFINITY;
    at[k] = -1;
  }
  for (int j = 0; j < 32; j++) {
    const REAL dx = point[2 * j] - x, dy = point[2 * j + 1] - y;
    const REAL d = dx * dx + dy * dy;
    if (d < best[K - 1]) {
      int k = K - 1;
      while (k > 0 && best[k - 1] > d) {
        best[k] = best[k - 1];
        at[k] = at[k - 1];
        k--;
      }
      best[k] = d;
      at[k] = j;
    }
  }
  for (int k = 0; k < K; k++) {
    index[g * K + k] = at[k];
    distance[g * K + k] = best[k];
  }
}
