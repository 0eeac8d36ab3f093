// Where a place is a scalar and a constant of each lane, it is compared with a number by comparing the constants with what is
// left of the number, which is clamped to one more than the greatest and one less than the least of them.
// RUN: pirchc %s --wg-size=4 --target=avx512 --cpu=znver4 --emit=mlir-infreg -o - | FileCheck %s
// RUN: pirchc %s --wg-size=32 --target=nvvm --emit=mlir-infreg -o - | FileCheck %s --check-prefix=THREADS
// THREADS-NOT: arith.minsi

// CHECK-LABEL: pirch.kernel @below.remainder(
// CHECK: %[[GROUP:.*]] = pirch.wg_index : i64
// CHECK: %[[BASE:.*]] = arith.muli %[[GROUP]], %c4_i64
// CHECK: %[[BOUND:.*]] = arith.extsi %arg2 : i32 to i64
// CHECK: %[[LEFT:.*]] = arith.subi %[[BOUND]], %[[BASE]]
// CHECK: %[[LEAST:.*]] = arith.maxsi %[[LEFT]], %c-1_i64
// CHECK: %[[CLAMPED:.*]] = arith.minsi %[[LEAST]], %c4_i64
// CHECK: %[[CONSTANTS:.*]] = pirch.constant dense<{{\[\[0\], \[1\], \[2\], \[3\]\]}}> : tensor<4x1xi32>
// CHECK: %[[NARROW:.*]] = arith.trunci %[[CLAMPED]] : i64 to i32
// CHECK: %[[SPLAT:.*]] = pirch.splat %[[NARROW]]
// CHECK: arith.cmpi slt, %[[CONSTANTS]], %[[SPLAT]]
__kernel void below(__global float *out, __global const float *in, int n) {
  int i = get_global_id(0);
  if (i < n)
    out[i] = in[i];
}

// The number may be any of 64 bits, with a sign or without: it is clamped before anything is subtracted from it.
// CHECK-LABEL: pirch.kernel @wide.remainder(
// CHECK: arith.cmpi sge, %arg2, %c0_i64
// CHECK: arith.select
// CHECK: arith.minsi {{.*}}, %c2305843009213693952_i64
// CHECK: arith.cmpi slt, {{.*}} : !pirch.infreg<?x4x1xi32>
// RUN: %if avx512 %{ pirch-run %s --kernel=wide --target=avx512 --wg-size=4 --groups=9 --arg out=zeros(36) --arg in=rand(36) --arg n=18446744073709551615 --check | FileCheck %s --check-prefix=OK %}
// RUN: pirch-run %s --kernel=signed_wide --wg-size=4 --groups=9 --arg out=zeros(36) --arg in=rand(36) --arg n=9223372036854775807 --arg m=-9223372036854775807 --check | FileCheck %s --check-prefix=OK
// RUN: pirch-run %s --kernel=signed_wide --wg-size=4 --groups=9 --arg out=zeros(36) --arg in=rand(36) --arg n=-9223372036854775807 --arg m=9223372036854775807 --check | FileCheck %s --check-prefix=OK
// RUN: pirch-run %s --kernel=signed_wide --wg-size=8 --groups=4 --target=generic --arg out=zeros(36) --arg in=rand(36) --arg n=13 --arg m=7 --check | FileCheck %s --check-prefix=OK
// OK: check: out: ok
__kernel void wide(__global float *out, __global const float *in, ulong n) {
  size_t i = get_global_id(0);
  if (i < n)
    out[i] = in[i];
}
__kernel void signed_wide(__global float *out, __global const float *in, long n, long m) {
  long i = get_global_id(0);
  if (i < n)
    out[i] = in[i];
  if (m <= i)
    out[i] += 1;
  if (i == m || i == n)
    out[i] += 2;
  if (i != m + 1)
    out[i] += 4;
}
