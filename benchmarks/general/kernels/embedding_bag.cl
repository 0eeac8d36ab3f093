// embedding_bag.cl: the mean of 8 rows of a table that indices choose, WG_SIZE columns to a group
// bench: half=B kind=gathers types=float,double
// bench: range index=0:63
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE) --arg table=rand(64, WG_SIZE) --arg index=rand(GROUPS, 8)
__kernel void embedding_bag(__global REAL *out, __global const REAL *table, __global const int *index) {
  const int bag = get_group_id(0), column = get_local_id(0);
  REAL sum = 0;
  for (int j = 0; j < 8; j++)
    sum += table[index[8 * bag + j] * get_local_size(0) + column];
  out[bag * get_local_size(0) + column] = sum / 8;
}
