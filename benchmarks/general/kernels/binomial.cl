// binomial.cl: American puts on a binomial tree of WG_SIZE steps, an option for each group
// bench: half=B kind=shuffles types=float,double
// bench: range spot=80:120
// bench: range strike=80:120
// bench: range years=0.5:2
// pirch-run: --arg price=zeros(GROUPS) --arg spot=rand(GROUPS) --arg strike=rand(GROUPS) --arg years=rand(GROUPS)
#define RATE (REAL)0.05
#define VOLATILITY (REAL)0.3
__kernel void binomial(__global REAL *price, __global const REAL *spot, __global const REAL *strike,
                       __global const REAL *years) {
  __local REAL values[WG_SIZE + 1];
  const int lid = get_local_id(0), option = get_group_id(0);
  REAL dt = years[option] / WG_SIZE;
  REAL up = exp(VOLATILITY * sqrt(dt)), down = 1 / up;
  REAL chance = (exp(RATE * dt) - down) / (up - down), discount = exp(-RATE * dt);
  REAL s = spot[option] * exp(VOLATILITY * sqrt(dt) * (2 * lid - WG_SIZE));
  REAL top = spot[option] * exp(VOLATILITY * sqrt(dt) * WG_SIZE);
  values[lid] = fmax(strike[option] - s, (REAL)0);
  if (lid == 0)
    values[WG_SIZE] = fmax(strike[option] - top, (REAL)0);
  for (int step = WG_SIZE; step > 0; step--) {
    barrier(CLK_LOCAL_MEM_FENCE);
    REAL value = discount * (chance * values[lid + 1] + (1 - chance) * values[lid]);
    s *= up;
    value = fmax(value, strike[option] - s);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < step)
      values[lid] = value;
  }
  if (lid == 0)
    price[option] = values[0];
}
