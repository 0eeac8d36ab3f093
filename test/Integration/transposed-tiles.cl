// Tiles that a group transposes: registers that take lanes of the same registers
// share the shuffles that bring these together.
// DEFINE: %{run} = pirch-run %s --check --kernel
// RUN: %if avx512 %{ %{run}=tile --wg-size=16x16 --groups=3x2 --target=avx512 %}
// RUN: %{run}=tile --wg-size=16x16 --groups=3x2 --target=avx2
// RUN: %{run}=tile --wg-size=8x8 --groups=3x2 --target=generic
// RUN: %{run}=tile --wg-size=8x8 --groups=3x2 --target=ve
// RUN: %{run}=tile --wg-size=8x8 --groups=3x2 --target=nvvm
// RUN: %{run}=tile --wg-size=8x8 --groups=3x2 --interpret=each-pass
// RUN: %if avx512 %{ %{run}=rows --wg-size=16 --groups=5 --target=avx512 --wg-pack=1 --lane-order=wg-wi-ix %}
// RUN: %if avx512 %{ %{run}=rows --wg-size=12 --groups=5 --target=avx512 --wg-pack=1 --lane-order=wg-wi-ix %}
// RUN: %{run}=rows --wg-size=16 --groups=5 --target=generic --wg-pack=1 --lane-order=wg-wi-ix
// RUN: %{run}=rows --wg-size=16 --groups=5 --target=avx2 --wg-pack=2 --lane-order=wg-wi-ix
// A transposition of sixteen registers takes 64 shuffles.
// RUN: pirchc %s --kernel=rows --wg-size=16 --target=avx512 --cpu=znver4 --wg-pack=1 --lane-order=wg-wi-ix --disable-pass=pirch-nontemporal-stores --emit=asm -o - | grep -cE '[[:space:]]v(perm|unpck|shuf)' | FileCheck %s --check-prefix=COUNT
// COUNT: {{^64$}}
// pirch-run: --arg a=rand(64 * WG_SIZE * GROUPS) --arg b=zeros(64 * WG_SIZE * GROUPS)

#if WG_SIZE > 16
#define EDGE (WG_SIZE == 256 ? 16 : 8)
#else
#define EDGE WG_SIZE
#endif

__kernel void tile(__global const float *a, __global float *b) {
  __local float t[EDGE][EDGE + 1];
  int x = get_local_id(0), y = get_local_id(1), width = EDGE * 3;
  t[y][x] = a[get_global_id(1) * width + get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  b[get_global_id(1) * width + get_global_id(0)] = 2 * t[x][y];
}

// Work item i has row i and takes column i.
__kernel void rows(__global const float *a, __global float *b) {
  float row[WG_SIZE], column[WG_SIZE];
  int l = get_local_id(0), start = get_group_id(0) * WG_SIZE * WG_SIZE;
  for (int i = 0; i < WG_SIZE; ++i) row[i] = a[start + l * WG_SIZE + i];
  for (int i = 0; i < WG_SIZE; ++i)
    for (int k = 0; k < WG_SIZE; ++k) {
      float x = sub_group_shuffle(row[k], i);
      if (l == k) column[i] = x;
    }
  for (int i = 0; i < WG_SIZE; ++i) b[start + l * WG_SIZE + i] = column[i] + row[i];
}
