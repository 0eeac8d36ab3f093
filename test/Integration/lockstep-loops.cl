// Loops of few iterations that are known for each work item are unrolled, the iterations
// of all work items side by side.
// RUN: pirch-run %s --kernel=shared_out --wg-size=8 --groups=0,1,11 --check | FileCheck %s
// RUN: pirch-run %s --kernel=shared_out --wg-size=8 --groups=11 --target=generic --check | FileCheck %s
// RUN: pirch-run %s --kernel=shared_out --wg-size=33 --groups=3 --target=nvvm --check | FileCheck %s
// RUN: pirch-run %s --kernel=shared_out --wg-size=5 --groups=3 --target=ve --check | FileCheck %s
// RUN: pirch-run %s --kernel=several --wg-size=8 --groups=11 --check | FileCheck %s
// RUN: pirch-run %s --kernel=several --wg-size=7 --groups=11 --target=rocdl --check | FileCheck %s
// RUN: pirch-run %s --kernel=exchange --wg-size=8 --groups=5 --check | FileCheck %s
// RUN: pirch-run %s --kernel=guarded --wg-size=8 --groups=5 --check | FileCheck %s
// RUN: pirch-run %s --kernel=guarded --wg-size=8 --groups=5 --target=avx2 --check | FileCheck %s
// RUN: pirch-run %s --kernel=long_one --wg-size=8 --groups=5 --check | FileCheck %s
// CHECK: check: out: ok
// RUN: pirchc %s --kernel=shared_out --wg-size=8 --target=avx512 --cpu=znver4 --remarks=loops -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOCKSTEP
// LOCKSTEP: remark: unrolled loop, at most 3 iterations, those of all work items side by side
// RUN: pirchc %s --kernel=shared_out --wg-size=8 --target=avx512 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=IR
// In the last iteration four of the eight work items take part.
// IR-NOT: scf.while
// IR: [16, 17, 18, 19, _, _, _, _]
// RUN: pirchc %s --kernel=long_one --wg-size=8 --target=avx512 --cpu=znver4 --remarks=loops -o /dev/null 2>&1 | FileCheck %s --check-prefix=LONG
// LONG-NOT: side by side
// LONG: remark: loop at run time
// pirch-run: --arg out=rand(GROUPS, 1024) --arg in=rand(GROUPS, 1024)

__kernel void shared_out(__global int *out, __global const int *in) {
  size_t row = get_group_id(0) * 1024;
  for (int i = get_local_id(0); i < 20; i += get_local_size(0))
    out[row + i] = in[row + i] * 3 + i;
}
// Two counters, and what they hold behind the loop.
__kernel void several(__global int *out, __global const int *in) {
  size_t row = get_group_id(0) * 1024;
  uint i = get_local_id(0), j = 40 - i;
  int sum = 0;
  for (; i < j; i += 9, j -= 2)
    sum = sum * 5 + in[row + i] - in[row + j];
  out[row + get_local_id(0)] = sum + i * 100 + j;
}
// Values are exchanged by those that take part.
__kernel void exchange(__global int *out, __global const int *in) {
  size_t row = get_group_id(0) * 1024;
  int sum = in[row + get_local_id(0)];
  for (int i = 3 * get_local_id(0); i < 24; i += 8)
    sum += sub_group_reduce_max(in[row + i] + sum);
  out[row + get_local_id(0)] = sum;
}
__kernel void guarded(__global int *out, __global const int *in) {
  size_t row = get_group_id(0) * 1024;
  int lid = get_local_id(0), last = -1;
  if (in[row + lid] & 1)
    for (int i = lid * 2; i < 11; i += 3) {
      out[row + i * 8 + lid] ^= in[row + i];
      last = i;
    }
  out[row + 512 + lid] = last;
}
__kernel void long_one(__global int *out, __global const int *in) {
  size_t row = get_group_id(0) * 1024;
  for (int i = get_local_id(0); i < 1000; i += get_local_size(0))
    out[row + i] = in[row + i] * 3 + i;
}
