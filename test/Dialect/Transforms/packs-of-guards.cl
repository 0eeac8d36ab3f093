// Groups that meet the guard of a kernel but do not fill a pack have code of
// their own, without masks, where masks cost much; the code that has them
// computes the groups that do not meet the guard.
// RUN: pirchc %s --target=avx512 --cpu=x86-64-v4 --wg-size=16 --wg-pack=8 --emit=mlir-packed | FileCheck %s
// RUN: pirchc %s --target=avx512 --cpu=x86-64-v4 --wg-size=16 --wg-pack=1 --emit=mlir-packed | FileCheck %s --check-prefix=ONE --implicit-check-not=remainder.0
// RUN: pirch-run %s --wg-size=16 --groups=1 --wg-pack=8 --check --guard
// RUN: pirch-run %s --wg-size=16 --groups=7 --wg-pack=8 --check --guard
// RUN: pirch-run %s --wg-size=16 --groups=8 --wg-pack=8 --check --guard
// RUN: pirch-run %s --wg-size=16 --groups=9 --wg-pack=8 --check --guard
// RUN: pirch-run %s --wg-size=16 --groups=31 --wg-pack=8 --check --guard
// RUN: pirch-run %s --wg-size=16 --groups=31 --wg-pack=8 --interpret=each-pass --check
// CHECK: pirch.kernel @filter({{.*}} remainder = @filter.remainder.0, target = {{.*}} wg_pack = 8
// CHECK: pirch.main_groups
// CHECK: pirch.kernel @filter.remainder.0({{.*}} remainder = @filter.remainder, role = #pirch.role<remainder>, {{.*}} wg_pack = 1
// CHECK: pirch.main_groups
// CHECK-NOT: mask
// CHECK: pirch.kernel @filter.remainder({{.*}} role = #pirch.role<remainder>, {{.*}} wg_pack = 1
// CHECK-NOT: pirch.main_groups
// CHECK: pirch.load {{.*}} mask
// ONE: pirch.kernel @filter({{.*}} remainder = @filter.remainder, target = {{.*}} wg_pack = 1
// ONE: pirch.kernel @filter.remainder(

// pirch-run: --arg y=zeros(GROUPS, WG_SIZE) --arg x=rand(GROUPS * WG_SIZE + 8) --arg taps=rand(8) --arg n=GROUPS*WG_SIZE-5
__kernel void filter(__global float *y, __global const float *x,
                     __global const float *taps, int n) {
  const int i = get_global_id(0);
  if (i < n) {
    float sum = 0;
    for (int k = 0; k < 8; k++)
      sum += taps[k] * x[i + k];
    y[i] = sum;
  }
}
