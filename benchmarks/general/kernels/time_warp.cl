// time_warp.cl: the distance between two series of 12 samples by dynamic time warping, one pair for each work item
// bench: half=B kind=strings types=float,double
// pirch-run: --arg distance=zeros(GROUPS, WG_SIZE) --arg a=rand(GROUPS, WG_SIZE, 12) --arg b=rand(GROUPS, WG_SIZE, 12)
#define LENGTH 12
__kernel void time_warp(__global REAL *distance, __global const REAL *a, __global const REAL *b) {
  size_t id = get_global_id(0);
  REAL previous[LENGTH + 1], current[LENGTH + 1];
  for (int j = 0; j <= LENGTH; j++)
    previous[j] = j ? INFINITY : 0;
  for (int i = 1; i <= LENGTH; i++) {
    current[0] = INFINITY;
    for (int j = 1; j <= LENGTH; j++) {
      REAL cost = fabs(a[id * LENGTH + i - 1] - b[id * LENGTH + j - 1]);
      REAL best = previous[j];
      if (current[j - 1] < best)
        best = current[j - 1];
      if (previous[j - 1] < best)
        best = previous[j - 1];
      current[j] = cost + best;
    }
    for (int j = 0; j <= LENGTH; j++)
      previous[j] = current[j];
  }
  distance[id] = previous[LENGTH];
}
