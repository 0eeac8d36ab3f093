// Arithmetic on numbers of 16 bits, their vectors, functions, structures and
// arrays (cl_khr_fp16), on all targets.
// RUN: pirch-run %s --check --kernel=scalars && pirch-run %s --check --kernel=vectors && pirch-run %s --check --kernel=memory
// RUN: pirch-run %s --check --kernel=scalars --target=generic && pirch-run %s --check --kernel=vectors --target=generic && pirch-run %s --check --kernel=memory --target=generic
// RUN: pirch-run %s --check --kernel=scalars --target=ve && pirch-run %s --check --kernel=vectors --target=ve && pirch-run %s --check --kernel=memory --target=ve
// RUN: pirch-run %s --check --kernel=scalars --target=nvvm && pirch-run %s --check --kernel=vectors --target=nvvm && pirch-run %s --check --kernel=memory --target=nvvm
// RUN: pirch-run %s --check --kernel=memory --target=rocdl
// pirch-run: --wg-size=8 --groups=5 --local=l=16 --arg b=rand(GROUPS,WG_SIZE,8) --arg o=zeros(GROUPS,WG_SIZE,64) --arg s=zeros(GROUPS,WG_SIZE,16) --arg bits=15360
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#ifndef cl_khr_fp16
#error the extension has a macro
#endif

half numberOf(__global const float *b, int g) {
  return (half)(b[8 * g] * 8.0f - 4.0f);
}

__kernel void scalars(__global const float *b, __global float *o, half bits) {
  int g = get_global_id(0), k = 0;
  half x = numberOf(b, g), y = numberOf(b, g ^ 1), z = numberOf(b, g ^ 2);
  __global float *p = o + 64 * g;
#define F(NAME) p[k++] = NAME(x);
  F(sqrt) F(rsqrt) F(fabs) F(exp) F(exp10) F(log2) F(sin) F(tanh) F(floor)
  F(round) F(rint) F(sign) F(native_exp) F(erf) F(isnan) F(signbit) F(isnormal)
  F(ilogb)
#define G(NAME) p[k++] = NAME(x, y);
  G(pow) G(fmin) G(max) G(atan2) G(hypot) G(fmod) G(nextafter) G(isless) G(dot)
  p[k++] = fma(x, y, z);
  p[k++] = mad(x, y, z);
  p[k++] = clamp(x, (half)-1, (half)1);
  p[k++] = mix(x, y, z);
  p[k++] = select(x, y, (short)(g & 1));
  p[k++] = bitselect(x, y, z);
  half w;
  int e;
  p[k++] = fract(x, &w) + w;
  p[k++] = frexp(x, &e) + e + ldexp(x, 3);
  p[k++] = sub_group_reduce_add(x) + work_group_reduce_max(x);
  p[k++] = sub_group_shuffle_xor(x, 1u) + shuffle(x, 3);
  p[k++] = convert_int_rte(x) + convert_uchar_sat(x) + convert_short(x);
  half sum = bits; // 1, as the caller passes its bits
  for (int i = 0; i < 9; ++i)
    sum += i & 1 ? x * y : -y / (x + 8.0h);
  p[k++] = sum;
  sum++;
  p[k++] = sum > y ? sum : x;
  p[k++] = x && y < z;
  p[k++] = (half)(b[g] * 1e-6f) + (half)(double)b[g];
  p[k++] = HALF_MAX * HALF_MIN + HALF_EPSILON + M_PI_H;
}

__kernel void vectors(__global const float *b, __global half *s,
                      __global float *o) {
  int g = get_global_id(0);
  half4 x = convert_half4(vload4(2 * g, b)) - 0.5h;
  half4 y = convert_half4(vload4(2 * g + 1, b));
  half4 z = x * y + (half4)(1.0h, 2.0h, 0.5h, -1.0h);
  z += sqrt(fabs(x)) * 2.0h;
  z.xy = z.yx / (half2)(3, 7);
  vstore4(z, 4 * g, s);
  vstore4(exp(x), 4 * g + 1, s);
  vstore4(x > y ? x : y, 4 * g + 2, s);
  ((__global half4 *)s)[4 * g + 3] = fma(x, y, z);
  __global float *p = o + 64 * g;
  p[0] = dot(x, y) + length(x) + distance(x, y) + normalize(x).w;
  p[1] = cross(x, y).x + fmin(x, 0.5h).x + clamp(x, (half)0, (half)1).y;
  p[2] = as_ushort(x.x) + as_short2(x.xy).y;
  p[3] = as_half((ushort)(g * 1000));
  vstore4(convert_float4(z), 1, p);
  vstore4(convert_float4(convert_int4_rte(z * 10.0h)), 2, p);
  vstore4(convert_float4(convert_uchar4_sat(z * 200.0h)), 3, p);
  p[16] = any(isgreater(x, y)) + max(x, y).z;
  p[17] = convert_half_rtz(b[g]);
  p[18] = convert_half_rtp(g * 3001);
}

typedef struct {
  half h;
  char c;
  half v[3];
} record;

__kernel void memory(__global record *s, __global const float *b,
                     __global float *o, __local half *l) {
  int g = get_global_id(0), i = get_local_id(0);
  __local half tile[8][9];
  record r = s[g];
  r.h = numberOf(b, g);
  r.v[g % 3] = r.h * 2;
  r.c = g;
  l[i] = r.h + 1;
  for (int k = 0; k < 8; ++k)
    tile[i][k] = r.h * k;
  barrier(CLK_LOCAL_MEM_FENCE);
  half t = l[7 - i];
  for (int k = 0; k < 8; ++k)
    t += tile[k][i];
  r.v[2] = t;
  s[g] = r;
  const half c[4] = {1.0h, 0.5h, 0.25h, 3.0h};
  half q[4];
  for (int k = 0; k < 4; ++k)
    q[k] = c[k] * r.h;
  o[g] = q[g & 3] + c[g % 4];
}
