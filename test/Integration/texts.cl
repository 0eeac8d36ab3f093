// Arrays of characters that string literals initialize: shorter, as long as the array, and within other arrays.
// RUN: pirch-run %s --wg-size=8 --groups=3 --check | FileCheck %s
// RUN: pirch-run %s --wg-size=8 --groups=3 --target=generic --check | FileCheck %s
// RUN: pirch-run %s --wg-size=8 --groups=3 --target=nvvm --check | FileCheck %s
// RUN: pirch-run %s --wg-size=8 --groups=3 --target=ve --check | FileCheck %s
// RUN: pirch-run %s --wg-size=8 --groups=3 --save x=%t.npy
// RUN: od -An -tx1 -v -j128 -N8 %t.npy | FileCheck %s --check-prefix=VALUES
// CHECK: check: x: ok, 24 elements
// VALUES: 32 65 ff 00 64 31 00 62
// pirch-run: --arg x=zeros(GROUPS,WG_SIZE)
__constant uchar prefix[] = "$1\xff$";
__constant char names[2][4] = {"ab", "cde"};
__constant char key[4] = "1234";
struct word {
  char text[3];
  int n;
};
__kernel void texts(__global uchar *x) {
  size_t i = get_global_id(0);
  int l = get_local_id(0);
  char own[6] = {"ab" "c"};
  struct word w = {"d", 7};
  uchar all[8] = {key[1], names[1][2], prefix[2], own[3], w.text[0], prefix[1], w.text[1], own[1]};
  x[i] = all[l];
}
