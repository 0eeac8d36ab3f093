// rope.cl: rotary positions: pairs of numbers of a head, turned by angles that the position and a table of frequencies give
// bench: half=B kind=mathematics types=float,double tolerance=1e-3
// bench: range x=-1:1
// bench: range position=0:100
// bench: range frequency=0:1
// pirch-run: --arg x=rand(GROUPS, WG_SIZE, 2) --arg position=rand(GROUPS) --arg frequency=rand(WG_SIZE)
__kernel void rope(__global REAL *x, __global const int *position, __global const REAL *frequency) {
  const size_t i = get_global_id(0);
  REAL angle = position[get_group_id(0)] * frequency[get_local_id(0)];
  REAL c, s = sincos(angle, &c);
  REAL even = x[2 * i], odd = x[2 * i + 1];
  x[2 * i] = even * c - odd * s;
  x[2 * i + 1] = even * s + odd * c;
}
