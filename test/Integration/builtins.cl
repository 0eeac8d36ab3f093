// Built-ins that are made of others, and those that the compiler and the oracle define apart.
// RUN: pirch-run %s --wg-size=8 --groups=9 --check
// RUN: pirch-run %s --wg-size=8 --groups=9 --wg-pack=4 --lane-order=ix-wi-wg --check
// RUN: pirch-run %s --wg-size=5 --groups=3 --target=generic --check
// pirch-run: --arg a=rand(GROUPS*WG_SIZE) --arg o=zeros(GROUPS*WG_SIZE*64) --arg d=zeros(GROUPS*WG_SIZE*64)
__kernel void k(__global float *a, __global float *o, __global double *d) {
  size_t i = get_global_id(0); float x = a[i], z = x * 100 - 50; double y = x * 1000.0 - 300; int e; float w; double v;
  __global float *p = o + 64 * i; __global double *q = d + 64 * i;
#define TWO(E) { float X = z; *p++ = E; } { double X = y; *q++ = E; }
  TWO(fmod(X, X / 7 - 1)) TWO(remainder(X, X - X + 3)) TWO(remainder(X * 1048576 * 1048576, X / 7)) TWO(fdim(X, 1 - X)) TWO(nextafter(X, 7 + X)) TWO(hypot(X, X + 1))
  TWO(asinh(X)) TWO(acosh(X)) TWO(atanh(X / 1000)) TWO(sinpi(X)) TWO(cospi(X)) TWO(tanpi(X)) TWO(exp10(X / 30)) TWO(sign(X)) TWO(degrees(X)) TWO(radians(X))
  TWO(ldexp(X, 3)) TWO(ldexp(X, -140)) TWO(frexp(X, &e) + e) TWO(logb(X)) TWO(ilogb(X)) TWO(isnormal(X)) TWO(signbit(X)) TWO(isfinite(X)) TWO(maxmag(X, X - 5)) TWO(minmag(X, 5 - X))
  TWO(native_sin(X)) TWO(native_divide(X, 3 + X)) TWO(half_rsqrt(X)) TWO(pown(X, 3)) TWO(rootn(X, 3)) TWO(powr(X, X)) TWO(mix(X, X + 1, X)) TWO(step(X - X, X)) TWO(smoothstep(X-X-10, X-X+10, X)) TWO(isgreater(X, X - X)) TWO(nan(3u)) 
  w = 0; v = 0; *p++ = modf(z, &w) + w; *q++ = modf(y, &v) + v; *p++ = fract(z, &w) + w; *p++ = sincos(z, &w) * w;
  int k = (int)z * 12345; uint u = (uint)k;
  *q++ = add_sat(k, 0x7fffff00); *q++ = sub_sat(k, 0x7fffff00); *q++ = add_sat(u, u); *q++ = hadd(k, 13); *q++ = rhadd(u, 14u); *q++ = mad_hi(k, k, k); *q++ = mul24(k & 0xffff, 17); *q++ = mad24(3, k & 0xff, 5); *q++ = abs_diff(k, 7); *q++ = upsample((short)k, (ushort)u); *q++ = bitselect(k, 5, 0xff); *q++ = select(k, 4, k & 1); *q++ = ctz(u) + popcount(k) + clz(u); *q++ = add_sat((char)k, (char)100); *q++ = convert_char_sat(k); *q++ = convert_int_rte(z) + convert_int_rtp(z) + convert_int_sat_rtn(y); *q++ = convert_uint_sat(y * 1e8); *q++ = M_PI_F + (float)LONG_MAX * 0;
}
