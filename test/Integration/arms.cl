// Arms of branches that access the same elements do so once: whatever a work item
// chooses, it has the result of its own arm.
// RUN: pirchc %s --kernel=chain --wg-size=8 --target=avx512 --emit=mlir-infreg -o - | FileCheck %s
// CHECK-COUNT-1: pirch.store
// CHECK-NOT: pirch.store
// RUN: pirch-run %s --kernel=chain --wg-size=8 --groups=0,1,67 --check
// RUN: pirch-run %s --kernel=chain --wg-size=5 --groups=9 --target=generic --check
// RUN: pirch-run %s --kernel=chain --wg-size=32 --groups=9 --target=nvvm --check
// RUN: pirch-run %s --kernel=between --wg-size=8 --groups=67 --check
// RUN: pirch-run %s --kernel=between --wg-size=8 --groups=9 --target=ve --check
// RUN: pirch-run %s --kernel=between --wg-size=8 --groups=9 --target=avx2 --check
// RUN: pirch-run %s --kernel=between --wg-size=8 --groups=9 --target=rocdl --check
// pirch-run: --arg out=rand(GROUPS * WG_SIZE) --arg x=rand(GROUPS * WG_SIZE) --arg t=rand(GROUPS * WG_SIZE)
__kernel void chain(__global float *out, __global const float *x, __global const int *t) {
  size_t g = get_global_id(0);
  if (t[g] == 0)
    out[g] = x[g] * 2;
  else if (t[g] == 1)
    out[g] = x[g] * x[g] - 1;
  else if (t[g] < 5)
    out[g] = sqrt(x[g]);
  else
    out[g] = 3;
}
// What a neighbour stored is read between the stores; others overlap.
__kernel void between(__global float *out, __global const float *x, __global const int *t) {
  size_t g = get_global_id(0), n = get_group_id(0) * WG_SIZE + (get_local_id(0) + 1) % WG_SIZE;
  float y = 0;
  if (t[g] > 3)
    out[g] = x[g];
  barrier(CLK_GLOBAL_MEM_FENCE);
  y = out[n];
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (t[g] < 6)
    out[g] = y + 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (t[g] & 1)
    out[n] += y;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (t[g] == 4)
    out[g] = -y;
  else
    out[g] *= 2;
}
