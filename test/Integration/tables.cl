// Constants in arrays: read at the same and at different elements, in loops, under conditions, through pointers, and as
// other types than their own; of numbers, structures, vectors and arrays.
// DEFINE: %{run} = pirch-run %s --wg-size=16 --groups=3 --check
// RUN: %{run} | FileCheck %s
// RUN: %{run} --target=generic | FileCheck %s
// RUN: %{run} --target=avx2 | FileCheck %s
// RUN: %{run} --target=nvvm | FileCheck %s
// RUN: %{run} --target=rocdl | FileCheck %s
// RUN: %{run} --target=ve | FileCheck %s
// RUN: %{run} --disable-pass=pirch-find-tables | FileCheck %s
// CHECK: check: x: ok, 48 elements
// CHECK: check: y: ok, 48 elements
// pirch-run: --arg x=zeros(GROUPS,WG_SIZE) --arg y=zeros(GROUPS,WG_SIZE)
#define ROW(n) n * 17, n * 29 + 3, n * 71 + 5, n * 101 + 7
#define ROWS(n) ROW(n), ROW(n + 1), ROW(n + 2), ROW(n + 3), ROW(n + 4), ROW(n + 5), ROW(n + 6), ROW(n + 7)
#define BLOCK(n) ROWS(n), ROWS(n + 8), ROWS(n + 16), ROWS(n + 24)
__constant uint words[256] = {BLOCK(0u), BLOCK(32u)};
__constant uchar bytes[2][128] = {{ROWS(1) & 255, ROWS(9) & 127}, {ROWS(3) & 63, 1, 2}};
__constant float parts[40] = {0.5f, ROWS(1), 1.0f / 3.0f};
__constant bool flags[64] = {true, false, false, true, true};
struct point {
  int x;
  float w[2];
  uchar kind;
};
__constant struct point points[20] = {{1, {2.0f, 3.0f}, 4}, {5, {6.0f, 7.0f}, 8}, {9, {10.0f, 11.0f}, 12}};
__constant int4 quads[34] = {(int4)(1, 2, 3, 4), (int4)(5, 6, 7, 8), (int4)(-9, 10, -11, 12)};
__constant ulong longs[33] = {0x123456789abcdef0UL, 1UL << 63, 3};

static uint mix(__constant const uint *table, uint at) { return table[at] ^ table[(at * 5) & 255]; }

__kernel void tables(__global uint *x, __global float *y) {
  uint i = get_global_id(0), l = get_local_id(0);
  uint at = (i * 2654435761u) >> 24;
  uint sum = mix(words, at) + words[l * 7 + 3] + words[get_group_id(0) * 9];
  for (uint k = 0; k < 5; ++k)
    sum = sum * 3 + words[(at + k * k) & 255] + words[k];
  for (uint k = 0; k < (at & 7); ++k)
    sum += bytes[k & 1][(at + k) & 127];
  if (at & 1)
    sum ^= words[256 - 1 - at];
  if (flags[at & 63])
    sum += points[at % 20].kind + points[l].x;
  sum += quads[at % 34].z + quads[l].y;
  sum ^= (uint)(longs[at % 33] >> 31);
  // The bytes of words.
  __constant const uchar *pieces = (__constant const uchar *)longs;
  sum += pieces[(at & 127) * 2 + 1];
  // An array of the kernel's own.
  const short own[48] = {ROWS(2), -7, -1000};
  sum += own[at % 48];
  x[i] = sum;
  float f = parts[at % 40] + points[at % 20].w[at & 1];
  for (int k = 0; k < 40; ++k)
    f = f * 0.25f + parts[k];
  y[i] = f;
}
