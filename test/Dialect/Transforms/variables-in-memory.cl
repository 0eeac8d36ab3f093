// Which variables become pirch.alloca, and what their accesses become.
// RUN: pirchc %s --target=generic --wg-size=4 --kernel=scattered --emit=mlir-infreg -o - | FileCheck %s --check-prefix=SCATTERED
// RUN: pirchc %s --target=generic --wg-size=4 --kernel=fixed --emit=mlir-infreg -o - | FileCheck %s --check-prefix=FIXED
// RUN: pirchc %s --target=generic --wg-size=4 --kernel=counted --emit=mlir-infreg -o - | FileCheck %s --check-prefix=COUNTED
// RUN: pirchc %s --target=generic --wg-size=4 --kernel=large --emit=mlir-infreg -o - | FileCheck %s --check-prefix=LARGE
// RUN: pirchc %s --target=generic --wg-size=4 --kernel=small --emit=mlir-infreg -o - | FileCheck %s --check-prefix=FIXED
// RUN: pirchc %s --target=generic --wg-size=4 --kernel=large --remarks=loops -o %t.o 2>&1 | FileCheck %s --check-prefix=REMARK

// A write at a run-time subscript; what is read at a known one is affine.
// SCATTERED: %[[T:.*]] = pirch.alloca : memref<8xf32, 3>
// SCATTERED: pirch.scatter %{{.*}}, %[[T]]
// SCATTERED: pirch.load %[[T]][%{{.*}} + wg * %{{.*}}] [0, 1, 2, 3]
__kernel void scattered(__global float *a, __global const int *at) {
  __local float t[8];
  int g = get_global_id(0);
  t[at[g] & 7] = a[g];
  a[g] = t[get_local_id(0)];
}

// FIXED-NOT: pirch.alloca
__kernel void fixed(__global float *a) {
  __local float t[WG_SIZE];
  int g = get_global_id(0);
  t[get_local_id(0)] = a[g];
  a[g] = t[WG_SIZE - 1 - get_local_id(0)];
}

// COUNTED: %[[N:.*]] = pirch.alloca : memref<1xi32, 3>
// COUNTED: pirch.atomic_rmw addi %{{.*}}, %[[N]][%{{.*}}] mask
__kernel void counted(__global int *a) {
  __local int n;
  if (get_local_id(0) == 0) n = 0;
  if (a[get_global_id(0)] > 0) atomic_inc(&n);
  a[get_global_id(0)] = n;
}

// Each of the 4 work items has 64 elements.
// LARGE: %[[T:.*]] = pirch.alloca : memref<256xi32, 5>
// LARGE: pirch.store %{{.*}}, %[[T]]
// LARGE: pirch.gather %[[T]]
// REMARK: a variable of 64 elements lies in memory
__kernel void large(__global int *a) {
  int t[64], g = get_global_id(0);
  for (int i = 0; i < 64; ++i) t[i] = i * i;
  a[g] = t[a[g] & 63];
}

__kernel void small(__global int *a) {
  int t[32], g = get_global_id(0);
  for (int i = 0; i < 32; ++i) t[i] = i * i;
  a[g] = t[a[g] & 31];
}
