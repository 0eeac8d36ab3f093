// attention.cl: one query of 16 numbers attends to WG_SIZE keys and values
// bench: half=B kind=rows types=float,double
// bench: range q=-1:1
// bench: range k=-1:1
// bench: range v=-1:1
// pirch-run: --arg out=zeros(GROUPS, 16) --arg q=rand(GROUPS, 16) --arg k=rand(GROUPS, WG_SIZE, 16) --arg v=rand(GROUPS, WG_SIZE, 16)
#define DEPTH 16
__kernel void attention(__global REAL *out, __global const REAL *q, __global const REAL *k, __global const REAL *v) {
  __local REAL weight[WG_SIZE];
  const int group = get_group_id(0), lid = get_local_id(0);
  const __global REAL *key = k + (group * WG_SIZE + lid) * DEPTH;
  REAL score = 0;
  for (int d = 0; d < DEPTH; d++)
    score += q[group * DEPTH + d] * key[d];
  score *= (REAL)0.25;
  REAL e = exp(score - work_group_reduce_max(score));
  weight[lid] = e / work_group_reduce_add(e);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = lid; d < DEPTH; d += WG_SIZE) {
    REAL sum = 0;
    for (int j = 0; j < WG_SIZE; j++)
      sum += weight[j] * v[(group * WG_SIZE + j) * DEPTH + d];
    out[group * DEPTH + d] = sum;
  }
}
