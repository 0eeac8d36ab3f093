// Two-dimensional problems whose rows lie a number apart that only run time knows: under guards that cut both dimensions
// at any place, with neighbours, tiles, rows that meet in one element, and a transposition.
// RUN: pirch-run %s --kernel=stencil --wg-size=16x16 --groups=3x2 --arg n=41 --arg m=23 --check --threads=3
// RUN: pirch-run %s --kernel=stencil --wg-size=8x8 --groups=7x5 --arg n=56 --arg m=33 --check
// RUN: pirch-run %s --kernel=stencil --wg-size=8x8 --groups=7x5 --arg n=0 --arg m=33 --check
// RUN: pirch-run %s --kernel=stencil --wg-size=8x8 --groups=7x5 --arg n=56 --arg m=-2 --check
// RUN: pirch-run %s --kernel=stencil --wg-size=5x3 --groups=7x5 --offset=3x1 --arg n=33 --arg m=16 --check
// RUN: pirch-run %s --kernel=stencil --wg-size=16x4 --groups=3x3 --arg n=41 --arg m=11 --check --interpret=each-pass
// RUN: pirch-run %s --kernel=stencil --wg-size=16x16 --groups=3x2 --arg n=41 --arg m=23 --target=generic --check
// RUN: pirch-run %s --kernel=stencil --wg-size=16x16 --groups=3x2 --arg n=41 --arg m=23 --target=ve --check
// RUN: pirch-run %s --kernel=stencil --wg-size=8x4 --groups=6x6 --arg n=41 --arg m=23 --target=nvvm --device=emulate --check
// RUN: pirch-run %s --kernel=unsigned_ --wg-size=16x4 --groups=3x3 --arg n=41 --arg m=11 --check
// RUN: pirch-run %s --kernel=unsigned_ --wg-size=16x4 --groups=3x3 --offset=2x1 --arg n=41 --arg m=4294967295 --check
// RUN: pirch-run %s --kernel=matmul --wg-size=16x16 --groups=2x2 --arg n=32 --arg m=32 --check
// RUN: pirch-run %s --kernel=matmul --wg-size=8x4 --groups=4x5 --arg n=29 --arg m=17 --check --max-ulp=0
// RUN: pirch-run %s --kernel=tiled --wg-size=8x8 --groups=3x3 --arg n=24 --check
// RUN: pirch-run %s --kernel=tiled --wg-size=8x8 --groups=3x3 --arg n=24 --check --target=nvvm --device=emulate
// RUN: pirch-run %s --kernel=meet --wg-size=8x4 --groups=3x3 --arg n=0 --check
// RUN: pirch-run %s --kernel=meet --wg-size=8x4x2 --groups=3x3 --arg n=7 --check
// RUN: pirch-run %s --kernel=volumes --wg-size=8x4x2 --groups=2x3x4 --arg n=15 --arg m=11 --check --threads=5
// RUN: pirch-run %s --kernel=volumes --wg-size=8x4x2 --groups=2x3x4 --arg n=15 --arg m=11 --check --interpret=each-pass
// pirch-run: --arg a=rand(GROUPS * WG_SIZE * 8) --arg b=rand(GROUPS * WG_SIZE * 8) --arg c=rand(GROUPS * WG_SIZE * 8)

__kernel void stencil(__global float *a, __global const float *b, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x > 0 && x < n - 1 && y > 0 && y < m - 1)
    a[y * n + x] = b[y * n + x] + b[y * n + x - 1] + b[y * n + x + 1] + b[(y - 1) * n + x] + b[(y + 1) * n + x];
}

__kernel void unsigned_(__global float *a, __global const float *b, uint n, uint m) {
  size_t x = get_global_id(0), y = get_global_id(1);
  if (x < n && y < m)
    a[y * n + x] += b[y * n + x];
}

__kernel void matmul(__global float *a, __global const float *b, __global const float *c, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < n && y < m) {
    float sum = 0;
    for (int k = 0; k < n; ++k)
      sum += b[y * n + k] * c[k * n + x];
    a[y * n + x] = sum;
  }
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void tiled(__global float *a, __global const float *b, int n) {
  __local float tile[8][8];
  int x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = b[(get_group_id(1) * 8 + y) * n + get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[(get_group_id(0) * 8 + y) * n + get_group_id(1) * 8 + x] = tile[x][y];
}

// Where rows meet, the highest work item's value stays.
__kernel void meet(__global float *a, int n) {
  size_t at = (get_group_id(1) * get_num_groups(0) + get_group_id(0)) * 64;
  a[at + get_local_id(1) * n + get_local_id(0)] = get_local_linear_id();
  a[at + get_local_id(1) * n - get_local_id(1) * n + 55] = get_local_linear_id() + n;
}

__kernel void volumes(__global double *a, __global const double *b, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  if (x >= n || y >= m)
    return;
  int at = (z * m + y) * n + x;
  a[at] = b[at] * 2 + (z > 0 ? b[at - n * m] : 0);
}
