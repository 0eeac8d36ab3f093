// composite.cl: 12 layers of colours with opacity over each other, front to back, until a pixel is opaque
// bench: half=B kind=structures types=float,double
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE, 4) --arg layer=rand(12, GROUPS, WG_SIZE, 4) --arg n=12
__kernel void composite(__global REAL *out, __global const REAL *layer, int n) {
  const size_t g = get_global_id(0), pixels = get_global_size(0);
  REAL red = 0, green = 0, blue = 0, through = 1;
  for (int l = 0; l < n; l++) {
    const __global REAL *c = layer + (l * pixels + g) * 4;
    REAL alpha = c[3] * through;
    red += alpha * c[0];
    green += alpha * c[1];
    blue += alpha * c[2];
    through *= 1 - c[3];
    if (through < (REAL)0.02)
      break;
  }
  out[4 * g] = red;
  out[4 * g + 1] = green;
  out[4 * g + 2] = blue;
  out[4 * g + 3] = 1 - through;
}
