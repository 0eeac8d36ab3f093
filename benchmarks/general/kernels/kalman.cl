// kalman.cl: place and speed from 16 noisy places, a track for each work item
// bench: half=B kind=structures types=float,double
// pirch-run: --arg state=zeros(GROUPS, WG_SIZE, 2) --arg z=rand(GROUPS, WG_SIZE, 16) --arg steps=16 --arg dt=0.1
__kernel void kalman(__global REAL *state, __global const REAL *z, int steps, REAL dt) {
  const size_t g = get_global_id(0);
  REAL x = 0, v = 0, p00 = 1, p01 = 0, p11 = 1;
  const REAL q = (REAL)0.01, noise = (REAL)0.1;
  for (int t = 0; t < steps; t++) {
    x += dt * v;
    p00 += dt * (2 * p01 + dt * p11) + q;
    p01 += dt * p11;
    p11 += q;
    REAL inv = 1 / (p00 + noise), k0 = p00 * inv, k1 = p01 * inv;
    REAL y = z[g * steps + t] - x;
    x += k0 * y;
    v += k1 * y;
    p11 -= k1 * p01;
    p01 *= 1 - k0;
    p00 *= 1 - k0;
  }
  state[2 * g] = x;
  state[2 * g + 1] = v;
}
