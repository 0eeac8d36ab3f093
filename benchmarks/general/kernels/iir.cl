// iir.cl: a second-order recursive filter over channels that are interleaved in time, in place
// bench: half=B kind=signals types=float,double
// bench: range x=-1:1
// pirch-run: --arg x=rand(64, GROUPS * WG_SIZE) --arg channels=GROUPS*WG_SIZE --arg steps=64 --arg b0=0.2 --arg b1=0.3 --arg b2=0.2 --arg a1=0.4 --arg a2=0.1
__kernel void iir(__global REAL *x, int channels, int steps, REAL b0, REAL b1, REAL b2, REAL a1, REAL a2) {
  int channel = get_global_id(0);
  if (channel >= channels)
    return;
  REAL s1 = 0, s2 = 0;
  for (int t = 0; t < steps; t++) {
    REAL in = x[t * channels + channel];
    REAL out = b0 * in + s1;
    s1 = b1 * in - a1 * out + s2;
    s2 = b2 * in - a2 * out;
    x[t * channels + channel] = out;
  }
}
