// pixel_shuffle.cl: four planes of 32 by 32 become one of 64 by 64, whose neighbours come from different planes
// bench: half=B kind=streams types=float,double
// pirch-run: --arg out=zeros(GROUPS+512, WG_SIZE) --arg in=rand(GROUPS+512, WG_SIZE)
__kernel void pixel_shuffle(__global REAL *out, __global const REAL *in) {
  const int i = get_global_id(0);
  const int x = i % 64, y = i / 64 % 64, n = i / 4096;
  const int plane = y % 2 * 2 + x % 2;
  out[i] = in[((n * 4 + plane) * 32 + y / 2) * 32 + x / 2];
}
