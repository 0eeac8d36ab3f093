// How many groups a pack from the caches has depends on how many buffers one loop
// reads: each group of the pack reads a stream of each of them, at most four in all.
// What other loops read and what is written does not count.
// RUN: pirchc %s --target=avx512 --cpu=znver4 --wg-size=8 --emit=mlir-packed -o - | FileCheck %s
// RUN: pirch-run %s --target=generic --wg-size=8 --groups=1,2,3,7,37 --kernel=normalize --check
// RUN: pirch-run %s --target=generic --wg-size=8 --groups=1399 --kernel=normalize --check
// RUN: pirch-run %s --target=generic --wg-size=8 --groups=37 --kernel=dots --check
// pirch-run: --arg y=zeros(GROUPS, 384) --arg x=rand(GROUPS, 384)
#define N 384

// CHECK-LABEL: pirch.kernel @normalize(
// CHECK-SAME: wg_pack = 4
// CHECK: pirch.main_groups
// CHECK-LABEL: pirch.kernel @normalize.remainder(
// CHECK-SAME: wg_pack = 1
__kernel void normalize(__global float *y, __global const float *x) {
  const size_t base = get_group_id(0) * N;
  float sum = 0;
  for (uint i = get_local_id(0); i < N; i += WG_SIZE)
    sum += x[base + i] * x[base + i];
  const float scale = rsqrt(sub_group_reduce_add(sum) + 1e-5f);
  for (uint i = get_local_id(0); i < N; i += WG_SIZE)
    y[base + i] = x[base + i] * scale;
}

// CHECK-LABEL: pirch.kernel @dots(
// CHECK-SAME: wg_pack = 2
// CHECK: pirch.main_groups
// CHECK-LABEL: pirch.kernel @dots.remainder(
// CHECK-SAME: wg_pack = 1
__kernel void dots(__global float *y, __global const float *x) {
  const size_t base = get_group_id(0) * N;
  float sum = 0;
  for (uint i = get_local_id(0); i < N; i += WG_SIZE)
    sum += x[base + i] * y[base + i];
  sum = sub_group_reduce_add(sum);
  if (get_local_id(0) == 0)
    y[base] = sum;
}
