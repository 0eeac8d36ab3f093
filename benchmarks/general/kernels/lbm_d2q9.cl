// lbm_d2q9.cl: the collision of a lattice Boltzmann method with nine directions, each of which has an array
// bench: half=B kind=updates types=float,double
// bench: range f=0.05:0.2
// bench: range omega=1.2
// pirch-run: --arg f=rand(9, GROUPS, WG_SIZE) --arg omega=1.2
__kernel void lbm_d2q9(__global REAL *f, REAL omega) {
  const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
  const int cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  const REAL w[9] = {(REAL)4 / 9, (REAL)1 / 9, (REAL)1 / 9, (REAL)1 / 9, (REAL)1 / 9,
                     (REAL)1 / 36, (REAL)1 / 36, (REAL)1 / 36, (REAL)1 / 36};
  const size_t cell = get_global_id(0), cells = get_global_size(0);
  REAL in[9], rho = 0, ux = 0, uy = 0;
  for (int k = 0; k < 9; k++) {
    in[k] = f[k * cells + cell];
    rho += in[k];
    ux += cx[k] * in[k];
    uy += cy[k] * in[k];
  }
  ux /= rho;
  uy /= rho;
  REAL square = (REAL)1.5 * (ux * ux + uy * uy);
  for (int k = 0; k < 9; k++) {
    REAL cu = 3 * (cx[k] * ux + cy[k] * uy);
    REAL equilibrium = w[k] * rho * (1 + cu + (REAL)0.5 * cu * cu - square);
    f[k * cells + cell] = in[k] + omega * (equilibrium - in[k]);
  }
}
