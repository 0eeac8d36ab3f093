// Images whose work items are numbered in one dimension: conditions on the row of a work item
// are decided for whole rows, as those on its column are for groups.
// RUN: pirchc %s --kernel=inner --wg-size=8 --target=avx2 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=INNER
// RUN: pirchc %s --kernel=halo --wg-size=8 --target=avx2 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=HALO
// RUN: pirchc %s --kernel=torus --wg-size=32 --target=avx2 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=TORUS
// RUN: pirchc %s --kernel=odd --wg-size=8 --target=avx2 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=ODD
// DEFINE: %{target} = host
// DEFINE: %{wg} = 8
// DEFINE: %{run} = pirch-run %s --target=%{target} --wg-size=%{wg} --check
// DEFINE: %{all} = %{run} --kernel=inner --groups=45 && %{run} --kernel=halo --groups=45 && %{run} --kernel=torus --groups=45 && %{run} --kernel=odd --groups=45
// RUN: %{all}
// REDEFINE: %{wg} = 32
// RUN: %{all}
// REDEFINE: %{target} = avx2
// RUN: %if avx2 %{ %{all} %}
// REDEFINE: %{target} = generic
// RUN: %{all}
// REDEFINE: %{target} = ve
// RUN: %{all}
// REDEFINE: %{wg} = 8
// REDEFINE: %{target} = nvvm
// RUN: %{all}
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE) --arg in=rand(GROUPS+10, WG_SIZE) --arg width=36 --arg height=GROUPS*WG_SIZE/36

// Rows at the top and at the bottom are left to the remainder kernel, which does nothing where
// no work item meets the condition.
// INNER-LABEL: pirch.kernel @inner(
// INNER-NOT: mask
// INNER: pirch.kernel @inner.remainder(
// INNER: %[[ANY:.*]] = pirch.active %[[MASK:[a-z0-9]*]]
// INNER: scf.while (%{{.*}} = %[[ANY]])
// INNER: pirch.load {{.*}} mask %[[MASK]]
// INNER: pirch.kernel @inner.whole(
__kernel void inner(__global float *out, __global const float *in, int width, int height) {
  int i = get_global_id(0), x = i % width, y = i / width;
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1)
    out[i] = in[i - 1] + in[i + 1] + in[i - width] + in[i + width];
}

// Neighbours beyond the borders count as zeros.
// HALO-LABEL: pirch.kernel @halo(
// HALO-NOT: mask
// HALO: pirch.kernel @halo.remainder(
__kernel void halo(__global float *out, __global const float *in, int width, int height) {
  int i = get_global_id(0), x = i % width, y = i / width;
  float sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height)
        sum += in[(y + dy) * width + x + dx];
  out[i] = sum;
}

// At the ends of a row each work item takes one of two places. Bytes are loaded for both, though
// no instruction loads some bytes of a vector.
// TORUS: pirch.kernel @torus.remainder(
// TORUS-NOT: pirch.gather
// TORUS: pirch.kernel @torus.whole(
__kernel void torus(__global uchar *out, __global const uchar *in, int width, int height) {
  int i = get_global_id(0), x = i % width, y = i / width % height;
  int left = (x + width - 1) % width, right = (x + 1) % width;
  int above = (y + height - 1) % height, below = (y + 1) % height;
  out[i] = in[y * width + left] + in[y * width + right] + in[above * width + x] + in[below * width + x];
}

// Every second row is no border.
// ODD-LABEL: pirch.kernel @odd(
// ODD: pirch.store {{.*}} mask
// ODD: pirch.kernel @odd.remainder(
__kernel void odd(__global float *out, __global const float *in, int width, int height) {
  int i = get_global_id(0), x = i % width, y = i / width;
  if (x > 0 && y % 2 == 1)
    out[i] = in[i - 1];
}
