// viterbi.cl: the most likely scores of WG_SIZE states after 16 observations, a state for each work item
// bench: half=B kind=shuffles types=float,double
// bench: range trans=-5:0
// bench: range emit=-5:0
// pirch-run: --arg score=rand(GROUPS, WG_SIZE) --arg from=zeros(GROUPS, 16, WG_SIZE) --arg trans=rand(WG_SIZE, WG_SIZE) --arg emit=rand(10, WG_SIZE) --arg seen=rand(GROUPS, 16)
// bench: range seen=0:7
#define STEPS 16
__kernel void viterbi(__global REAL *score, __global uchar *from, __global const REAL *trans,
                      __global const REAL *emit, __global const int *seen) {
  __local REAL before[WG_SIZE];
  const int state = get_local_id(0), group = get_group_id(0);
  REAL now = score[get_global_id(0)];
  for (int t = 0; t < STEPS; t++) {
    before[state] = now;
    barrier(CLK_LOCAL_MEM_FENCE);
    REAL best = -INFINITY;
    int which = 0;
    for (int other = 0; other < WG_SIZE; other++) {
      REAL s = before[other] + trans[other * WG_SIZE + state];
      if (s > best) {
        best = s;
        which = other;
      }
    }
    now = best + emit[seen[group * STEPS + t] * WG_SIZE + state];
    from[(group * STEPS + t) * WG_SIZE + state] = which;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  score[get_global_id(0)] = now;
}
