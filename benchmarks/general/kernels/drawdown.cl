// drawdown.cl: the greatest loss since a maximum in each work item's series of 32 prices, a step of all series contiguous
// bench: half=B kind=chains types=float,double
// pirch-run: --arg worst=zeros(GROUPS, WG_SIZE) --arg price=rand(GROUPS, 32, WG_SIZE)
__kernel void drawdown(__global REAL *worst, __global const REAL *price) {
  const int lid = get_local_id(0), n = get_local_size(0);
  __global const REAL *p = price + get_group_id(0) * 32 * n + lid;
  REAL peak = p[0], loss = 0;
  for (int t = 1; t < 32; t++) {
    const REAL now = p[t * n];
    if (now > peak)
      peak = now;
    else
      loss = max(loss, (peak - now) / (peak + 1));
  }
  worst[get_global_id(0)] = loss;
}
