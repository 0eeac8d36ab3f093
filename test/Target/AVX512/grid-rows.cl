// The rows of a group that lie apart are accessed row by row: loads and stores of whole registers, and no gathers in the
// code for full groups. Rows of the product are broadcast as a part of the instruction that multiplies.
// RUN: pirchc %s --kernel=copy --target=avx512 --cpu=x86-64-v4 --wg-size=16x8 --wg-pack=1 --emit=asm -o - | FileCheck %s --check-prefix=COPY
// RUN: pirchc %s --kernel=product --target=avx512 --cpu=x86-64-v4 --wg-size=16x4 --wg-pack=1 --emit=asm -o - | FileCheck %s --check-prefix=PRODUCT

// COPY-LABEL: copy:
// COPY-NOT: gather
// COPY-COUNT-8: vmovups {{.*}}, %zmm
// COPY-NOT: {{gather|scatter}}
__kernel void copy(__global float *a, __global const float *b, int n) {
  int at = get_global_id(1) * n + get_global_id(0);
  a[at] = b[at];
}

// PRODUCT-LABEL: product:
// PRODUCT-NOT: {{gather|scatter}}
// PRODUCT: vmovups {{.*}}, %zmm[[ROW:[0-9]+]]
// PRODUCT-COUNT-4: vfmadd231ps {{.*}}{1to16}, %zmm[[ROW]]
// PRODUCT-NOT: {{gather|scatter}}
__kernel void product(__global float *a, __global const float *b, __global const float *c, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += b[y * n + k] * c[k * n + x];
  a[y * n + x] = sum;
}
