// The interpreter stops at the operation, with its place in the source.
// RUN: not pirch-run %s --wg-size=2 --interpret 2>&1 | FileCheck %s
// pirch-run: --arg a=zeros(WG_SIZE)
__kernel void k(__global int *a) {
  int x;
  if (get_local_id(0) == 0)
    x = a[0];
  // CHECK: error: after pass 'pirch-choose-chunk-type' kernel 'k' cannot be run: {{.*}}unset.cl:[[@LINE+1]]:22: 'pirch.store' op writes a lane that holds no value to 'a': work group 0, work item 1, element 0
  a[get_local_id(0)] = x;
}
