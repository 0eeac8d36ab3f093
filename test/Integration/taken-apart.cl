// Rows and columns that are taken from one index and put together again, by all types of
// indices, agree with the oracle.
// RUN: pirch-run %s --kernel=stencil --wg-size=8 --groups=50 --check
// RUN: pirch-run %s --kernel=mirror --wg-size=8 --groups=50 --check
// RUN: pirch-run %s --kernel=stencil --wg-size=8 --groups=50 --wg-pack=4 --check
// RUN: pirch-run %s --kernel=mirror --wg-size=8 --groups=50 --wg-pack=4 --check
// RUN: pirch-run %s --kernel=stencil --wg-size=5 --groups=52 --target=generic --check
// RUN: pirch-run %s --kernel=mirror --wg-size=5 --groups=52 --target=generic --check
// RUN: pirch-run %s --kernel=stencil --wg-size=8 --groups=50 --target=nvvm --check
// RUN: pirch-run %s --kernel=mirror --wg-size=8 --groups=50 --target=nvvm --check
// RUN: pirch-run %s --kernel=stencil --wg-size=8 --groups=50 --target=ve --check
// RUN: pirch-run %s --kernel=mirror --wg-size=8 --groups=50 --target=ve --check
// RUN: pirchc %s --wg-size=8 --target=generic --emit=mlir-infreg -o - | FileCheck %s
// CHECK-LABEL: @stencil
// CHECK-NOT: pirch.gather
// CHECK-LABEL: @mirror
// pirch-run: --arg y=zeros(GROUPS, WG_SIZE) --arg a=rand(GROUPS, WG_SIZE) --arg w=20 --arg h=10
__kernel void stencil(__global float *y, __global const float *a, int w, int h) {
  int i = get_global_id(0);
  int column = i % w, row = i / w;
  if (column > 0 && column < w - 1 && row > 0 && row < h - 1)
    y[row * w + column] = a[row * w + column - 1] + a[row * w + (column + 1)] +
        a[(row - 1) * w + column] - a[w * (1 + row) + column];
}

__kernel void mirror(__global float *y, __global const float *a, int w, int h) {
  size_t i = get_global_id(0), row = i / w, column = i - row * w;
  uint j = get_global_id(0), other = j % (uint)w;
  long k = (long)get_global_id(0) - 3;
  float sum = a[row * w + column] + a[row * w + (w - 1 - column)];
  sum += a[j / w * w + other];
  if (k >= 0)
    sum += a[(k / w) * w + k % w] * a[k / h * h + k % h];
  y[(i / (w * 2)) * 2 * w + i % (2 * w)] = sum;
}
