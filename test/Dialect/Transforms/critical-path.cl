// The elements of an array lie in chunks of their own where groups are side by side:
// the 64 steps of a table that goes from element to element are a chain of 15, not of
// 64, and a few groups keep a core as busy as 64 do.
// RUN: pirchc %s --wg-size=8 --target=avx512 --cpu=znver4 --emit=mlir-packed -o - | FileCheck %s
// CHECK: pirch.kernel @edits(
// CHECK-SAME: wg_pack = {{(4|8|16)}} : i64
#define N 8
__kernel void edits(__global int *distance, __global const uchar *a, __global const uchar *b) {
  int g = get_global_id(0);
  int row[N + 1];
  for (int j = 0; j <= N; j++)
    row[j] = j;
  for (int i = 1; i <= N; i++) {
    int diagonal = row[0];
    row[0] = i;
    for (int j = 1; j <= N; j++) {
      int cost = diagonal + (a[g * N + i - 1] != b[g * N + j - 1]);
      diagonal = row[j];
      row[j] = min(min(row[j], row[j - 1]) + 1, cost);
    }
  }
  distance[g] = row[N];
}
