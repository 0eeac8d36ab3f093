// cross_entropy.cl: the loss of a row of 64 logits whose label is known, and its gradient
// bench: half=B kind=rows types=float,double tolerance=1e-3
// bench: range logit=-4:4
// bench: range label=0:63
// pirch-run: --arg loss=zeros(GROUPS) --arg grad=zeros(GROUPS, 64) --arg logit=rand(GROUPS, 64) --arg label=rand(GROUPS)
#define CLASSES 64
__kernel void cross_entropy(__global REAL *loss, __global REAL *grad, __global const REAL *logit, __global const int *label) {
  const int row = get_group_id(0), lid = get_local_id(0);
  const __global REAL *x = logit + row * CLASSES;
  REAL top = -INFINITY, sum = 0;
  for (int i = lid; i < CLASSES; i += WG_SIZE)
    top = fmax(top, x[i]);
  top = sub_group_reduce_max(top);
  for (int i = lid; i < CLASSES; i += WG_SIZE)
    sum += exp(x[i] - top);
  sum = sub_group_reduce_add(sum);
  for (int i = lid; i < CLASSES; i += WG_SIZE)
    grad[row * CLASSES + i] = exp(x[i] - top) / sum - (i == label[row] ? 1 : 0);
  if (lid == 0)
    loss[row] = log(sum) + top - x[label[row]];
}
