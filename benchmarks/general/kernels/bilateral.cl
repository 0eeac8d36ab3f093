// bilateral.cl: each sample of a line weighted with its neighbours by their distance in place and in value
// bench: half=B kind=signals types=float,double
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE) --arg in=rand(GROUPS*WG_SIZE + 8) --arg sharpness=20
#define RADIUS 3
__kernel void bilateral(__global REAL *out, __global const REAL *in, REAL sharpness) {
  __local REAL tile[WG_SIZE + 2 * RADIUS];
  int lid = get_local_id(0), start = get_group_id(0) * WG_SIZE;
  for (int i = lid; i < WG_SIZE + 2 * RADIUS; i += WG_SIZE)
    tile[i] = in[start + i];
  barrier(CLK_LOCAL_MEM_FENCE);
  const REAL place[4] = {1, 0.8, 0.4, 0.1};
  REAL here = tile[lid + RADIUS], sum = 0, weights = 0;
  for (int d = -RADIUS; d <= RADIUS; d++) {
    REAL there = tile[lid + RADIUS + d], difference = there - here;
    REAL w = place[d < 0 ? -d : d] * exp(-difference * difference * sharpness);
    sum += w * there;
    weights += w;
  }
  out[start + lid] = sum / weights;
}
