// box_muller.cl: two normally distributed numbers from two uniform ones, in place
// bench: half=A kind=mathematics types=float,double
// bench: range u=0.001:1
// pirch-run: --arg u=rand(GROUPS, WG_SIZE, 2)
__kernel void box_muller(__global REAL *u) {
  size_t i = get_global_id(0);
  REAL r = sqrt(-2 * log(u[2 * i]));
  REAL angle = 2 * (REAL)M_PI * u[2 * i + 1];
  u[2 * i] = r * cos(angle);
  u[2 * i + 1] = r * sin(angle);
}
