// Conditions that all but the last groups of a launch meet are tested once: the kernel has no mask, and says how many
// groups it computes; another kernel computes the others.
// RUN: pirchc %s --wg-size=4 --emit=mlir-infreg -o - | FileCheck %s
// RUN: pirchc %s --wg-size=4 --target=nvvm --emit=mlir-infreg -o - | FileCheck %s --check-prefix=THREADS
// THREADS-NOT: main_groups

// CHECK-LABEL: pirch.kernel @bounded(
// CHECK-SAME: remainder = @bounded.remainder
// CHECK: %[[N:.*]] = arith.extsi %arg1 : i32 to i64
// CHECK: %[[COUNT:.*]] = arith.divui %{{.*}}, %c4_i64
// CHECK: pirch.main_groups %[[COUNT]]
// CHECK-NOT: mask
// CHECK: pirch.kernel @bounded.remainder(
// CHECK-NOT: main_groups
// CHECK: mask
__kernel void bounded(__global float *x, int n) {
  int i = get_global_id(0);
  if (i < n)
    x[i] += 1;
}

// CHECK-LABEL: pirch.kernel @both(
// CHECK: %[[A:.*]] = arith.divui
// CHECK: %[[B:.*]] = arith.divui
// CHECK: %[[C:.*]] = arith.minsi %[[A]], %[[B]]
// CHECK: pirch.main_groups %[[C]]
// CHECK-NOT: mask
// CHECK: pirch.kernel @both.remainder(
__kernel void both(__global float *x, size_t n, uint groups) {
  size_t i = get_global_id(0);
  if (n > i && get_group_id(0) <= groups)
    x[i] += 1;
}

// CHECK-LABEL: pirch.kernel @exits(
// CHECK: pirch.main_groups
// CHECK-NOT: mask
// CHECK: pirch.kernel @exits.remainder(
__kernel void exits(__global float *x, int n) {
  int i = get_global_id(0);
  if (i >= n - 3)
    return;
  x[i] += 1;
}

// A loop under a guard is one that all work items run alike.
// CHECK-LABEL: pirch.kernel @loops(
// CHECK: pirch.main_groups
// CHECK: scf.while
// CHECK-NOT: pirch.active
// CHECK: pirch.kernel @loops.remainder(
__kernel void loops(__global float *x, int n, int rounds) {
  int i = get_global_id(0);
  if (i < n)
    for (int k = 0; k < rounds; ++k)
      x[k * n + i] += 1;
}

// Not so: there is something to do in both cases; the first groups are those
// that do not meet it; the bound is of the work item; it is read from memory.
// CHECK-LABEL: pirch.kernel @other(
// CHECK-NOT: main_groups
// CHECK-NOT: remainder
__kernel void other(__global float *x, __global const int *bounds, int n) {
  int i = get_global_id(0);
  if (i < n)
    x[i] += 1;
  else
    x[i] -= 1;
  if (i > n)
    x[i] *= 2;
  if (i < n + (int)get_local_id(0) * n)
    x[i] *= 3;
  if (i < bounds[0])
    x[i] *= 4;
}
