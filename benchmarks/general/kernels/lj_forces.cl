// lj_forces.cl: Lennard-Jones forces of the WG_SIZE particles of a cell on each other, within a cutoff
// bench: half=B kind=shuffles types=float,double
// bench: range x=0:2
// bench: range cutoff=1.5625
// pirch-run: --arg f=zeros(GROUPS, WG_SIZE, 3) --arg x=rand(GROUPS, WG_SIZE, 3) --arg cutoff=1.5625
__kernel void lj_forces(__global REAL *f, __global const REAL *x, REAL cutoff) {
  __local REAL px[WG_SIZE], py[WG_SIZE], pz[WG_SIZE];
  const int lid = get_local_id(0), g = get_global_id(0);
  REAL x0 = x[3 * g], y0 = x[3 * g + 1], z0 = x[3 * g + 2];
  px[lid] = x0;
  py[lid] = y0;
  pz[lid] = z0;
  barrier(CLK_LOCAL_MEM_FENCE);
  REAL fx = 0, fy = 0, fz = 0;
  for (int j = 0; j < WG_SIZE; j++) {
    if (j == lid)
      continue;
    REAL dx = x0 - px[j], dy = y0 - py[j], dz = z0 - pz[j];
    REAL r2 = dx * dx + dy * dy + dz * dz + (REAL)0.01;
    if (r2 < cutoff) {
      REAL inv = 1 / r2, inv3 = inv * inv * inv;
      REAL force = (REAL)48 * inv3 * (inv3 - (REAL)0.5) * inv;
      fx += force * dx;
      fy += force * dy;
      fz += force * dz;
    }
  }
  f[3 * g] = fx;
  f[3 * g + 1] = fy;
  f[3 * g + 2] = fz;
}
