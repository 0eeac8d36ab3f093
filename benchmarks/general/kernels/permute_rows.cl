// permute_rows.cl: bring rows into the order that an index row gives
// bench: half=A kind=shuffles types=float,double
// bench: range order=0:255
// pirch-run: --arg y=zeros(GROUPS, 4, WG_SIZE) --arg x=rand(GROUPS, 4, WG_SIZE) --arg order=rand(GROUPS, WG_SIZE)
__kernel void permute_rows(__global REAL *y, __global const REAL *x, __global const int *order) {
  const int lid = get_local_id(0);
  const size_t base = get_group_id(0) * 4 * WG_SIZE;
  int from = order[get_global_id(0)] & (WG_SIZE - 1);
  for (int r = 0; r < 4; r++)
    y[base + r * WG_SIZE + lid] = sub_group_shuffle(x[base + r * WG_SIZE + lid], from);
}
