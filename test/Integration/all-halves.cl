// Each number of 16 bits: what arithmetic and conversions make of it is rounded
// once, as Clang's code does it.
// RUN: pirch-run %s --check | FileCheck %s
// RUN: pirch-run %s --check --target=generic | FileCheck %s
// RUN: pirch-run %s --check --target=ve | FileCheck %s
// CHECK: check: o: ok, 786432 elements
// pirch-run: --wg-size=16 --groups=4096 --arg o=zeros(GROUPS,WG_SIZE,12)
__kernel void each(__global float *o) {
  uint g = get_global_id(0);
  half x = as_half((ushort)g), y = as_half((ushort)(g * 40503u >> 3));
  __global float *p = o + 12 * g;
  p[0] = x + y;
  p[1] = x - y;
  p[2] = x * y;
  p[3] = x / y;
  p[4] = fma(x, y, (half)(x + y));
  p[5] = sqrt(fabs(x));
  p[6] = -x;
  p[7] = (x < y) + 2 * (x == y) + 4 * (x != x);
  // Numbers of 64 bits beside the middle of two halves.
  double middle = (double)x * (1.0 + 0x1p-11);
  p[8] = (half)middle;
  p[9] = (half)(middle * (1.0 + 0x1p-50));
  p[10] = (half)(middle * (1.0 - 0x1p-50));
  p[11] = (half)(int)(g * 2654435761u >> (g & 31));
}
