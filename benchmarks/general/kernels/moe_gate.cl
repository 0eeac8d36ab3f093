// moe_gate.cl: the two experts of eight with the greatest scores for each token, and their softmax weights
// bench: half=B kind=branches types=float,double
// pirch-run: --arg expert=zeros(GROUPS, WG_SIZE, 2) --arg weight=zeros(GROUPS, WG_SIZE, 2) --arg score=rand(GROUPS, WG_SIZE, 8)
__kernel void moe_gate(__global int *expert, __global REAL *weight, __global const REAL *score) {
  const int token = get_global_id(0);
  __global const REAL *s = score + token * 8;
  int first = 0, second = -1;
  for (int e = 1; e < 8; e++)
    if (s[e] > s[first])
      first = e;
  for (int e = 0; e < 8; e++)
    if (e != first && (second < 0 || s[e] > s[second]))
      second = e;
  const REAL share = exp(s[second] - s[first]);
  expert[2 * token] = first;
  expert[2 * token + 1] = second;
  weight[2 * token] = 1 / (1 + share);
  weight[2 * token + 1] = share / (1 + share);
}
