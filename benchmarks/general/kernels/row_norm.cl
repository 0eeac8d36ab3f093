// row_norm.cl: the Euclidean norm of each row; a group's work items share out its row
// bench: half=A kind=rows types=float,double
// bench: range x=-1:1
// pirch-run: --arg out=zeros(GROUPS) --arg x=rand(GROUPS, 1000) --arg n=1000
__kernel void row_norm(__global REAL *out, __global const REAL *x, int n) {
  const int row = get_group_id(0);
  REAL sum = 0;
  for (int i = get_local_id(0); i < n; i += get_local_size(0))
    sum += x[row * n + i] * x[row * n + i];
  sum = sub_group_reduce_add(sum);
  if (get_local_id(0) == 0)
    out[row] = sqrt(sum);
}
