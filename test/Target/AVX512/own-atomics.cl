// Atomic operations on a group's own memory keep no other thread off; where all
// work items take part, and combine the same number, their loop has no branch.
// RUN: pirchc %s --target=avx512 --cpu=znver5 --wg-size=16 --kernel=histogram --emit=asm -o - | FileCheck %s --implicit-check-not=lock --implicit-check-not=tzcnt
// CHECK: incl {{.*}}(%rsp
// RUN: pirchc %s --target=avx512 --cpu=znver5 --wg-size=16 --kernel=some --emit=asm -o - | FileCheck %s --check-prefix=SOME --implicit-check-not=lock
// SOME: kmov
// SOME: tzcnt
// SOME: incl
// RUN: pirchc %s --target=avx512 --cpu=znver5 --wg-size=16 --kernel=shared --emit=asm -o - | FileCheck %s --check-prefix=SHARED
// SHARED: lock

__kernel void histogram(__global const uchar *a, __global int *n) {
  __local int bins[256];
  int l = get_local_id(0);
  for (int i = l; i < 256; i += WG_SIZE) bins[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&bins[a[get_global_id(0)]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = l; i < 256; i += WG_SIZE) n[get_group_id(0) * 256 + i] = bins[i];
}

__kernel void some(__global const uchar *a, __global int *n) {
  __local int bins[256];
  int l = get_local_id(0);
  for (int i = l; i < 256; i += WG_SIZE) bins[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uchar x = a[get_global_id(0)];
  if (x > 10) atomic_inc(&bins[x]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = l; i < 256; i += WG_SIZE) n[get_group_id(0) * 256 + i] = bins[i];
}

__kernel void shared(__global const uchar *a, __global int *n) {
  atomic_inc(&n[a[get_global_id(0)]]);
}
