// bond_yield.cl: the yield of bonds of 10 coupons from their prices, by five of Newton's steps
// bench: half=B kind=finance types=float,double
// bench: range price=80:120
// bench: range coupon=1:8
// pirch-run: --arg yield=zeros(GROUPS, WG_SIZE) --arg price=rand(GROUPS, WG_SIZE) --arg coupon=rand(GROUPS, WG_SIZE)
__kernel void bond_yield(__global REAL *yield, __global const REAL *price, __global const REAL *coupon) {
  size_t i = get_global_id(0);
  REAL wanted = price[i], c = coupon[i], y = (REAL)0.05;
  for (int step = 0; step < 5; step++) {
    REAL v = 1 / (1 + y), discount = 1, value = 0, slope = 0;
    for (int t = 1; t <= 10; t++) {
      discount *= v;
      REAL flow = c * discount;
      value += flow;
      slope -= t * flow * v;
    }
    value += 100 * discount;
    slope -= 1000 * discount * v;
    y -= (value - wanted) / slope;
  }
  yield[i] = y;
}
