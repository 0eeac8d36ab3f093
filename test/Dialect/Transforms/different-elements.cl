// Iterations side by side lie where an array has its elements if all work items take
// the same one in each; otherwise they lie in a row, as memory has them.
// RUN: pirchc %s --wg-size=2 --emit=mlir-infreg -o - | FileCheck %s

// CHECK-LABEL: @rotated
// CHECK: pirch.load {{.*}} [0, 1, 2, 3, 4, 5, 6, 7]
// CHECK: pirch.reorder {{.*}} [0, 1, 2, 3, 1, 2, 3, 0]
// CHECK: pirch.store {{.*}} [0, 1, 2, 3, 4, 5, 6, 7]
__kernel void rotated(__global const double *in, __global double *out) {
  double w[4];
  size_t at = get_global_id(0) * 4;
  for (int ix = 0; ix < 4; ++ix)
    w[ix] = in[at + ix];
  for (int ix = 0; ix < 4; ++ix)
    out[at + ix] = w[(ix + get_local_id(0)) % 4];
}

// CHECK-LABEL: @backwards
// CHECK: pirch.load {{.*}} [0, 1, 2, 3, 4, 5, 6, 7]
// CHECK-NOT: pirch.reorder
// CHECK: pirch.store {{.*}} [3, 2, 1, 0, 7, 6, 5, 4]
__kernel void backwards(__global const double *in, __global double *out) {
  double w[4];
  size_t at = get_global_id(0) * 4;
  for (int ix = 0; ix < 4; ++ix)
    w[ix] = in[at + ix];
  for (int ix = 0; ix < 4; ++ix)
    out[at + ix] = w[3 - ix];
}
