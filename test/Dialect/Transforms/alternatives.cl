// A place that is one of a few linear ones is accessed at each of them by the lanes that have chosen it, where the target
// loads what a mask names, and not gathered.
// RUN: pirchc %s --wg-size=16 --target=avx512 --cpu=znver4 --emit=mlir-infreg -o - | FileCheck %s
// RUN: pirchc %s --wg-size=16 --target=avx2 --cpu=x86-64-v3 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=AVX2
// RUN: pirchc %s --wg-size=16 --target=generic --emit=mlir-infreg -o - | FileCheck %s --check-prefix=GENERIC
// AVX2-LABEL: pirch.kernel @clamped.remainder(
// AVX2-NOT: pirch.gather
// AVX2-LABEL: pirch.kernel @bytes.remainder(
// AVX2: pirch.gather
// GENERIC-LABEL: pirch.kernel @clamped.remainder(
// GENERIC: pirch.gather

// CHECK-LABEL: pirch.kernel @clamped.remainder(
// CHECK-NOT: pirch.gather
// CHECK: pirch.load %arg1[{{.*}}] [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14] mask
// CHECK: pirch.load %arg1[{{.*}}] [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] mask
// CHECK: pirch.load %arg1[{{.*}}] [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] mask
// CHECK-NOT: pirch.gather
// CHECK: pirch.return
__kernel void clamped(__global float *out, __global const float *in, int n) {
  int i = get_global_id(0);
  out[i] = in[min(max(i - 1, 0), n - 1)];
}

// CHECK-LABEL: pirch.kernel @bytes.remainder(
// CHECK-NOT: pirch.gather
// CHECK: pirch.return
__kernel void bytes(__global uchar *out, __global const uchar *in, int n) {
  int i = get_global_id(0);
  out[i] = in[i + 1 == n ? 0 : i + 1];
}

// What the data chooses, set in a branch.
// CHECK-LABEL: pirch.kernel @chosen(
// CHECK-NOT: pirch.gather
// CHECK: pirch.load %arg1[{{.*}}] [0, -1, -2, {{.*}}] mask
// CHECK: pirch.load %arg1[{{.*}}] [0, 1, 2, {{.*}}] mask
// CHECK-NOT: pirch.gather
// CHECK: pirch.return
__kernel void chosen(__global float *out, __global const float *in, __global const int *backwards, int n) {
  int i = get_global_id(0), at = i;
  if (backwards[i])
    at = n - 1 - i;
  out[i] = in[at];
}

// Four forms, elements that lie far apart, and places that are known only at run time: gathers.
// CHECK-LABEL: pirch.kernel @other(
// CHECK-COUNT-3: pirch.gather
// CHECK-NOT: pirch.gather
// CHECK: pirch.return
__kernel void other(__global float *out, __global const float *in, __global const int *data, int n) {
  int i = get_global_id(0), d = data[i];
  out[i] = in[d == 0 ? i : d == 1 ? i + 7 : d == 2 ? n - i : n] + in[d > 5 ? i * 100 : i] + in[d > 6 ? d : i];
}
