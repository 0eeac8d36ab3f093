// Neighbours of an element, with others in their place at the borders of the array: as functions, choices, branches and
// remainders say it, in launches of no, few and many groups, and of arrays that are shorter than the launch.
// DEFINE: %{run} = pirch-run %s --wg-size=16 --check
// RUN: %{run} --kernel=clamped --groups=0,1,2,3,50 | FileCheck %s
// RUN: %{run} --kernel=clamped --groups=1,2,50 --target=avx2 | FileCheck %s
// RUN: %{run} --kernel=clamped --groups=1,2,50 --target=generic | FileCheck %s
// RUN: %{run} --kernel=clamped --groups=3 --target=ve | FileCheck %s
// RUN: %{run} --kernel=clamped --groups=3 --target=nvvm | FileCheck %s
// RUN: %{run} --kernel=chosen --groups=0,1,2,3,50 | FileCheck %s
// RUN: %{run} --kernel=chosen --groups=1,50 --wg-size=5 | FileCheck %s
// RUN: %{run} --kernel=branches --groups=0,1,2,3,50 | FileCheck %s
// RUN: %{run} --kernel=branches --groups=3,50 --wg-pack=1 | FileCheck %s
// RUN: %{run} --kernel=ring --groups=1,2,3,50 | FileCheck %s
// RUN: %{run} --kernel=ring --groups=1,50 --target=generic | FileCheck %s
// RUN: %{run} --kernel=window --groups=0,1,2,50 | FileCheck %s
// RUN: %{run} --kernel=shorter --groups=1,2,3,50 | FileCheck %s
// RUN: %{run} --kernel=counted --groups=1,2,3,50 | FileCheck %s
// RUN: %{run} --kernel=clamped --groups=1,2,3,50 --interpret=each-pass | FileCheck %s --check-prefix=PASSES
// RUN: %{run} --kernel=branches --groups=1,2,3,50 --interpret=each-pass | FileCheck %s --check-prefix=PASSES
// RUN: pirch-run %s --check --kernel=image --wg-size=16x4 --groups=3x5 --arg w=48 --arg h=20 | FileCheck %s
// RUN: pirch-run %s --check --kernel=image --wg-size=8x8 --groups=9x4 --arg w=72 --arg h=32 | FileCheck %s
// RUN: pirch-run %s --check --kernel=image --wg-size=16x16 --groups=1x1 --arg w=16 --arg h=16 | FileCheck %s
// RUN: pirch-run %s --check --kernel=image --wg-size=16x4 --groups=4x5 --arg w=50 --arg h=20 --target=avx2 | FileCheck %s
// CHECK: check: out: ok
// PASSES-NOT: error
// pirch-run: --arg out=zeros(GROUPS * WG_SIZE) --arg in=rand(GROUPS * WG_SIZE + 64) --arg w=1 --arg h=1 --arg n=GROUPS*WG_SIZE

__kernel void clamped(__global float *out, __global const float *in, int n) {
  int i = get_global_id(0);
  out[i] = in[max(i - 1, 0)] + 2 * in[i] + 4 * in[min(i + 1, n - 1)] + 8 * in[clamp(i - 20, 0, n - 1)];
}

__kernel void chosen(__global float *out, __global const float *in) {
  int i = get_global_id(0), n = get_num_groups(0) * get_local_size(0);
  int left = i > 0 ? i - 1 : 0, right = i >= n - 2 ? n - 1 : i + 2;
  float before = i == 0 ? 1.0f : in[i - 1];
  out[i] = in[left] + 2 * in[right] + 4 * before;
}

__kernel void branches(__global float *out, __global const float *in, int n) {
  int i = get_global_id(0);
  int left = i - 3, right = i + 1;
  if (left < 0)
    left = 0;
  if (right >= n)
    right = n - 1;
  float sum = in[left] + 2 * in[right];
  if (i != n - 1)
    sum += 4 * in[i + 1];
  if (i >= 2 && i < n - 2)
    sum += 8 * (in[i - 2] + in[i + 2]);
  out[i] = sum;
}

__kernel void ring(__global float *out, __global const float *in, int n) {
  int i = get_global_id(0);
  uint m = n, j = i;
  out[i] = in[(i + n - 1) % n] + 2 * in[(i + 1) % n] + 4 * in[(j + 3) % m] + 8 * in[(j + m - 2) % m];
}

__kernel void window(__global float *out, __global const float *in, int n) {
  int i = get_global_id(0);
  float sum = 0;
  for (int k = -4; k <= 4; ++k) {
    int at = i + k;
    if (at >= 0 && at < n)
      sum += in[at] * (k + 5);
  }
  out[i] = sum;
}

// The length is not that of the launch, and there are other conditions.
__kernel void shorter(__global float *out, __global const float *in, int n) {
  int i = get_global_id(0);
  n = n / 3 + 1;
  if (i >= n)
    return;
  float sum = in[max(i - 1, 0)] + 2 * in[min(i + 1, n - 1)];
  if (in[i] > 0.5f)
    sum += in[min(i + 5, n - 1)];
  out[i] = sum;
}

// What the number of groups decides in the first groups.
__kernel void counted(__global float *out, __global const float *in) {
  int i = get_global_id(0), n = get_num_groups(0);
  out[i] = in[max(i - 1, 0)] + n * in[i];
}

__kernel void image(__global float *out, __global const float *in, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= w || y >= h)
    return;
  float sum = 0;
  for (int j = -1; j <= 1; ++j)
    for (int i = -1; i <= 1; ++i)
      sum += in[clamp(y + j, 0, h - 1) * w + clamp(x + i, 0, w - 1)] * (3 * j + i + 5);
  out[y * w + x] = sum;
}
