// A shuffle of which only some lanes are read: nothing is moved from registers
// that hold nothing, which the reference of VE's instructions refuses.
// RUN: pirch-run --check %s --target=ve --wg-size=12 --groups=8 --wg-pack=8 --lane-order=ix-wg-wi
//
// pirch-run: --arg in=rand(GROUPS, WG_SIZE, 4)
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE, 4) --arg n=5
__kernel void k(__global const float *in, __global float *out, int n) {
  size_t at = get_global_id(0);
  float a[2], b[4];
  for (int k = 0; k < 2; ++k)
    a[k] = in[at * 4 + k] + k;
  for (int k = 0; k < 4; ++k)
    b[k] = in[at * 4 + k] + k;
  for (int k = 0; k < 2; ++k)
    b[k] = shuffle(a[k], (n & 1023) % WG_SIZE);
  for (int k = 0; k < 4; ++k)
    out[at * 4 + k] = b[k];
}
