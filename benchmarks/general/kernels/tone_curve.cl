// tone_curve.cl: brightness by a curve of 64 tabulated values, between which it is linear
// bench: half=B kind=gathers types=float,double
// pirch-run: --arg y=zeros(GROUPS, WG_SIZE) --arg x=rand(GROUPS, WG_SIZE)
#define VALUE(n) ((REAL)((n) * (126 - (n))) / 4096)
#define VALUES4(n) VALUE(n), VALUE(n + 1), VALUE(n + 2), VALUE(n + 3)
#define VALUES16(n) VALUES4(n), VALUES4(n + 4), VALUES4(n + 8), VALUES4(n + 12)
__constant REAL curve[64] = {VALUES16(0), VALUES16(16), VALUES16(32), VALUES16(48)};

__kernel void tone_curve(__global REAL *y, __global const REAL *x) {
  size_t i = get_global_id(0);
  REAL at = x[i] * 63;
  int step = clamp((int)at, 0, 62);
  y[i] = curve[step] + (at - step) * (curve[step + 1] - curve[step]);
}
