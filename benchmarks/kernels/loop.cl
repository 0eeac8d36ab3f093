// Five times A + B, by additions, in a loop that is unrolled (-DUNROLL) or counts
// at run time: what run-time loops cost (figure 10 of the PIRCH paper).
//
// pirch-run: --arg mat_c=zeros(GROUPS, WG_SIZE, WG_SIZE)
// pirch-run: --arg mat_a=rand(GROUPS, WG_SIZE, WG_SIZE)
// pirch-run: --arg mat_b=rand(GROUPS, WG_SIZE, WG_SIZE)
// pirch-run: --arg rounds=5
#ifndef REAL
#define REAL double
#endif
#ifdef UNROLL
#define ROUNDS 5
#else
#define ROUNDS rounds
#endif

__kernel void loop(__global REAL *restrict mat_c,
                   __global const REAL *restrict mat_a,
                   __global const REAL *restrict mat_b, int rounds) {
  size_t first = (get_group_id() * WG_SIZE + get_local_id()) * WG_SIZE;
  REAL row_a[WG_SIZE], row_b[WG_SIZE], sum[WG_SIZE];

  for (int ix = 0; ix < WG_SIZE; ++ix) {
    row_a[ix] = mat_a[first + ix];
    row_b[ix] = mat_b[first + ix];
    sum[ix] = 0;
  }

  for (int round = 0; round < ROUNDS; ++round)
    for (int ix = 0; ix < WG_SIZE; ++ix)
      sum[ix] = sum[ix] + (row_a[ix] + row_b[ix]);

  for (int ix = 0; ix < WG_SIZE; ++ix)
    mat_c[first + ix] = sum[ix];
}
