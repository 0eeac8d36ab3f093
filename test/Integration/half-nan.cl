// NaN that is stored in 16 bits keeps its sign and the highest bits of its fraction, on
// all targets and in all directions of rounding.
// RUN: pirch-run %s --wg-size=16 --groups=257 --check | FileCheck %s
// RUN: pirch-run %s --wg-size=16 --groups=257 --target=avx2 --check | FileCheck %s
// RUN: pirch-run %s --wg-size=16 --groups=257 --target=generic --check | FileCheck %s
// RUN: pirch-run %s --wg-size=16 --groups=257 --target=ve --check | FileCheck %s
// RUN: pirch-run %s --wg-size=16 --groups=257 --target=nvvm --check | FileCheck %s
// CHECK: check: near: ok
// CHECK: check: zero: ok
// CHECK: check: wide: ok
// pirch-run: --arg near=zeros(GROUPS, WG_SIZE) --arg zero=zeros(GROUPS, WG_SIZE) --arg wide=zeros(GROUPS, WG_SIZE)
__kernel void nans(__global half *near, __global half *zero, __global half *wide) {
  size_t i = get_global_id(0);
  uint fraction = (uint)i * 2053u & 0x7fffffu, sign = i & 1 ? 0x80000000u : 0u;
  float x = as_float(sign | 0x7f800000u | (fraction ? fraction : 1u));
  vstore_half(x, i, near);
  vstore_half_rtz(x, i, zero);
  vstore_half((double)x, i, wide);
}
