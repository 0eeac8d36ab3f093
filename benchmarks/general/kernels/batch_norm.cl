// batch_norm.cl: numbers of 16 channels, planes of which lie one behind the other, normalized by what is known of each channel
// bench: half=B kind=updates types=float,double
// bench: range variance=0.5:2
// pirch-run: --arg y=zeros(GROUPS, WG_SIZE) --arg x=rand(GROUPS, WG_SIZE) --arg mean=rand(16) --arg variance=rand(16) --arg gamma=rand(16) --arg beta=rand(16) --arg plane=64
__kernel void batch_norm(__global REAL *y, __global const REAL *x, __global const REAL *mean,
                         __global const REAL *variance, __global const REAL *gamma, __global const REAL *beta,
                         int plane) {
  const int i = get_global_id(0), channel = i / plane % 16;
  REAL scale = gamma[channel] * rsqrt(variance[channel] + (REAL)1e-5);
  y[i] = (x[i] - mean[channel]) * scale + beta[channel];
}
