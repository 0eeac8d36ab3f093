// Loops in which counter and bound move alike from group to group have the rounds of their difference: contiguous
// accesses, where they were gathers of a loop that each work item leaves by itself.
// RUN: pirch-run %s --kernel=known --wg-size=4 --groups=0,1,7 --check
// RUN: pirch-run %s --kernel=known --wg-size=4 --groups=7 --wg-pack=4 --check --interpret=each-pass
// RUN: pirch-run %s --kernel=known --target=generic --wg-size=4 --groups=7 --check
// RUN: pirch-run %s --kernel=known --target=ve --wg-size=4 --groups=7 --check
// RUN: pirch-run %s --kernel=known --target=nvvm --wg-size=4 --groups=7 --check
// RUN: pirch-run %s --kernel=unknown --wg-size=4 --groups=7 --wg-pack=2 --arg n=0 --check
// RUN: pirch-run %s --kernel=unknown --wg-size=4 --groups=7 --wg-pack=2 --arg n=3 --check
// RUN: pirch-run %s --kernel=unknown --target=ve --wg-size=4 --groups=7 --arg n=10 --check
// RUN: pirchc %s --wg-size=4 --wg-pack=4 --emit=mlir-infreg -o - | FileCheck %s
// CHECK-LABEL: pirch.kernel @known(
// CHECK-NOT: gather
// CHECK-NOT: scatter
// CHECK-LABEL: pirch.kernel @unknown(
// CHECK-NOT: gather
// CHECK-NOT: scatter
// pirch-run: --arg y=rand(GROUPS*WG_SIZE*5) --arg x=rand(GROUPS*WG_SIZE*5) --arg last=rand(GROUPS, WG_SIZE)

__kernel void known(__global float *y, __global const float *x, __global int *last) {
  const size_t start = get_group_id(0) * 11;
  for (size_t i = start + get_local_id(0); i < start + 11; i += WG_SIZE)
    y[i] = 2 * x[i] + y[i];
  int i;
  for (i = 11 * (int)get_group_id(0) + (int)get_local_id(0); i <= 11 * (int)get_group_id(0) + 9; i += WG_SIZE)
    y[i] += x[i];
  last[get_global_id(0)] = i;
}

__kernel void unknown(__global float *y, __global const float *x, int n) {
  const int start = (int)get_group_id(0) * n;
  for (int i = start + (int)get_local_id(0); i < start + n; i += WG_SIZE)
    y[i] = 2 * x[i] + y[i];
}
