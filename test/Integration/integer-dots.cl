// Sums of four products of bytes (cl_khr_integer_dot_product).
// RUN: pirch-run %s --check
// RUN: pirch-run %s --check --target=generic
// RUN: pirch-run %s --check --target=ve
// RUN: pirch-run %s --check --target=nvvm
// pirch-run: --wg-size=8 --groups=5 --arg a=rand(GROUPS, WG_SIZE, 3) --arg o=zeros(GROUPS, WG_SIZE, 10)
#ifndef __opencl_c_integer_dot_product_input_4x8bit_packed
#error the feature has a macro
#endif
__kernel void dots(__global const uint *a, __global int *o) {
  int g = get_global_id(0);
  uint x = a[3 * g] * 0x9e3779b9u, y = (a[3 * g + 1] + 3) * 0x85ebca6bu;
  int sum = a[3 * g + 2] > 4 ? 0x7fffff00 : (int)0x80000100;
  __global int *p = o + 10 * g;
  p[0] = dot_4x8packed_uu_uint(x, y);
  p[1] = dot_4x8packed_ss_int(x, y);
  p[2] = dot_4x8packed_us_int(x, y);
  p[3] = dot_4x8packed_su_int(x, y);
  p[4] = dot_acc_sat_4x8packed_ss_int(x, y, sum);
  p[5] = dot_acc_sat_4x8packed_uu_uint(x, y, 0xffffff00u);
  p[6] = dot(as_char4(x), as_uchar4(y));
  p[7] = dot(as_uchar4(x), as_uchar4(y));
  p[8] = dot_acc_sat(as_char4(x), as_char4(y), sum);
  p[9] = dot_acc_sat_4x8packed_us_int(x, y, sum);
}
