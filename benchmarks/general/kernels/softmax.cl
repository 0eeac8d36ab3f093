// softmax.cl: softmax of each row, with the greatest element taken off first
// bench: half=A kind=rows types=float,double
// bench: range x=-8:8
// pirch-run: --arg y=zeros(GROUPS, 500) --arg x=rand(GROUPS, 500) --arg n=500
__kernel void softmax(__global REAL *y, __global const REAL *x, int n) {
  const size_t row = get_group_id(0) * n;
  REAL top = -INFINITY;
  for (int i = get_local_id(0); i < n; i += get_local_size(0))
    top = fmax(top, x[row + i]);
  top = sub_group_reduce_max(top);
  REAL sum = 0;
  for (int i = get_local_id(0); i < n; i += get_local_size(0)) {
    REAL e = exp(x[row + i] - top);
    y[row + i] = e;
    sum += e;
  }
  const REAL scale = 1 / sub_group_reduce_add(sum);
  for (int i = get_local_id(0); i < n; i += get_local_size(0))
    y[row + i] *= scale;
}
