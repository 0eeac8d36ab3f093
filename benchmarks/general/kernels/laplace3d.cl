// laplace3d.cl: the seven-point stencil of a periodic grid of planes of 16 by 16 cells
// bench: half=B kind=borders types=float,double
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE) --arg in=rand(GROUPS, WG_SIZE) --arg n=GROUPS*WG_SIZE
#define NX 16
#define NY 16
__kernel void laplace3d(__global REAL *out, __global const REAL *in, int n) {
  int i = get_global_id(0);
  int x = i % NX, y = i / NX % NY;
  if (i < NX * NY || i >= n - NX * NY || x == 0 || x == NX - 1 || y == 0 || y == NY - 1)
    return;
  out[i] = in[i - 1] + in[i + 1] + in[i - NX] + in[i + NX] + in[i - NX * NY] + in[i + NX * NY] - 6 * in[i];
}
