// A row's sum waits for its chain of additions. Where the rows of a call fit into the
// core's caches, four groups at a time hide that; where they come from memory, one
// group at a time reads one long stream.
// RUN: pirchc %s --target=avx512 --cpu=znver4 --wg-size=8 --emit=mlir-packed -o - | FileCheck %s
// RUN: pirchc %s --target=avx512 --cpu=znver4 --wg-size=8 --wg-pack=2 --emit=mlir-packed -o - | FileCheck %s --check-prefix=FORCED
// RUN: pirchc %s --target=avx512 --cpu=znver4 --wg-size=8 --emit=mlir -o - | FileCheck %s --check-prefix=FUNCTION
// RUN: pirchc %s --target=avx512 --cpu=znver4 --wg-size=8 --wg-pack=4 --emit=mlir -o - | FileCheck %s --check-prefix=ASKED
// RUN: pirch-run %s --target=generic --wg-size=8 --groups=37 --check
// RUN: pirch-run %s --target=generic --wg-size=8 --groups=300 --check
// pirch-run: --arg out=zeros(GROUPS) --arg x=rand(GROUPS, 1000) --arg n=1000

// CHECK-LABEL: pirch.kernel @row_sum(
// CHECK-SAME: from_cache
// CHECK-SAME: remainder = @row_sum.remainder
// CHECK-SAME: wg_pack = 4
// CHECK: %[[GROUPS:.*]] = pirch.num_groups : i64
// CHECK: %[[FITS:.*]] = arith.cmpi ule
// CHECK: %[[COUNT:.*]] = arith.select %[[FITS]], %[[GROUPS]], %{{.*}} : i64
// CHECK: pirch.main_groups %[[COUNT]]
// CHECK-LABEL: pirch.kernel @row_sum.remainder(
// CHECK-SAME: wg_pack = 1
// FORCED-NOT: pirch.main_groups
// What the caches hold is not prefetched.
// FUNCTION-LABEL: func.func @row_sum(
// FUNCTION-NOT: llvm.intr.prefetch
// FUNCTION-LABEL: func.func private @row_sum.remainder(
// ASKED-LABEL: func.func @row_sum(
// ASKED: llvm.intr.prefetch
__kernel void row_sum(__global float *out, __global const float *x, int n) {
  const int row = get_group_id(0);
  float sum = 0;
  for (int i = get_local_id(0); i < n; i += get_local_size(0))
    sum += x[row * n + i];
  sum = sub_group_reduce_add(sum);
  if (get_local_id(0) == 0)
    out[row] = sum;
}
