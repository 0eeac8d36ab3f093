// flash_row.cl: attention of one query of 8 numbers in each work item to 32 keys of its group, with a softmax that is corrected while it goes on
// bench: half=B kind=rows types=float,double
// bench: range q=-1:1
// bench: range k=-1:1
// bench: range v=-1:1
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE, 8) --arg q=rand(GROUPS, WG_SIZE, 8) --arg k=rand(GROUPS, 32, 8) --arg v=rand(GROUPS, 32, 8)
#define DEPTH 8
#define KEYS 32
__kernel void flash_row(__global REAL *out, __global const REAL *q, __global const REAL *k, __global const REAL *v) {
  __local REAL keys[KEYS * DEPTH], values[KEYS * DEPTH];
  const int lid = get_local_id(0), group = get_group_id(0);
  const size_t g = get_global_id(0);
  for (int i = lid; i < KEYS * DEPTH; i += WG_SIZE) {
    keys[i] = k[group * KEYS * DEPTH + i];
    values[i] = v[group * KEYS * DEPTH + i];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  REAL query[DEPTH], sum[DEPTH], top = -INFINITY, total = 0;
  for (int d = 0; d < DEPTH; d++) {
    query[d] = q[g * DEPTH + d];
    sum[d] = 0;
  }
  for (int j = 0; j < KEYS; j++) {
    REAL score = 0;
    for (int d = 0; d < DEPTH; d++)
      score += query[d] * keys[j * DEPTH + d];
    REAL most = fmax(top, score), correction = exp(top - most), weight = exp(score - most);
    total = total * correction + weight;
    for (int d = 0; d < DEPTH; d++)
      sum[d] = sum[d] * correction + weight * values[j * DEPTH + d];
    top = most;
  }
  for (int d = 0; d < DEPTH; d++)
    out[g * DEPTH + d] = sum[d] / total;
}
