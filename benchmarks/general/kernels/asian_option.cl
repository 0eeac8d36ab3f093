// asian_option.cl: the payoff of an option on the mean of a price, along a path of 16 steps of its own for each work item
// bench: half=B kind=finance types=float,double tolerance=1e-3
// bench: range normal=-2:2
// bench: range start=80:120
// bench: range strike=100
// pirch-run: --arg payoff=zeros(GROUPS, WG_SIZE) --arg normal=rand(16, GROUPS, WG_SIZE) --arg start=rand(GROUPS, WG_SIZE) --arg strike=100
#define STEPS 16
__kernel void asian_option(__global REAL *payoff, __global const REAL *normal, __global const REAL *start, REAL strike) {
  const size_t g = get_global_id(0), paths = get_global_size(0);
  const REAL dt = (REAL)1 / STEPS, vol = (REAL)0.2, rate = (REAL)0.05;
  const REAL drift = (rate - (REAL)0.5 * vol * vol) * dt, scale = vol * sqrt(dt);
  REAL price = start[g], sum = 0;
  for (int t = 0; t < STEPS; t++) {
    price *= exp(drift + scale * normal[t * paths + g]);
    sum += price;
  }
  payoff[g] = exp(-rate) * fmax(sum / STEPS - strike, (REAL)0);
}
