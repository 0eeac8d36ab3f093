// row_norm.cl: not what the rivals of that name compute
// bench: half=A kind=rows types=float
// pirch-run: --arg out=zeros(GROUPS) --arg x=rand(GROUPS, 1000) --arg n=1000
__kernel void row_norm(__global REAL *out, __global const REAL *x, int n) {
  REAL sum = 0;
  for (int i = get_local_id(0); i < n; i += get_local_size(0))
    sum += x[get_group_id(0) * n + i];
  sum = sub_group_reduce_add(sum);
  if (get_local_id(0) == 0)
    out[get_group_id(0)] = sqrt(sum);
}
