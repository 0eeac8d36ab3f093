// Elements that change places under a mask, of which half is known to be false: LLVM's code generator loads that half
// without a mask on AVX2, where the mask also depends on data. The kernel is what remains of a random one.
// REQUIRES: avx2
// RUN: pirch-run %s --target=avx2 --wg-size=4 --wg-pack=2 --lane-order=ix-wg-wi --groups=20 --check \
// RUN:   --arg 'row=zeros(240)' --arg 'keys=rand(240)' --arg n=3
__kernel void k(__global float *row, __global ulong *restrict keys, int n) {
  int lid = get_local_id(0);
  size_t at = get_global_id(0);
  size_t group = get_group_id(0);
  ulong w = n;
  if (lid & 1) {
    --w;
    for (int i = 0; i < 6; ++i) {
      row[at * 3 + (uint)(isinf(row[at * 3 + (i * 2) % 3])) % 3] = 0.0f;
      row[at * 3 + (uint)(w) % 3] = 0.0f;
    }
  } else {
    switch (as_uint(isnan(row[at * 3 + 2]) ? 0.0f : row[at * 3 + 2]) & 3) {
    case 2:
    case 7: {
    }
    default: {
      size_t here = (group * 3 + 1) * WG_SIZE + lid;
      if (keys[here] < keys[here + WG_SIZE]) {
        ulong key = keys[here];
        keys[here] = keys[here + WG_SIZE];
        keys[here + WG_SIZE] = key;
      }
    } break;
    }
  }
}
