// Records of three and of two elements, one of each work item: contiguous loads and stores and shuffles, no gather and
// no scatter. Accesses of several statements become one, unless the pass that does it is left out.
// RUN: pirchc %s --target=avx512 --cpu=znver4 --wg-size=8 --emit=asm -o - | FileCheck %s
// RUN: pirchc %s --target=avx512 --cpu=znver4 --wg-size=8 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=GROUPED
// RUN: pirchc %s --target=avx512 --cpu=znver4 --wg-size=8 --emit=mlir-infreg --disable-pass=pirch-group-accesses -o - | FileCheck %s --check-prefix=ALONE
// RUN: not pirchc %s --wg-size=8 --disable-pass=canonicalize -o %t 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: pirchc %s --target=avx2 --cpu=haswell --wg-size=8 --emit=asm -o - | FileCheck %s
// CHECK-NOT: gather
// CHECK-NOT: scatter
// GROUPED: pirch.load {{.*}} -> <?x8x3xf32>
// GROUPED: pirch.store {{.*}} : <?x8x3xf32>
// ALONE-COUNT-3: pirch.load {{.*}} -> <?x8x1xf32>
// ALONE-NOT: <?x8x3xf32>
// UNKNOWN: error: there is no optional pass 'canonicalize'; those that can be left out are {{.*}}pirch-split-loop-bounds, {{.*}} (--disable-pass)

__kernel void normalize(__global const float *p, __global float *q) {
  size_t g = get_global_id(0);
  float x = p[3 * g], y = p[3 * g + 1], z = p[3 * g + 2];
  float r = 1.0f / sqrt(x * x + y * y + z * z);
  q[3 * g] = x * r;
  q[3 * g + 1] = y * r;
  q[3 * g + 2] = z * r;
}

__kernel void product(__global const double *a, __global const double *b, __global double *c) {
  int g = get_global_id(0);
  double re = a[2 * g], im = a[2 * g + 1];
  c[2 * g] = re * b[2 * g] - im * b[2 * g + 1];
  c[2 * g + 1] = re * b[2 * g + 1] + im * b[2 * g];
}
