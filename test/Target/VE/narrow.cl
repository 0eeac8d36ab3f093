// Integers of 8 and 16 bits: VE has no lanes of these, and no bytes beside those
// of a store may change.
// RUN: pirch-run %s --wg-size=4 --groups=5 --target=ve --check --guard
// RUN: pirch-run %s --wg-size=16 --groups=70 --target=ve --check --guard
// RUN: pirch-run %s --wg-size=100 --groups=5 --target=ve --check --guard
// RUN: pirch-run %s --wg-size=16 --groups=5 --target=nvvm --check --guard
// RUN: pirch-run %s --wg-size=16 --groups=5 --target=generic --check --guard
// pirch-run: --arg a=rand(GROUPS, WG_SIZE, 4) --arg b=rand(GROUPS, WG_SIZE) --arg at=rand(GROUPS, WG_SIZE) --arg o=zeros(GROUPS, WG_SIZE) --arg f=zeros(GROUPS, WG_SIZE, 8) --arg m=20
__kernel void n(__global uchar4 *a, __global const short *b, __global const char *at, __global ushort *o,
                __global float *f, int m) {
  size_t i = get_global_id(0);
  uchar4 v = a[i] * (uchar4)(91) + (uchar4)(b[i]);
  char c = at[i] * 29;
  short s = b[i] * (short)4099;
  char4 w = as_char4(v) >> (char4)(1, 2, 3, 7);
  if (v.x > m)
    v.y = at[i & 7];
  a[i] = max(v, (uchar4)(b[i] * 9)) - convert_uchar4(w / (char4)(3, -5, 7, 2));
  if (b[i] != 3)
    o[i] = clz((ushort)s) + popcount(c) + abs(c) + mul_hi(s, (short)-s) + add_sat(c, (char)100) +
           rotate((ushort)s, (ushort)5);
  uchar t[40];
  for (int k = 0; k < 40; ++k)
    t[k] = k * 7 + c;
  __global float *g = f + i * 8;
  g[0] = c;
  g[1] = (uchar)c;
  g[2] = s;
  g[3] = (ushort)s;
  g[4] = t[at[i]];
  g[5] = (char)(g[2] / 700);
}
