// Vector types: elements, literals, operators, conversions and built-ins.
// RUN: pirch-run %s --wg-size=8 --groups=9 --check
// RUN: pirch-run %s --wg-size=8 --groups=9 --wg-pack=4 --lane-order=ix-wi-wg --check
// RUN: pirch-run %s --wg-size=5 --groups=3 --target=generic --check
// RUN: pirch-run %s --wg-size=8 --groups=9 --target=nvvm --check
// pirch-run: --arg a=rand(GROUPS*WG_SIZE*4) --arg b=rand(GROUPS*WG_SIZE*4) --arg o=zeros(GROUPS*WG_SIZE*4) --arg d=zeros(GROUPS*WG_SIZE*4) --arg n=3
typedef struct { float4 v; int n; float w[3]; } Body;
float4 scale(float4 v, float s) { return v * s; }
Body make(float4 v, int n) { Body b = {v, n, {1, 2}}; return b; }
__kernel void k(__global float4 *a, __global const float *b, __global float4 *o, __global int *d, int n) {
  int i = get_global_id(0);
  float4 x = a[i];
  float4 y = (float4)(x.xy, b[i], 1.0f) * 2.0f;
  float3 t = (float3)(x.y);
  float8 w = (float8)(x, y);
  int4 c = x < y;
  y.xz += t.yz;
  y.even = y.lo;
  y = c ? x : y;
  y = select(y, x, c);
  if (any(c)) y += fma(x, y, x);
  y += scale(x, dot(x, y)) + (float4)(x * y) - x.wzyx * y + -(x * 2.0f);
  t = cross(t, y.xyz);
  y.w += length(t) + w.hi.s1 + w.s7;
  y += convert_float4(convert_int4(x * 10.0f) << 2) + as_float4(as_int4(x) & 0x7fffffff);
  y += sqrt(fabs(x)) + clamp(x, 0.1f, 0.5f) + mix(x, y, 0.5f) + smoothstep(0.0f, 1.0f, x);
  Body q = make(y, i);
  q.w[2] = q.v.y;
  Body r = q;
  r.n += q.w[n % 3] > 0;
  float4 m[3];
  m[0] = x; m[1] = y; m[2] = r.v;
  float4 *p = m;
  p++;
  y = *p + p[1] + m[n % 3];
  y.x += p->y;
  vstore4(y, i, (__global float *)o);
  int2 u = vload2(2 * i, d);
  u++;
  d[4 * i] = r.n + !c.x + q.w[1];
  d[4 * i + 1] = (int)(y.x > 0) + u.x + convert_uchar_sat(x.x * 1000.0f);
  uchar4 uc = convert_uchar4_sat(x * 600.0f);
  d[4 * i + 2] = uc.x + uc.w + as_int(uc);
  o[i] += y;
}
