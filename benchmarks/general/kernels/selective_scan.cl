// selective_scan.cl: a state-space model over 16 steps, a channel of 4 states to each work item
// bench: half=B kind=chains types=float,double
// pirch-run: --arg y=zeros(GROUPS, 16, WG_SIZE) --arg u=rand(GROUPS, 16, WG_SIZE) --arg delta=rand(GROUPS, 16, WG_SIZE) --arg a=rand(WG_SIZE, 4) --arg b=rand(GROUPS, 16, 4) --arg c=rand(GROUPS, 16, 4)
#define STATES 4
#define STEPS 16
__kernel void selective_scan(__global REAL *y, __global const REAL *u, __global const REAL *delta, __global const REAL *a,
                             __global const REAL *b, __global const REAL *c) {
  const int channel = get_local_id(0), batch = get_group_id(0), channels = get_local_size(0);
  REAL state[STATES];
  for (int s = 0; s < STATES; s++)
    state[s] = 0;
  for (int t = 0; t < STEPS; t++) {
    const int at = (batch * STEPS + t) * channels + channel;
    const REAL dt = delta[at], input = dt * u[at];
    REAL out = 0;
    for (int s = 0; s < STATES; s++) {
      state[s] = exp(-dt * a[channel * STATES + s]) * state[s] + input * b[(batch * STEPS + t) * STATES + s];
      out += state[s] * c[(batch * STEPS + t) * STATES + s];
    }
    y[at] = out;
  }
}
