// Conversions that round to nearest are one instruction, which rounds, also where they
// saturate; NaN gives 0.
// RUN: pirchc %s --kernel=saturated --wg-size=16 --wg-pack=1 --target=avx512 --cpu=znver5 --emit=asm -o - | FileCheck %s
// RUN: pirchc %s --kernel=saturated --wg-size=8 --wg-pack=1 --target=avx2 --emit=asm -o - | FileCheck %s
// RUN: pirchc %s --kernel=plain --wg-size=16 --wg-pack=1 --target=avx512 --cpu=znver5 --emit=asm -o - | FileCheck %s
// CHECK-NOT: {{vround|vrndscale}}p
// CHECK: vcvtps2dq
// CHECK-NOT: vcvttps2dq
// Where the rounded number is read as well, it is made.
// RUN: pirchc %s --kernel=both --wg-size=16 --wg-pack=1 --target=avx512 --cpu=znver5 --emit=asm -o - | FileCheck %s --check-prefix=BOTH
// BOTH: vrndscaleps
// RUN: pirch-run %s --kernel=saturated --wg-size=16 --groups=513 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=saturated --wg-size=16 --groups=513 --target=avx2 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=saturated --wg-size=16 --groups=513 --target=generic --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=saturated --wg-size=16 --groups=513 --target=nvvm --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=plain --wg-size=16 --groups=513 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=both --wg-size=16 --groups=513 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=wider --wg-size=16 --groups=513 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=wider --wg-size=16 --groups=513 --target=avx2 --check | FileCheck %s --check-prefix=SAME
// SAME: check: out: ok
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE)

// Ties, the limits of bytes, infinities and NaN among the numbers.
static float number(uint i) {
  float x = (float)((int)i - 4100) * 0.0625f;
  return i == 1 ? INFINITY : i == 2 ? -INFINITY : i == 3 ? NAN : x;
}
__kernel void saturated(__global char *out) {
  out[get_global_id(0)] = convert_char_sat_rte(number(get_global_id(0)));
}
__kernel void plain(__global int *out) {
  float x = number(get_global_id(0));
  out[get_global_id(0)] = (int)rint(fabs(x) < 1000 ? x : 0.5f);
}
__kernel void both(__global int *out) {
  float x = rint(number(get_global_id(0)));
  x = fabs(x) < 1000 ? x : 1;
  out[get_global_id(0)] = (int)x + as_int(x * 0.3f);
}
__kernel void wider(__global int *out) {
  double x = number(get_global_id(0)) * 16777216.0;
  out[get_global_id(0)] = convert_int_sat_rte(x) ^ convert_ushort_sat_rte(x) ^ (int)convert_uint_sat_rte(x * 3) ^
                          convert_uchar_sat_rtn(x * 0x1p-24);
}
