// A mask of 16 lanes whose upper half is false: where mask registers are few,
// LLVM's code generator drops the instruction that clears that half. The kernel
// is what remains of a random one; shorter ones leave registers free.
// RUN: %if avx512 %{ pirch-run %s --check --wg-size=12 --groups=2 --wg-pack=2 --target=avx512 %}
// RUN: pirch-run %s --check --wg-size=12 --groups=11 --wg-pack=2 --target=generic --vector-bits=512
// pirch-run: --arg in=rand(528) --arg row=rand(396) --arg out=rand(1320) --arg out2=zeros(528)
// pirch-run: --arg out3=zeros(396) --arg out4=rand(396) --arg out5=rand(528) --arg n=0 --arg s=4

__kernel void k0(__global const float *in, __global ushort *row, __global float *out, __global int *restrict out2, __global uint *out3, __global short *restrict out4, __global ushort *restrict out5, int n, ulong s) {
  int lid = get_local_id(0);
  size_t at = get_global_id(0);
  size_t group = get_group_id(0);
  float x = in[at * 4 + 0];
  float y = in[at * 4 + 1];
  float z = in[at * 4 + 2];
  int i = lid;
  uint u = s;
  short w = n;
  ushort c[2]; for (int k = 0; k < 2; ++k) c[k] = lid * 3 + k;
  switch ((uint)((c[0] | u)) & 3) { case 0: {
    out5[(group * 4 + 2 + lid % 2) * WG_SIZE + lid] = 0ul;
    y = (x = 0.0f * 0.0f) + 0.0f;
    for (int k12 = 0; k12 < 2; k12 += 2) {
      ushort *p13 = out5 + (group * 4 + 2 + 1) * WG_SIZE + lid;
      u = shuffle(0u, sub_group_reduce_min(lid));
      { short old = out4[(group * 3 + 1 + k12) * WG_SIZE + lid]; if (0) out4[(group * 3 + 1 + k12) * WG_SIZE + lid] = 0u; i = old ^ out4[(group * 3 + 1 + k12) * WG_SIZE + lid]; }
    }
  } break; case 1: {
    { float4 q = (float4)(0.0f, 0.0f, 0.0f, 0.0f); q = q < q.wzyx ? q : 0.0f - q; z += dot(q, q.yxwz); }
    out5[(group * 4 + 2 + 0) * WG_SIZE + lid]++;
    w = 0;
  } if (0) break; case 3u: {
    uint v = 0;
    for (int k14 = 0; k14 < 6; k14 += 2) {
      out[at * 10 + 8 + (k14 * 1) % 2] *= 0.0f;
      z = shuffle(0.0f, sub_group_reduce_max(lid));
    }
    ushort v19 = (short)0;
    { uint old20 = 0u; out3[at * 3 + 1 + 1] = (0 % (w | 1)); y = old20 ^ 0u; }
    { struct { float a; int n; float b[2]; } s21 = { 0.0f, 0 }, t = s21; t.b[((-4)) & 1] += s21.a; if (0) s21 = t; y = s21.b[1] + t.a * s21.n; }
    w = (ushort)0;
  } if (0) break; default: {
    out5[(group * 4 + 2 + lid % 2) * WG_SIZE + lid] = 0; u = out5[(group * 4 + 2 + lid % 2) * WG_SIZE + lid] ^ (ushort)0;
  } break; }
  out4[(group * 3 + 0) * WG_SIZE + lid] = w;
}
