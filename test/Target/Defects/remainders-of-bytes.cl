// LLVM's code generator made 0 of remainders of bytes that several loads bring,
// where its optimizer had divided by 1 in the lanes between them.
// RUN: pirch-run %s --check | FileCheck %s
// RUN: pirch-run %s --check --target=avx2 | FileCheck %s
// CHECK: check: o: ok
// pirch-run: --wg-size=8 --groups=3 --arg o=zeros(GROUPS, WG_SIZE) --arg b=rand(GROUPS, WG_SIZE, 3)
__kernel void last(__global float *o, __global const uchar *b) {
  size_t at = get_global_id(0);
  float z = 0;
  if (get_local_id(0) & 1) return;
  for (int k = 0; k < 6; ++k)
    z = (float)(k == 0 ? b[at * 3 + 1 + k % 2] : b[at * 3 + 1 + k % 2] % k);
  o[at] = z;
}
