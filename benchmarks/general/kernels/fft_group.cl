// fft_group.cl: Fourier transforms of WG_SIZE complex numbers, one for each work item, results in bit-reversed order
// bench: half=B kind=shuffles types=float,double
// bench: range x=-1:1
// pirch-run: --arg y=zeros(GROUPS, WG_SIZE, 2) --arg x=rand(GROUPS, WG_SIZE, 2) --arg roots=rand(WG_SIZE, 2)
__kernel void fft_group(__global REAL *y, __global const REAL *x, __global const REAL *roots) {
  const int lid = get_local_id(0);
  const size_t g = get_global_id(0);
  REAL re = x[2 * g], im = x[2 * g + 1];
  for (int span = WG_SIZE / 2; span > 0; span /= 2) {
    REAL other_re = sub_group_shuffle_xor(re, span), other_im = sub_group_shuffle_xor(im, span);
    if (lid & span) {
      int k = (lid & (span - 1)) * (WG_SIZE / 2 / span);
      REAL c = roots[2 * k], s = roots[2 * k + 1];
      REAL dr = other_re - re, di = other_im - im;
      re = dr * c - di * s;
      im = dr * s + di * c;
    } else {
      re += other_re;
      im += other_im;
    }
  }
  y[2 * g] = re;
  y[2 * g + 1] = im;
}
