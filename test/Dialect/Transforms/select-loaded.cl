// What a search reads again at the number of the greatest element so far is chosen among the elements that it has compared.
// RUN: pirchc %s --wg-size=8 --cpu=znver4 --target=avx512 --emit=mlir-infreg -o - | FileCheck %s
// RUN: pirchc %s --wg-size=8 --cpu=znver4 --target=avx512 --disable-pass=pirch-select-loaded --emit=mlir-infreg -o - | FileCheck %s --check-prefix=WITHOUT

// WITHOUT: pirch.gather
// CHECK-LABEL: pirch.kernel @greatest(
// CHECK-NOT: pirch.gather
// CHECK-LABEL: pirch.kernel @second(
// RUN: pirch-run %s --kernel=greatest --wg-size=8 --groups=29 --arg y=zeros(GROUPS,8) --arg at=zeros(GROUPS,8) --arg x=rand(GROUPS,8,6) --check
// RUN: pirch-run %s --kernel=greatest --target=generic --wg-size=8 --groups=29 --arg y=zeros(GROUPS,8) --arg at=zeros(GROUPS,8) --arg x=rand(GROUPS,8,6) --check
// RUN: pirch-run %s --kernel=greatest --target=ve --wg-size=8 --groups=29 --arg y=zeros(GROUPS,8) --arg at=zeros(GROUPS,8) --arg x=rand(GROUPS,8,6) --check
// RUN: pirch-run %s --kernel=greatest --target=nvvm --wg-size=8 --groups=29 --arg y=zeros(GROUPS,8) --arg at=zeros(GROUPS,8) --arg x=rand(GROUPS,8,6) --check
__kernel void greatest(__global float *y, __global int *at, __global const float *x) {
  int g = get_global_id(0), best = 0;
  __global const float *row = x + g * 6;
  for (int i = 1; i < 6; i++)
    if (row[i] > row[best])
      best = i;
  y[g] = row[best];
  at[g] = best;
}

// A number of -1 stands for no element: the mask of the gather leaves it out.
// CHECK-NOT: pirch.gather
// CHECK-LABEL: pirch.kernel @rows(
// RUN: pirch-run %s --kernel=second --wg-size=8 --groups=29 --arg y=zeros(GROUPS,8) --arg x=rand(GROUPS,8,4) --check
__kernel void second(__global int *y, __global const float *x) {
  int g = get_global_id(0), first = 0, next = -1;
  __global const float *row = x + g * 4;
  for (int i = 1; i < 4; i++)
    if (row[i] > row[first])
      first = i;
  for (int i = 0; i < 4; i++)
    if (i != first && (next < 0 || row[i] > row[next]))
      next = i;
  y[g] = next;
}

// The place of a row, whose length is a parameter, is compared as a polynomial.
// CHECK-NOT: pirch.gather
// CHECK-LABEL: pirch.kernel @far(
// RUN: pirch-run %s --kernel=rows --wg-size=8 --groups=29 --arg y=zeros(GROUPS) --arg x=rand(GROUPS,7) --arg n=7 --check
__kernel void rows(__global float *y, __global const float *x, int n) {
  __global const float *row = x + get_group_id(0) * n;
  int best = 0;
  for (int i = 1; i < 5; i++)
    if (row[i] > row[best])
      best = i;
  if (get_local_id(0) == 0)
    y[get_group_id(0)] = row[best];
}

// Elements that were not loaded before may lie outside of the buffer, and a buffer that is written may hold others by now.
// CHECK: pirch.load %arg1{{.*}} [100000000, {{.*}} mask
// CHECK-LABEL: pirch.kernel @written(
// CHECK: pirch.gather
// RUN: pirch-run %s --kernel=far --wg-size=8 --groups=29 --arg y=zeros(GROUPS,8) --arg x=rand(GROUPS,8) --arg flag=rand(GROUPS,8) --check
// RUN: pirch-run %s --kernel=written --wg-size=8 --groups=29 --arg x=rand(GROUPS,8,4) --check
__kernel void far(__global float *y, __global const float *x, __global const int *flag) {
  int g = get_global_id(0), at = flag[g] > 100 ? 100000000 : 0;
  y[g] = x[g] + x[g + at];
}
__kernel void written(__global float *x) {
  int g = get_global_id(0), best = 0;
  __global float *row = x + g * 4;
  for (int i = 1; i < 4; i++)
    if (row[i] > row[best])
      best = i;
  row[0] = row[1] + row[2];
  row[1] = row[best];
}
