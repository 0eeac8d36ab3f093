// Bytes at a constant distance are loaded with what lies between them, and picked out by
// permutes, rather than one by one.
// RUN: pirchc %s --target=avx512 --cpu=znver4 --wg-size=32 --wg-pack=2 --emit=asm -o - | FileCheck %s
// CHECK-LABEL: pick:
// CHECK-NOT: vpinsrb
// CHECK-COUNT-4: vpermt2b
// CHECK-NOT: vpinsrb
// RUN: pirch-run %s --wg-size=32 --groups=0,1,9 --check
// RUN: pirch-run %s --wg-size=64 --groups=5 --target=avx2 --check
// RUN: pirch-run %s --wg-size=32 --groups=5 --target=generic --check
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE) --arg bytes=rand(GROUPS, WG_SIZE, 8)
__kernel void pick(__global uchar *out, __global const uchar *bytes) {
  size_t id = get_global_id(0);
  out[id] = bytes[id * 8];
}
