// A kernel that does little for each line of memory waits for memory. Instructions
// that go on by more than a few lines from pack to pack do not let hardware load
// ahead line by line, so that few groups make a pack; where a line's elements take
// long to compute, many do. Packs count halves of groups (group_parts).
// RUN: pirchc %s --target=avx512 --cpu=znver4 --wg-size=32 --compare-choices=0 --emit=mlir-packed -o - | FileCheck %s

// CHECK-LABEL: pirch.kernel @products(
// CHECK-SAME: group_parts = 2 : i64
// CHECK-SAME: wg_pack = 4 : i64
__kernel void products(__global float *c, __global const float *a, __global const float *b) {
  const size_t g = get_global_id(0);
  c[2 * g] = a[2 * g] * b[2 * g] - a[2 * g + 1] * b[2 * g + 1];
  c[2 * g + 1] = a[2 * g] * b[2 * g + 1] + a[2 * g + 1] * b[2 * g];
}

// CHECK-LABEL: pirch.kernel @angles(
// CHECK-SAME: wg_pack = {{8|16}} : i64
__kernel void angles(__global float *c, __global const float *a, __global const float *b) {
  const size_t g = get_global_id(0);
  float angle = atan2(a[2 * g], b[2 * g]);
  c[2 * g] = sin(angle) * exp(a[2 * g + 1]);
  c[2 * g + 1] = cos(angle) * exp(b[2 * g + 1]);
}
