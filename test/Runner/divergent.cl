// REQUIRES: avx512
// RUN: pirch-run %s --kernel=divergent --groups=9 --check --guard | FileCheck %s
// RUN: pirch-run %s --kernel=divergent --groups=9 --wg-size=5 --wg-pack=2 --lane-order=ix-wi-wg --check --guard | FileCheck %s
// RUN: pirch-run %s --kernel=divergent --groups=9 --wg-size=5 --wg-pack=4 --lane-order=wg-wi-ix --check --guard | FileCheck %s
// CHECK: check: a: ok
//
// pirch-run: --arg a=rand(GROUPS, WG_SIZE) --wg-size=8

// Work items leave the loop one after the other; those that are still in it sum
// up what they have.
__kernel void divergent(__global int *a) {
  const int i = get_local_id(0);
  int x = a[get_global_id(0)], total = 0;
  for (int s = 0; s <= i % 3; s += 1) {
    total = 3 * total + sub_group_reduce_add(x);
    if (x > 4)
      x = sub_group_scan_inclusive_max(x - s);
  }
  a[get_global_id(0)] = total;
}
