// Loops whose counter begins or ends at another number in each work item, all of which are
// known, are unrolled along the counter: subscripts are those of a loop over the whole range.
// Where that pairs other work items than the source, or takes more steps, they are unrolled
// iteration by iteration.
// RUN: pirch-run %s --kernel=upper --wg-size=8 --groups=0,1,11 --check | FileCheck %s
// RUN: pirch-run %s --kernel=upper --wg-size=8 --groups=11 --target=generic --check | FileCheck %s
// RUN: pirch-run %s --kernel=upper --wg-size=33 --groups=3 --target=nvvm --check | FileCheck %s
// RUN: pirch-run %s --kernel=upper --wg-size=8 --groups=5 --target=ve --check | FileCheck %s
// RUN: pirch-run %s --kernel=kept_counter --wg-size=8 --groups=11 --check | FileCheck %s
// RUN: pirch-run %s --kernel=kept_counter --wg-size=8 --groups=11 --target=rocdl --check | FileCheck %s
// RUN: pirch-run %s --kernel=nested --wg-size=7 --groups=5 --check | FileCheck %s
// RUN: pirch-run %s --kernel=nested --wg-size=7 --groups=5 --target=avx2 --check | FileCheck %s
// RUN: pirch-run %s --kernel=leaving --wg-size=8 --groups=5 --check | FileCheck %s
// RUN: pirch-run %s --kernel=paired --wg-size=8 --groups=5 --check | FileCheck %s
// RUN: pirch-run %s --kernel=banded --wg-size=8 --groups=5 --check | FileCheck %s
// CHECK: check: out: ok
// RUN: pirchc %s --kernel=upper --wg-size=8 --target=avx512 --cpu=znver4 --remarks=loops -o /dev/null 2>&1 | FileCheck %s --check-prefix=ALIGNED
// ALIGNED: remark: unrolled loop, 8 iterations, each with the work items whose counter is the same
// RUN: pirchc %s --kernel=upper --wg-size=8 --target=avx512 --cpu=znver4 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=IR
// In the third iteration the first three work items take part.
// IR: pirch.merge {{.*}} lanes ["1" x 3, "0" x 5]
// RUN: pirchc %s --kernel=paired --wg-size=8 --target=avx512 --cpu=znver4 --remarks=loops -o /dev/null 2>&1 | FileCheck %s --check-prefix=LEFT
// RUN: pirchc %s --kernel=banded --wg-size=8 --target=avx512 --cpu=znver4 --remarks=loops -o /dev/null 2>&1 | FileCheck %s --check-prefix=LEFT
// LEFT-NOT: work items whose counter is the same
// LEFT: remark: unrolled loop, at most {{[0-9]+}} iterations, those of all work items side by side
// pirch-run: --arg out=rand(GROUPS * WG_SIZE) --arg in=rand(GROUPS * WG_SIZE * WG_SIZE)

__kernel void upper(__global int *out, __global const int *in) {
  int sum = 0;
  for (int j = get_local_id(0); j < WG_SIZE; ++j)
    sum = 3 * sum + in[get_global_id(0) * WG_SIZE + j];
  for (uint j = 0; j <= get_local_id(0); ++j)
    sum = 5 * sum + in[get_global_id(0) * WG_SIZE + j];
  out[get_global_id(0)] = sum;
}

// Work items that do not come to the loop keep what the counter holds.
__kernel void kept_counter(__global int *out, __global const int *in) {
  int lid = get_local_id(0), sum = 0, j = 7, k = 9;
  if (lid > 1 && lid < 6)
    for (j = 0; j <= lid; ++j)
      sum = 3 * sum + in[get_global_id(0) * WG_SIZE + j];
  if (in[get_global_id(0)] < 5)
    for (k = lid; k < WG_SIZE; ++k)
      sum = 3 * sum + in[get_global_id(0) * WG_SIZE + k];
  out[get_global_id(0)] = sum + 100 * j + 1000 * k;
}

__kernel void nested(__global int *out, __global const int *in) {
  int lid = get_local_id(0), sum = 0;
  for (int i = 0; i < lid; ++i)
    for (int j = i; j < lid; ++j)
      sum = 3 * sum + in[get_global_id(0) * WG_SIZE + j] * in[i];
  if (lid & 1)
    return;
  for (long i = lid / 2; i >= 0; --i)
    sum += sum * 3 + in[i];
  out[get_global_id(0)] = sum;
}

__kernel void leaving(__global int *out, __global const int *in) {
  int lid = get_local_id(0), sum = 0, j;
  for (j = WG_SIZE - 1; j > lid; --j) {
    int x = in[get_global_id(0) * WG_SIZE + j];
    if (x == 3)
      continue;
    sum = 3 * sum + x;
    if (sum > 100)
      break;
  }
  out[get_global_id(0)] = sum + 1000 * j;
}

// Work items that exchange values are paired by the number of their iteration.
__kernel void paired(__global int *out, __global const int *in) {
  int sum = 0;
  for (int j = get_local_id(0); j < WG_SIZE; ++j)
    sum += sub_group_reduce_add(in[get_global_id(0) * WG_SIZE + j]);
  out[get_global_id(0)] = sum;
}

// All counters together are more than one work item has.
__kernel void banded(__global int *out, __global const int *in) {
  int sum = 0, lid = get_local_id(0);
  for (int j = lid; j < lid + 3; ++j)
    sum = 3 * sum + in[get_group_id(0) * WG_SIZE * WG_SIZE + j];
  out[get_global_id(0)] = sum;
}
