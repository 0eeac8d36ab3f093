// Pixels of four bytes are put together by one instruction for each register that is
// stored, and not from parts of 128 bits.
// RUN: pirchc %s --target=avx512 --cpu=znver4 --wg-size=8 --wg-pack=16 --lane-order=ix-wg-wi --emit=asm -o - | FileCheck %s
// RUN: pirch-run %s --target=host --wg-size=8 --wg-pack=16 --lane-order=ix-wg-wi --groups=37 --check
// pirch-run: --arg dst=rand(GROUPS, WG_SIZE, 4) --arg src=rand(GROUPS, WG_SIZE, 4)
// CHECK-LABEL: blend:
// CHECK-NOT: vpunpck
// CHECK: vpermt2b
// CHECK-NOT: vpunpck
// CHECK-LABEL: .Lfunc_end
__kernel void blend(__global uchar *dst, __global const uchar *src) {
  const size_t p = 4 * get_global_id(0);
  int alpha = src[p + 3];
  for (int c = 0; c < 3; c++)
    dst[p + c] = (src[p + c] * alpha + dst[p + c] * (255 - alpha)) >> 8;
  dst[p + 3] = max(alpha, (int)dst[p + 3]);
}
