// swiglu.cl: the gated half of each row of 2 * 64 values, SiLU of the first half times the second
// bench: half=B kind=streams types=float,double
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE) --arg in=rand(GROUPS+9, 2 * WG_SIZE) --arg width=64
__kernel void swiglu(__global REAL *out, __global const REAL *in, const int width) {
  const int i = get_global_id(0);
  const int row = i / width, column = i - row * width;
  const REAL gate = in[row * 2 * width + column], up = in[(row * 2 + 1) * width + column];
  out[i] = gate / (1 + exp(-gate)) * up;
}
