// What a loop counted with is there behind it: unrolled, its iterations side by
// side, or at run time.
// RUN: pirchc %s --wg-size=2 --emit=mlir-infreg --remarks=loops -o /dev/null 2>&1 | FileCheck %s
// RUN: pirch-run %s --target=generic --wg-size=2 --groups=5 --check
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE, 4) --arg n=6

__kernel void k(__global int *out, int n) {
  int a[4] = {0, 0, 0, 0}, i, j, k, sum = get_local_id(0);
  // CHECK: counters-after.cl:[[#@LINE+1]]:{{.*}} unrolled loop, 3 iterations
  for (i = 5; i < 11; i += 2)
    sum = sum * 3 + i;
  // CHECK: counters-after.cl:[[#@LINE+1]]:{{.*}} vectorized loop, index sets {{\[}}[0, 1, 2, 3]]
  for (j = 0; j < 4; ++j)
    a[j] = sum + j;
  // CHECK: counters-after.cl:[[#@LINE+1]]:{{.*}} loop at run time
  for (k = 1; k < n; k += 2)
    sum = sum * 5 + k;
  size_t at = get_global_id(0) * 4;
  out[at] = sum + a[2];
  out[at + 1] = i;
  out[at + 2] = j;
  out[at + 3] = k;
}
