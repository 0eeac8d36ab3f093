// Groups of two and three dimensions whose work items do not meet are computed as parts of rows
// of work items (pirch-split-work-groups).
// DEFINE: %{form} = pirchc %s --target=avx2 --emit=mlir-infreg -o -
// RUN: %{form} --kernel=plane --wg-size=16x4 | FileCheck %s --check-prefix=PLANE
// RUN: %{form} --kernel=volume --wg-size=8x2x3 | FileCheck %s --check-prefix=VOLUME
// RUN: %{form} --kernel=transposed --wg-size=8x8 | FileCheck %s --check-prefix=WHOLE
// RUN: %{form} --kernel=plane --wg-size=4x16 | FileCheck %s --check-prefix=WHOLE
// RUN: %{form} --kernel=product --wg-size=16x4 | FileCheck %s --check-prefix=WHOLE
// RUN: %{form} --kernel=inGroup --wg-size=16x4 | FileCheck %s --check-prefix=WHOLE
// RUN: %{form} --kernel=above --wg-size=16x4 | FileCheck %s --check-prefix=WHOLE
// RUN: %{form} --kernel=twice --wg-size=16x4 | FileCheck %s --check-prefix=WHOLE
// RUN: %{form} --kernel=pairs --wg-size=16x4 | FileCheck %s --check-prefix=PAIRS
// PAIRS: group_parts = 8 : i64
// RUN: %{form} --kernel=plane --wg-size=16x4 --disable-pass=pirch-split-work-groups | FileCheck %s --check-prefix=WHOLE
// WHOLE-NOT: group_parts
// DEFINE: %{target} = host
// DEFINE: %{run} = pirch-run %s --target=%{target} --check
// DEFINE: %{all} = %{run} --kernel=plane --wg-size=16x4 --groups=3x5 && %{run} --kernel=plane --wg-size=32x1 --groups=1x9 && %{run} --kernel=volume --wg-size=8x2x3 --groups=2x3x2 && %{run} --kernel=volume --wg-size=16x1x2 --groups=1x2x3
// RUN: %{all}
// REDEFINE: %{target} = generic
// RUN: %{all}
// REDEFINE: %{target} = ve
// RUN: %{all}
// REDEFINE: %{target} = nvvm
// RUN: %{all}
// RUN: pirch-run %s --kernel=plane --wg-size=16x4 --groups=3x5 --check --offset=5x7
// RUN: pirch-run %s --kernel=plane --wg-size=16x4 --groups=3x5 --check --threads=3
// RUN: pirch-run %s --kernel=plane --wg-size=16x4 --groups=3x5 --interpret=each-pass --target=avx2
// RUN: pirch-run %s --kernel=volume --wg-size=8x2x3 --groups=2x3x2 --interpret=each-pass --target=avx2
// RUN: pirch-run %s --kernel=transposed --wg-size=8x8 --groups=2x3 --check
// RUN: pirch-run %s --kernel=above --wg-size=16x4 --groups=2x3 --check
// RUN: pirch-run %s --kernel=pairs --wg-size=16x4 --groups=2x3 --check
// pirch-run: --arg out=zeros(9000) --arg in=rand(9000) --arg w=47 --arg h=19

// The row of a part is a parameter. Its conditions hold for all of it.
// PLANE-LABEL: pirch.kernel @plane(
// PLANE-SAME: group_parts = 8 : i64
// PLANE-SAME: wg_shape = array<i64: 16, 4>, wg_size = 8 : i64
// PLANE-NOT: mask
// PLANE: pirch.kernel @plane.remainder(
__kernel void plane(__global float *out, __global const float *in, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
    out[y * w + x] = in[y * w + x - 1] + in[y * w + x + 1] + in[(y - 1) * w + x] + in[(y + 1) * w + x] +
                     get_local_size(1) + get_global_size(0);
}

// VOLUME-LABEL: pirch.kernel @volume(
// VOLUME-SAME: group_parts = 6 : i64
__kernel void volume(__global float *out, __global const float *in, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  if (x > 0 && x < w && y < h)
    out[(z * h + y) * w + x] = in[(z * h + y) * w + x - 1] + z;
}

// A group stores rows of eight, but its rows store columns.
__kernel void transposed(__global float *out, __global const float *in, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (y > 0)
    out[x * 64 + y] = in[y * 64 + x];
}

__kernel void inGroup(__global float *out, __global const float *in, int w, int h) {
  int x = get_local_id(0), y = get_local_id(1);
  out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = in[y * 16 + x];
}

// Work items read what others have written.
__kernel void above(__global float *out, __global const float *in, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (y == 0)
    return;
  out[(y + 1) * 64 + x] = in[y * 64 + x];
  if (get_global_size(1) > 4096)
    out[y * 64 + x + 64] += out[y * 64 + x];
}

// Of two work items that store to one element, the one with the second store is the last: in a
// group, but not where the parts of its rows run one after the other.
__kernel void twice(__global float *out, __global const float *in, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (y == 0)
    return;
  out[y * 64 + x] = in[y * 64 + x];
  out[y * 64 + x + 1] = 2;
}

__kernel void pairs(__global float *out, __global const float *in, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (y == 0)
    return;
  out[2 * (y * 32 + x)] = in[y * 32 + x];
  out[2 * (y * 32 + x) + 1] = -in[y * 32 + x];
}

// The last groups alone lie beyond the image, and the rows of a group read the same.
__kernel void product(__global float *out, __global const float *in, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= w || y >= h)
    return;
  float sum = 0;
  for (int k = 0; k < h; ++k)
    sum += in[y * h + k] * in[4000 + k * w + x];
  out[y * w + x] = sum;
}
