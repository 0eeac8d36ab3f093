// logsumexp.cl: the logarithm of the sum of the exponentials of each row
// bench: half=B kind=rows types=float,double
// bench: range x=-10:10
// pirch-run: --arg out=zeros(GROUPS) --arg x=rand(GROUPS, 200)
#define LENGTH 200
__kernel void logsumexp(__global REAL *out, __global const REAL *x) {
  size_t lid = get_local_id(0), base = get_group_id(0) * LENGTH;
  REAL top = x[base];
  for (size_t i = lid; i < LENGTH; i += get_local_size(0))
    top = max(top, x[base + i]);
  top = sub_group_reduce_max(top);
  REAL sum = 0;
  for (size_t i = lid; i < LENGTH; i += get_local_size(0))
    sum += exp(x[base + i] - top);
  sum = sub_group_reduce_add(sum);
  if (lid == 0)
    out[get_group_id(0)] = top + log(sum);
}
