// Comparisons and choices near the borders of an array are decided once for all groups that are not there: the kernel has
// neither gathers nor masks, and says which groups it computes.
// RUN: pirchc %s --wg-size=4 --target=avx512 --cpu=znver4 --emit=mlir-infreg -o - | FileCheck %s
// RUN: pirchc %s --wg-size=4 --target=nvvm --emit=mlir-infreg -o - | FileCheck %s --check-prefix=THREADS
// THREADS-NOT: main_groups

// CHECK-LABEL: pirch.kernel @clamped(
// CHECK-SAME: remainder = @clamped.remainder
// CHECK: pirch.main_groups %{{.*}} from %
// CHECK-NOT: pirch.gather
// CHECK: pirch.load %arg0[%{{.*}} + wg * %c4_i64] [-1, 0, 1, 2]
// CHECK-NOT: pirch.gather
// CHECK: pirch.load %arg0[%{{.*}} + wg * %c4_i64] [1, 2, 3, 4]
// CHECK-LABEL: pirch.kernel @clamped.remainder(
// CHECK-NOT: main_groups
// CHECK: pirch.load {{.*}} mask
__kernel void clamped(__global const float *in, __global float *out, int n) {
  int i = get_global_id(0);
  out[i] = in[max(i - 1, 0)] + in[min(i + 1, n - 1)];
}

// Of a ring, the neighbours behind the last and before the first element are at its other end.
// CHECK-LABEL: pirch.kernel @ring(
// CHECK: pirch.main_groups %{{.*}} from %
// CHECK-NOT: arith.rem
// CHECK: pirch.load %arg0[%{{.*}} + wg * %c4_i64] [-1, 0, 1, 2]
// CHECK-NOT: arith.rem
// CHECK: pirch.load %arg0[%{{.*}} + wg * %c4_i64] [1, 2, 3, 4]
// CHECK-LABEL: pirch.kernel @ring.remainder(
// CHECK: arith.remsi
__kernel void ring(__global const float *in, __global float *out, int n) {
  int i = get_global_id(0);
  out[i] = in[(i + n - 1) % n] + in[(i + 1) % n];
}

// CHECK-LABEL: pirch.kernel @chosen(
// CHECK: pirch.main_groups %{{.*}} from %
// CHECK-NOT: {{pirch.gather|mask|pirch.select}}
// CHECK-LABEL: pirch.kernel @chosen.remainder(
__kernel void chosen(__global const float *in, __global float *out, int n) {
  int i = get_global_id(0);
  int right = i == n - 1 ? i : i + 1;
  float left = i > 0 ? in[i - 1] : 0.0f;
  out[i] = left + in[right];
}

// An index that is set to another one in a branch, and a window of which a part is left out.
// CHECK-LABEL: pirch.kernel @branches(
// CHECK: pirch.main_groups %{{.*}} from %
// CHECK-NOT: {{pirch.gather|mask|pirch.select}}
// CHECK-LABEL: pirch.kernel @branches.remainder(
__kernel void branches(__global const float *in, __global float *out, int n) {
  int i = get_global_id(0), left = i - 1;
  if (left < 0)
    left = 0;
  float sum = in[left];
  for (int k = 1; k < 3; ++k)
    if (i + k < n)
      sum += in[i + k];
  out[i] = sum;
}

// The groups before others are computed by a call of their own, which does not know how many groups the launch has.
// CHECK-LABEL: pirch.kernel @counted(
// CHECK: pirch.main_groups %
// CHECK-NOT: from
// CHECK: pirch.load {{.*}} mask
// CHECK-LABEL: pirch.kernel @counted.remainder(
__kernel void counted(__global const float *in, __global float *out, int n) {
  int i = get_global_id(0);
  out[i] = in[max(i - 1, 0)] + in[min(i + 1, n - 1)] + get_num_groups(0);
}

// Not so: what is compared is no place in memory; most elements may be beyond the bound; both arms access memory;
// elements are skipped or moved around from some number on.
// CHECK-LABEL: pirch.kernel @other(
// CHECK-NOT: main_groups
// CHECK-NOT: remainder
__kernel void other(__global float *x, __global const float *a, int first, int w) {
  int i = get_global_id(0);
  float value = i > 0 ? 2.0f : 5.0f;
  x[i] = i == 1 ? value : 3.0f;
  x[i] += max(i, first);
  x[i] += i >= first ? a[i] : x[i];
  if (i >= first)
    x[i] += 1;
  if (i >= 1000)
    x[i] += 2;
  if (i == first)
    x[i] = 0;
  x[i] += a[i < first ? i : i + 1] + a[min(i, first)] + a[i + first < w ? i + first : i + first - w];
}
