// Functions of Clang that tell it what it may take for granted have no effect.
// RUN: pirch-run %s --wg-size=8 --groups=3 --check | FileCheck %s
// RUN: pirch-run %s --wg-size=8 --groups=3 --target=nvvm --check | FileCheck %s
// CHECK: check: out: ok
// Conversions between integers with a rounding mode and saturation:
// RUN: pirch-run %s -DCONVERT --wg-size=8 --groups=3 --check | FileCheck %s
// pirch-run: --arg out=rand(GROUPS * WG_SIZE * 4)
#ifdef CONVERT
__kernel void convert(__global uchar4 *out, __global const int4 *in) {
  int4 x = in[get_global_id(0)] * 100 - 300;
  out[get_global_id(0)] = convert_uchar4_sat_rte(x) + convert_uchar4_sat_rtz(convert_short4_sat_rtp(x));
}
// pirch-run: --arg in=rand(GROUPS * WG_SIZE * 4)
#else
__kernel void hints(__global int *out, int n) {
  __builtin_assume(n % 4 == 0);
  int i = get_global_id(0);
  __builtin_prefetch(&out[i + 1]);
  if (__builtin_expect(out[i] > 3, 1))
    out[i] += n;
}
// pirch-run: --arg n=8
#endif
