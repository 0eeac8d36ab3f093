// kepler.cl: eccentric anomalies, by Newton's method until each work item is content
// bench: half=B kind=mathematics types=float,double
// bench: range mean=0:3
// bench: range e=0:0.7
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE) --arg mean=rand(GROUPS, WG_SIZE) --arg e=rand(GROUPS, WG_SIZE) --arg n=GROUPS*WG_SIZE-4
__kernel void kepler(__global REAL *out, __global const REAL *mean, __global const REAL *e, int n) {
  int i = get_global_id(0);
  if (i < n) {
    REAL m = mean[i], ecc = e[i] * (REAL)0.9, anomaly = m + ecc * sin(m);
    for (int step = 0; step < 20; step++) {
      REAL delta = (anomaly - ecc * sin(anomaly) - m) / (1 - ecc * cos(anomaly));
      anomaly -= delta;
      if (fabs(delta) < (REAL)1e-5)
        break;
    }
    out[i] = anomaly;
  }
}
