// Kernels that divide the number of the work item by a parameter are computed row by row.
// RUN: pirchc %s --kernel=stencil --wg-size=8 --emit=mlir-workitem -o %t.mlir
// RUN: pirch-opt %t.mlir --pirch-attach-target="target=#pirch.avx512<>" --pirch-find-rows | FileCheck %s
// RUN: pirch-opt %t.mlir --pirch-attach-target="target=#pirch.avx512<>" --pirch-find-rows --pirch-find-rows | FileCheck %s
// CHECK-LABEL: pirch.kernel @stencil(
// CHECK-SAME: %[[WIDTH:[a-z0-9]+]]: i32, %{{[a-z0-9]+}}: i32, %[[ROW:[a-z0-9]+]]: i64, %[[BEGIN:[a-z0-9]+]]: i64, %[[END:[a-z0-9]+]]: i64, %{{[a-z0-9]+}}: i64)
// CHECK-SAME: row_length_param = 2 : i64
// CHECK-SAME: wg_size = 16 : i64, whole_kernel = @stencil.whole
// CHECK: arith.cmpi sge, %{{.*}}, %[[BEGIN]]
// CHECK: arith.cmpi slt, %{{.*}}, %[[END]]
// CHECK-NOT: arith.divsi
// CHECK-NOT: arith.remsi
// CHECK-LABEL: pirch.kernel @stencil.whole(
// CHECK-SAME: wg_size = 8 : i64
// CHECK-NOT: whole_kernel
// CHECK: arith.remsi
// CHECK: arith.divsi

// A register of the target sets the size of a group. What a thread computes, what packs were asked for, and what was switched off, is
// left alone.
// RUN: pirchc %s --kernel=stencil --target=ve --wg-size=8 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=LONG
// LONG: wg_size = 256 : i64, whole_kernel = @stencil.whole
// RUN: pirchc %s --kernel=stencil --target=nvvm --wg-size=32 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=NONE
// RUN: pirchc %s --kernel=stencil --target=avx512 --wg-size=8 --wg-pack=4 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=NONE
// RUN: pirchc %s --kernel=stencil --target=avx512 --wg-size=8 --disable-pass=pirch-find-rows --emit=mlir-infreg -o - | FileCheck %s --check-prefix=NONE
// NONE-NOT: whole_kernel

// Kernels in which work items meet, or look at more than the number in the launch, or that divide by other numbers.
// RUN: pirchc %s -DWHOLE --target=avx512 --wg-size=8 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=NONE

// Products without a sign are taken to be exact by the kernel of rows, which says so.
// RUN: pirchc %s -DWHOLE -DPRODUCT --kernel=wrapping_product --target=avx512 --wg-size=8 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=EXACT
// EXACT: pirch.kernel @wrapping_product(
// EXACT-SAME: exact_products = [array<i64: 1, 3, 2>, array<i64: 3, 3, 2>
// EXACT-SAME: whole_kernel = @wrapping_product.whole

// Of the main kernel of each row all accesses are contiguous and without masks, but at the row's ends.
// RUN: pirchc %s --kernel=stencil --target=avx512 --cpu=znver4 --wg-size=8 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=FORMED
// FORMED-LABEL: pirch.kernel @stencil(
// FORMED: pirch.main_groups %{{.*}} from
// FORMED-NOT: pirch.gather
// FORMED-LABEL: pirch.kernel @stencil.whole(
// A volume has rows, columns of rows, and layers; their number is a scalar.
// RUN: pirchc %s --kernel=layers --target=avx512 --cpu=znver4 --wg-size=8 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=LAYERS
// LAYERS-LABEL: pirch.kernel @layers(
// LAYERS-SAME: row_length_param = 2 : i64
// LAYERS: arith.divsi %{{.*}} : i32
// LAYERS-NOT: pirch.gather
// LAYERS-LABEL: pirch.kernel @layers.whole(

// Indices that nobody reads do not matter.
// RUN: pirchc %s --kernel=in_place --target=avx512 --wg-size=8 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=UNREAD
// UNREAD: whole_kernel = @in_place.whole

// A remark says what the rows are; the header is that of the source.
// RUN: pirchc %s --kernel=stencil --target=avx512 --cpu=znver4 --wg-size=8 --remarks=loops -o %t.o 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: find-rows.cl:[[#]]:{{[0-9]+}}: remark: kernel 'stencil' is computed in rows of 'width' work items
// RUN: pirchc %s --kernel=stencil --target=avx512 --cpu=znver4 --wg-size=8 --header=%t.h -o %t.o && FileCheck %s --check-prefix=HEADER < %t.h
// HEADER: 8 work items per group; {{[1-9]}} groups per pack
// HEADER: const float *in, int32_t width, int32_t height
// HEADER-NOT: whole

