// three_body.cl: eight leapfrog steps of three bodies in the plane, a system to each work item
// bench: half=B kind=structures types=float,double
// pirch-run: --arg state=rand(GROUPS, WG_SIZE, 12) --arg dt=0.01
__kernel void three_body(__global REAL *state, const REAL dt) {
  __global REAL *s = state + get_global_id(0) * 12;
  REAL p[3][2], v[3][2];
  for (int b = 0; b < 3; b++)
    for (int d = 0; d < 2; d++) {
      p[b][d] = s[b * 4 + d] + b;
      v[b][d] = s[b * 4 + 2 + d];
    }
  for (int step = 0; step < 8; step++) {
    for (int i = 0; i < 3; i++) {
      REAL ax = 0, ay = 0;
      for (int j = 0; j < 3; j++) {
        if (i == j)
          continue;
        REAL dx = p[j][0] - p[i][0], dy = p[j][1] - p[i][1];
        REAL r2 = dx * dx + dy * dy + (REAL)0.01;
        REAL inv = 1 / (r2 * sqrt(r2));
        ax += dx * inv;
        ay += dy * inv;
      }
      v[i][0] += dt * ax;
      v[i][1] += dt * ay;
    }
    for (int b = 0; b < 3; b++)
      for (int d = 0; d < 2; d++)
        p[b][d] += dt * v[b][d];
  }
  for (int b = 0; b < 3; b++)
    for (int d = 0; d < 2; d++) {
      s[b * 4 + d] = p[b][d];
      s[b * 4 + 2 + d] = v[b][d];
    }
}
