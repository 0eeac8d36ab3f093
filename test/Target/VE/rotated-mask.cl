// A mask is turned by steps that go around through lanes which the kernel does
// not use otherwise (`b[k]` changes where `x` is 0, and nowhere).
// RUN: pirch-run --check %s --target=ve --wg-size=1 --groups=3 --wg-pack=1 --lane-order=ix-wi-wg
//
// pirch-run: --arg in=rand(GROUPS, WG_SIZE, 4)
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE, 6)
__kernel void turn(__global const double *in, __global double *out) {
  size_t at = get_global_id(0);
  double x = in[at * 4];
  double a[6], b[6];
  for (int k = 0; k < 6; ++k)
    b[k] = in[at * 4 + k % 4] + k;
  if (x == 0)
    for (int k = 0; k < 6; k += 2)
      if (x != 0) {
        a[5 - k] = 1;
        b[k] += 1;
      }
  for (int k = 0; k < 6; ++k)
    out[at * 6 + k] = b[k];
}