// Rows of no work item, of fewer than a register, of a register, of one more, and longer ones that begin and end within a group; calls
// for no group, and a negative length.
// RUN: pirch-run %s --kernel=stencil --wg-size=8 --groups=0,1,2,29 --arg width=3 --check
// RUN: pirch-run %s --kernel=stencil --wg-size=8 --groups=0,1,2,29 --arg width=16 --check
// RUN: pirch-run %s --kernel=stencil --wg-size=8 --groups=0,1,2,29 --arg width=17 --check
// RUN: pirch-run %s --kernel=stencil --wg-size=7 --groups=1,2,29 --arg width=37 --check
// RUN: pirch-run %s --kernel=stencil --wg-size=8 --groups=29 --arg width=1000 --check
// RUN: pirch-run %s --kernel=stencil --wg-size=8 --groups=1,29 --arg width=-5 --check
// RUN: pirch-run %s --kernel=ring --wg-size=8 --groups=1,29 --arg width=37 --check
// RUN: pirch-run %s --kernel=ring --wg-size=8 --groups=1,29 --arg width=16 --check
// RUN: pirch-run %s --kernel=layers --wg-size=8 --groups=1,29 --arg width=19 --check
// RUN: pirch-run %s --kernel=counted --wg-size=8 --groups=1,29 --arg width=19 --check
// RUN: pirch-run %s --kernel=in_place --wg-size=32 --groups=1,29 --arg width=21 --check
// RUN: pirch-run %s --kernel=long_numbers --wg-size=8 --groups=1,29 --arg width=21 --check
// RUN: pirch-run %s --kernel=low_bits --wg-size=8 --groups=1,2999 --arg width=272 --check
// RUN: pirch-run %s --kernel=low_bits --wg-size=8 --groups=1,2999 --arg width=17 --check
// RUN: pirch-run %s --kernel=guarded --wg-size=8 --groups=1,29 --arg width=21 --check
// RUN: pirch-run %s --kernel=stencil --wg-size=7 --groups=29 --arg width=37 --check --target=avx2
// RUN: pirch-run %s --kernel=stencil --wg-size=7 --groups=29 --arg width=37 --check --target=generic
// RUN: pirch-run %s --kernel=stencil --wg-size=32 --groups=99 --arg width=300 --check --target=ve
// RUN: pirch-run %s --kernel=stencil --wg-size=7 --groups=29 --arg width=37 --check --interpret=each-pass
// RUN: pirch-run %s --kernel=ring --wg-size=8 --groups=29 --arg width=19 --check --interpret=packed
// RUN: pirch-run %s --kernel=layers --wg-size=8 --groups=29 --arg width=19 --check --guard
// pirch-run: --arg out=rand(GROUPS*WG_SIZE+9) --arg in=rand(4096) --arg height=3

#ifndef WHOLE
__kernel void stencil(__global float *out, __global const float *in, int width, int height) {
  int i = get_global_id(0), x = i % width, y = i / width;
  if (x > 0 && x < width - 1 && y < height)
    out[i] = in[i - 1] + in[i] + in[i + 1] + in[i + width];
}

__kernel void ring(__global float *out, __global const float *in, int width, int height) {
  int i = get_global_id(0), x = i % width, y = i / width;
  out[i] = in[y * width + (x + 1) % width] - in[y * width + (x + width - 2) % width] * in[(y + 1) % height * width + x];
}

// The remainders are written as C programmers often write them.
__kernel void layers(__global float *out, __global const float *in, int width, int height) {
  int i = get_global_id(0), z = i / (width * height), rest = i - z * (width * height), y = rest / width, x = rest - y * width;
  out[i] = in[(y * height + z) * 2 + x];
}

__kernel void counted(__global float *out, __global const float *in, int width, int height) {
  int i = get_global_id(0);
  out[i] = in[i % width] + get_num_groups(0) * get_global_size(0) + i / width;
}

__kernel void in_place(__global float *out, __global const float *in, int width, int height) {
  int i = get_global_id(0), unread = get_local_id(0), group = get_group_id(0);
  out[i] += in[i / width] * in[i % width];
}

__kernel void long_numbers(__global float *out, __global const float *in, ushort width, ulong height) {
  size_t i = get_global_id(0), x = i % width, y = i / width;
  out[i] = in[x] + in[y / height] * in[y % height];
}

// Numbers of which only the lowest bits count are no lengths of rows and no rows.
__kernel void low_bits(__global float *out, __global const float *in, int width, int height) {
  int i = get_global_id(0), row = i / width, column = i - (uchar)row * width;
  out[i] = in[i % (uchar)width] + in[abs(column) & 1023];
}

// Divisions by zero that no work item executes.
__kernel void guarded(__global float *out, __global const float *in, int width, int height) {
  int i = get_global_id(0), x = i % width, y = i / width, none = height - 3;
  if (x < width - 3)
    out[i] = none > 0 ? in[y % none] : in[x];
}
#else
__kernel void shuffled(__global float *out, int width) {
  int i = get_global_id(0);
  out[i] = shuffle((float)(i % width), 1);
}

__kernel void neighbours(__global float *out, int width) {
  int i = get_global_id(0);
  out[i] = out[i + 1] + i / width;
}

__kernel void by_item(__global float *out, int width) {
  int i = get_global_id(0);
  out[i] = i / width + get_local_id(0);
}

__kernel void by_element(__global float *out, __global const int *in) {
  int i = get_global_id(0);
  out[i] = i / in[0];
}

// Where the product may wrap around, it must be of parameters.
__kernel void product_with_element(__global float *out, __global const float *in, __global const uint *height, uint width) {
  uint i = get_global_id(0);
  out[i] = in[i / (width * height[0])];
}
#endif

#ifdef PRODUCT
__kernel void wrapping_product(__global float *out, __global const float *in, uint width, uint height) {
  uint i = get_global_id(0);
  out[i] = in[i / (width * height)] + in[i % (width * 3 * height)];
}
#endif
