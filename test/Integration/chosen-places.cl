// Places that are chosen among a few linear ones, at the borders of buffers and by the data, against the oracle: clamped ones,
// those of rings and mirrors, of every type of index.
// RUN: pirch-run %s --kernel=box --wg-size=16 --groups=1,7 --check | FileCheck %s
// RUN: pirch-run %s --kernel=box --wg-size=7 --groups=13 --target=avx2 --check | FileCheck %s
// RUN: pirch-run %s --kernel=box --wg-size=8 --groups=9 --target=ve --check | FileCheck %s
// RUN: pirch-run %s --kernel=ring --wg-size=32 --groups=1,4 --check | FileCheck %s
// RUN: pirch-run %s --kernel=ring --wg-size=8 --groups=5 --target=generic --check | FileCheck %s
// RUN: pirch-run %s --kernel=mirror --wg-size=8 --groups=1,11 --check | FileCheck %s
// RUN: pirch-run %s --kernel=mirror --wg-size=16 --groups=3 --target=avx2 --check | FileCheck %s
// RUN: pirch-run %s --kernel=backwards --wg-size=16 --groups=7 --check | FileCheck %s
// RUN: pirch-run %s --kernel=backwards --wg-size=16 --groups=7 --target=avx2 --check | FileCheck %s
// RUN: pirch-run %s --kernel=guarded --wg-size=8 --groups=9 --check | FileCheck %s
// RUN: pirch-run %s --kernel=guarded --wg-size=32 --groups=3 --check | FileCheck %s
// RUN: pirch-run %s --kernel=no_sign --wg-size=16 --groups=1,6 --check | FileCheck %s
// RUN: pirch-run %s --kernel=sizes --wg-size=8 --groups=1,6 --check | FileCheck %s
// RUN: pirch-run %s --kernel=sizes --wg-size=8 --groups=6 --target=nvvm --check | FileCheck %s
// CHECK: check: out: ok
// CHECK-NOT: failed
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE) --arg in=rand(GROUPS, WG_SIZE) --arg n=GROUPS*WG_SIZE --arg m=19 --arg odd=rand(GROUPS, WG_SIZE)
kernel void box(global float *out, global const float *in, int n) {
  int i = get_global_id(0);
  float sum = 0;
  for (int d = -2; d <= 2; ++d)
    sum += in[min(max(i + d, 0), n - 1)];
  out[i] = sum;
}
kernel void ring(global int *out, global const int *in, int n) {
  int i = get_global_id(0);
  out[i] = in[i == 0 ? n - 1 : i - 1] + in[i == n - 1 ? 0 : i + 1];
}
kernel void mirror(global short *out, global const short *in, int n) {
  int i = get_global_id(0), left = i - 3, right = i + 3;
  if (left < 0)
    left = -left;
  if (right >= n)
    right = 2 * n - 2 - right;
  out[i] = in[left] - in[right];
}
kernel void backwards(global float *out, global const float *in, global const int *odd, int n) {
  int i = get_global_id(0);
  out[i] = in[odd[i] & 1 ? n - 1 - i : i];
}
kernel void guarded(global float *out, global const float *in, int n, int m) {
  int i = get_global_id(0), k = i < m ? i : m;
  if (i >= n - 5)
    return;
  out[i] = in[k] * 2 + in[i > m ? i - m : 0];
}
kernel void no_sign(global float *out, global const float *in, uint n) {
  uint i = get_global_id(0), right = min(i + 1u, n - 1u);
  out[i] = in[right] - in[i > 0u ? i - 1u : 0u];
}
kernel void sizes(global double *out, global const double *in, ulong n) {
  size_t i = get_global_id(0), right = min(i + 1, (size_t)n - 1);
  out[i] = in[right] - in[i ? i - 1 : 0];
}
