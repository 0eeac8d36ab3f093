// Kernels of integers get chunks of as many lanes as their arithmetic is fastest with.
// RUN: pirchc %s --wg-size=8 --target=avx512 --cpu=znver4 --emit=mlir-packed -o - | FileCheck %s
// RUN: pirchc %s --wg-size=8 --target=avx512 --cpu=znver4 --emit=mlir-packed --disable-pass=pirch-choose-chunk-type -o - | FileCheck %s --check-prefix=USUAL
// RUN: pirchc %s --wg-size=8 --target=nvvm --emit=mlir-packed -o - | FileCheck %s --check-prefix=USUAL
// USUAL-NOT: chunk_type

// Products of bytes, shifted, and their sums fit in 16 bits, which are computed
// for 64 work items at a time.
// CHECK: pirch.kernel @narrow(
// CHECK-SAME: chunk_type = i8
// CHECK: arith.muli %{{.*}} : !pirch.infreg<{{.*}}xi16, {{.*}}>
// pirch-run: --arg sum=zeros(GROUPS*WG_SIZE) --arg a=rand(GROUPS*WG_SIZE) --arg b=rand(GROUPS*WG_SIZE)
__kernel void narrow(__global int *sum, __global const uchar *a, __global const uchar *b) {
  int g = get_global_id(0);
  int x = a[g], y = b[g];
  sum[g] = ((x * y + 100) >> 2) + ((x * x + 100) >> 2) + ((y * y + 100) >> 2) - max(x, y) * 3;
}

// All words are computed in 32 bits, and no byte is: a chunk of bytes would only
// take more registers.
// CHECK: pirch.kernel @wide(
// CHECK-NOT: chunk_type
// CHECK: pirch.return
__kernel void wide(__global int *out, __global const uint *a) {
  int g = get_global_id(0);
  uint x = a[g];
  x ^= x >> 16;
  x *= 0x7feb352du;
  out[g] = x ^ (x >> 15);
}

// A register of floats decides.
// CHECK: pirch.kernel @floats(
// CHECK-NOT: chunk_type
// CHECK: pirch.return
__kernel void floats(__global float *out, __global const uchar *a) {
  int g = get_global_id(0);
  out[g] = (a[g] * 3 + 1) * 0.5f;
}
