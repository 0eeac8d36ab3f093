// black_scholes.cl: prices of European options
// bench: half=A kind=mathematics types=float,double
// bench: range price=5:30
// bench: range strike=1:100
// bench: range years=0.25:10
// pirch-run: --arg call=zeros(GROUPS, WG_SIZE) --arg put=zeros(GROUPS, WG_SIZE) --arg price=rand(GROUPS, WG_SIZE) --arg strike=rand(GROUPS, WG_SIZE) --arg years=rand(GROUPS, WG_SIZE) --arg rate=0.02 --arg volatility=0.3 --arg n=GROUPS*WG_SIZE-1
REAL normal_cdf(REAL d) {
  REAL k = 1 / (1 + (REAL)0.2316419 * fabs(d));
  REAL tail = (REAL)0.39894228040143267 * exp((REAL)-0.5 * d * d) *
              (k * ((REAL)0.31938153 + k * ((REAL)-0.356563782 + k * ((REAL)1.781477937 +
               k * ((REAL)-1.821255978 + k * (REAL)1.330274429)))));
  return d > 0 ? 1 - tail : tail;
}

__kernel void black_scholes(__global REAL *call, __global REAL *put, __global const REAL *price,
                            __global const REAL *strike, __global const REAL *years, REAL rate,
                            REAL volatility, int n) {
  int i = get_global_id(0);
  if (i < n) {
    REAL s = price[i], x = strike[i], t = years[i];
    REAL root = sqrt(t);
    REAL d1 = (log(s / x) + (rate + (REAL)0.5 * volatility * volatility) * t) / (volatility * root);
    REAL d2 = d1 - volatility * root;
    REAL c1 = normal_cdf(d1), c2 = normal_cdf(d2);
    REAL discounted = x * exp(-rate * t);
    call[i] = s * c1 - discounted * c2;
    put[i] = discounted * (1 - c2) - s * (1 - c1);
  }
}
