// The index of a lookup is computed for elements that nobody reads, too, from lanes
// that hold nothing; no access may depend on them.
// RUN: pirch-run %s --target=generic --wg-size=4 --groups=3 --wg-pack=1 --check
// RUN: pirch-run %s --target=ve --wg-size=4 --groups=3 --wg-pack=1 --check
// pirch-run: --arg in=rand(GROUPS, 16) --arg out=zeros(GROUPS, WG_SIZE, 3)
__kernel void shuffled(__global const double *in, __global double *out) {
  size_t group = get_group_id(0), item = get_local_id(0);
  double a[2], b[3];
  for (int k = 0; k < 2; ++k)
    a[k] = in[(group * 4 + k) * WG_SIZE + item] * 5;
  for (int k = 0; k < 3; ++k)
    b[k] = in[(group * 4 + k) * WG_SIZE + item] + k;
  for (int k = 0; k < 2; ++k)
    b[k] = shuffle(a[k], (uint)((uchar)a[0]) % WG_SIZE);
  for (int k = 0; k < 3; ++k)
    out[get_global_id(0) * 3 + k] = b[k];
}
