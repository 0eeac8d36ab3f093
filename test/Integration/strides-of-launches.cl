// Loops whose step is known only at run time, as that of all work items of a launch is, have rounds that all work items do
// together: loads are contiguous.
// RUN: pirchc %s --kernel=whole --wg-size=16 --target=avx2 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=WHOLE
// RUN: pirchc %s --kernel=differing --wg-size=16 --target=avx2 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=DIFFERING
// DEFINE: %{target} = host
// DEFINE: %{wg} = 16
// DEFINE: %{run} = pirch-run %s --target=%{target} --wg-size=%{wg} --check
// DEFINE: %{all} = %{run} --kernel=whole --groups=5 && %{run} --kernel=given --groups=3 && %{run} --kernel=differing --groups=3 && %{run} --kernel=down --groups=3
// RUN: %{all}
// RUN: pirch-run %s --kernel=whole --wg-size=16 --groups=5 --check --arg n=0
// RUN: pirch-run %s --kernel=whole --wg-size=16 --groups=5 --check --arg n=79
// RUN: pirch-run %s --kernel=whole --wg-size=16 --groups=5 --check --interpret=each-pass
// RUN: pirch-run %s --kernel=given --wg-size=16 --groups=5 --check --arg step=1
// RUN: pirch-run %s --kernel=given --wg-size=16 --groups=5 --check --arg step=100
// RUN: pirch-run %s --kernel=down --wg-size=16 --groups=5 --check --arg step=-3 --arg n=9
// REDEFINE: %{wg} = 5
// RUN: %{all}
// REDEFINE: %{target} = generic
// RUN: %{all}
// REDEFINE: %{target} = ve
// RUN: %{all}
// REDEFINE: %{target} = nvvm
// RUN: %{all}
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE) --arg x=rand(300) --arg n=300 --arg step=7

// WHOLE-LABEL: pirch.kernel @whole.single(
// WHOLE: scf.while
// WHOLE: pirch.load %arg1
// WHOLE-NOT: mask
// WHOLE: scf.yield
// WHOLE: pirch.load %arg1{{.*}} mask
__kernel void whole(__global float *out, __global const float *x, uint n) {
  float sum = 0;
  for (size_t i = get_global_id(0); i < n; i += get_global_size(0))
    sum += x[i];
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    sum -= x[i] * x[i];
  out[get_global_id(0)] = sum;
}

// A step that a parameter gives; and the counter behind the loop, which is that of each work item.
__kernel void given(__global float *out, __global const float *x, int n, int step) {
  float sum = 0;
  for (int i = get_local_id(0); i < n; i += step)
    sum += x[i];
  int j = get_local_id(0);
  for (; j < n; j += step)
    sum *= 0.75f;
  out[get_global_id(0)] = sum + j;
}

// Counters that may go down: work items that are beyond the bound at first do not come back.
__kernel void down(__global float *out, __global const float *x, int n, int step) {
  float sum = 0;
  for (int i = get_local_id(0); i < n; i += step) {
    if (i < 0)
      break;
    sum += x[i];
  }
  for (uint i = get_local_id(0); i < n; i += step)
    sum *= x[i] + 0.5f;
  out[get_global_id(0)] = sum;
}

// Steps that differ between work items.
// DIFFERING-LABEL: pirch.kernel @differing(
// DIFFERING: pirch.gather %arg1
__kernel void differing(__global float *out, __global const float *x, int n) {
  float sum = 0;
  for (int i = 0; i < n; i += get_local_id(0) + 1)
    sum += x[i];
  out[get_global_id(0)] = sum;
}
