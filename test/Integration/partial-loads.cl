// Rows that lie 4 apart, of which 3 elements are taken, fill vectors by parts that
// are loaded apart; parts and whole rows of the same memory are loaded side by side.
// REQUIRES: avx512
// RUN: pirch-run %s --wg-size=16 --lane-order=wg-wi-ix --wg-pack=1 --check
// RUN: pirch-run %s --wg-size=40 --lane-order=wg-wi-ix --wg-pack=1 --check
// RUN: pirch-run %s --wg-size=64 --lane-order=wg-wi-ix --wg-pack=1 --check
// pirch-run: --groups=3 --arg in=rand(GROUPS,WG_SIZE,4)
// pirch-run: --arg out=zeros(GROUPS,WG_SIZE,13) --arg third=zeros(GROUPS,WG_SIZE,3)
__kernel void k0(__global const double *in, __global double *restrict out,
                 __global float *third) {
  int lid = get_local_id(0);
  size_t at = get_global_id(0);
  double a[6], b[3];
  for (int k = 0; k < 6; ++k)
    a[k] = in[at * 4 + k % 4] + k;
  for (int k = 0; k < 3; ++k)
    b[k] = in[at * 4 + k % 4] + k;
  for (int k = 0; k < 3; ++k)
    a[k] = shuffle(b[k], WG_SIZE - 1 - lid);
  third[at * 3] = in[at * 4 + 2];
  for (int k = 0; k < 6; ++k)
    out[at * 13 + 2 + k] = a[k];
}
