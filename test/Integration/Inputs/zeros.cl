// Of zeros of different sign, fmin and fmax give the first one, as on x86; C
// leaves it open.
// pirch-run: --arg in=rand(GROUPS,WG_SIZE) --arg out=zeros(GROUPS,WG_SIZE,4)
__kernel void zeros(__global const double *in, __global double *out) {
  size_t at = get_global_id();
  double zero = 0.0 * in[at], minus = -0.0 * in[at];
  out[at * 4] = fmin(zero, minus);
  out[at * 4 + 1] = fmin(minus, zero);
  out[at * 4 + 2] = fmax(zero, minus);
  out[at * 4 + 3] = fmax(minus, zero);
}
