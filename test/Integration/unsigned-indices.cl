// Subscripts that are computed in 32 bits without a sign, which may wrap around: the
// kernel is formed for the groups in which they do not, and once more for the others.
// RUN: pirch-run %s --kernel=records --wg-size=8 --groups=37 --check
// RUN: pirch-run %s --kernel=records --wg-size=8 --groups=37 --wg-pack=4 --target=generic --check
// RUN: pirch-run %s --kernel=records --wg-size=8 --groups=37 --target=nvvm --check
// RUN: pirch-run %s --kernel=wraps --wg-size=8 --groups=37 --check
// RUN: pirch-run %s --kernel=wraps --wg-size=8 --groups=37 --target=generic --check
// RUN: pirchc %s --wg-size=4 --target=generic --emit=mlir-infreg -o - | FileCheck %s
// RUN: pirchc %s --wg-size=4 --target=nvvm --emit=mlir-infreg -o - | FileCheck %s --check-prefix=THREADS
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE) --arg a=rand(GROUPS, WG_SIZE, 3)

// Work item 3 of group 178956970 has 3 * i + 2 = 2147483651, one group less is below 2^31.
// CHECK-LABEL: pirch.kernel @records
// CHECK: %[[MOST:.*]] = arith.constant 178956970 : i64
// CHECK: pirch.main_groups %[[MOST]]
// CHECK-NOT: pirch.gather
// CHECK-LABEL: pirch.kernel @records.remainder
// CHECK: pirch.gather
// THREADS-LABEL: pirch.kernel @records
// THREADS-NOT: pirch.main_groups
// THREADS: pirch.gather
__kernel void records(__global float *out, __global const float *a) {
  uint i = get_global_id(0);
  out[i] = a[3 * i] * a[3 * i + 1] + a[i * 3 + 2u];
}

// Of 65536 * 65537 * i, all but the lowest 32 bits are lost in groups that are launched.
// CHECK-LABEL: pirch.kernel @wraps
// CHECK-NOT: pirch.main_groups
__kernel void wraps(__global float *out, __global const float *a) {
  uint i = get_global_id(0);
  uint far = i * 65536u * 4099u;
  out[i] = a[far >> 28] + a[(i * 2147483648u + i) & 7];
}
