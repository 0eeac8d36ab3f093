// A shuffle from a work item that takes no part gives any value: the check says
// so where it happened.
//
// REQUIRES: avx512
// RUN: pirch-run %s --groups=2 --max-ulp=1000 --check | FileCheck %s
// pirch-run: --arg a=rand(GROUPS, WG_SIZE) --wg-size=4
// CHECK: note: 2 shuffles read a work item that takes no part or does not exist: which value they get is not defined
__kernel void k(int *a) {
  const int i = get_local_id();
  int x = a[get_global_id()];
  if (i == 3)
    x = shuffle(x, 0);
  a[get_global_id()] = x;
}
