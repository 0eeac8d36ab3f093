// The length of a row is a parameter. Kernels that are not computed row by row (`pirch-find-rows`): in calls in which it is a multiple of the group's size, a group lies in one row.
// RUN: pirchc %s --disable-pass=pirch-find-rows --wg-size=8 --cpu=znver4 --target=avx512 --emit=mlir-infreg -o - | FileCheck %s
// RUN: pirchc %s --disable-pass=pirch-find-rows --wg-size=16 --cpu=znver4 --target=avx512 --wg-pack=1 --emit=asm -o - | FileCheck %s --check-prefix=ASM
// RUN: pirchc %s --disable-pass=pirch-find-rows --wg-size=8 --cpu=znver4 --target=avx512 --compare-choices=0 --emit=mlir-packed -o - | FileCheck %s --check-prefix=PACKED
// A schedule that is printed has the packs of the main kernel, of its fallback and of the remainder of that.
// RUN: pirchc %s --disable-pass=pirch-find-rows --wg-size=8 --cpu=znver4 --target=avx512 --print-schedule -o %t.schedule.mlir
// RUN: pirchc %s --disable-pass=pirch-find-rows --wg-size=8 --cpu=znver4 --target=avx512 --emit=asm -o %t.s
// RUN: pirchc %s --disable-pass=pirch-find-rows --wg-size=8 --cpu=znver4 --target=avx512 --schedule=%t.schedule.mlir --emit=asm -o %t.again.s
// RUN: cmp %t.s %t.again.s

// Rows of 48 elements, of one group, of less than a group, of no multiple of a group, and of a negative length.
// RUN: pirch-run %s --kernel=scaled --wg-size=8 --groups=0,1,2,29 --arg y=zeros(GROUPS,8) --arg x=rand(GROUPS,8) --arg scale=rand(512) --arg width=48 --check
// RUN: pirch-run %s --kernel=scaled --wg-size=8 --groups=1,2,29 --arg y=zeros(GROUPS,8) --arg x=rand(GROUPS,8) --arg scale=rand(512) --arg width=8 --check
// RUN: pirch-run %s --kernel=scaled --wg-size=8 --groups=1,2,29 --arg y=zeros(GROUPS,8) --arg x=rand(GROUPS,8) --arg scale=rand(512) --arg width=4 --check
// RUN: pirch-run %s --kernel=scaled --wg-size=8 --groups=1,2,29 --arg y=zeros(GROUPS,8) --arg x=rand(GROUPS,8) --arg scale=rand(512) --arg width=13 --check
// RUN: pirch-run %s --kernel=scaled --wg-size=8 --groups=1,2,29 --arg y=zeros(GROUPS,8) --arg x=rand(GROUPS,8) --arg scale=rand(512) --arg width=1 --check
// RUN: pirch-run %s --kernel=scaled --wg-size=8 --groups=1 --arg y=zeros(GROUPS,8) --arg x=rand(GROUPS,8) --arg scale=rand(512) --arg width=-16 --check
// RUN: pirch-run %s --kernel=planes --wg-size=8 --groups=1,2,29 --arg y=zeros(GROUPS+9,8) --arg x=rand(GROUPS+9,8) --arg height=3 --arg width=16 --check
// RUN: pirch-run %s --kernel=planes --wg-size=8 --groups=1,2,29 --arg y=zeros(GROUPS+9,8) --arg x=rand(GROUPS+9,8) --arg height=8 --arg width=5 --check
// RUN: pirch-run %s --kernel=scaled --wg-size=8 --wg-pack=1 --groups=0,1,2,29 --arg y=zeros(GROUPS,8) --arg x=rand(GROUPS,8) --arg scale=rand(512) --arg width=48 --check
// RUN: pirch-run %s --kernel=planes --wg-size=8 --wg-pack=1 --groups=1,2,29 --arg y=zeros(GROUPS+9,8) --arg x=rand(GROUPS+9,8) --arg height=2 --arg width=40 --check
// RUN: pirch-run %s --kernel=planes --target=generic --wg-size=8 --groups=1,29 --arg y=zeros(GROUPS+9,8) --arg x=rand(GROUPS+9,8) --arg height=3 --arg width=16 --check
// RUN: pirch-run %s --kernel=planes --target=ve --wg-size=8 --groups=1,29 --arg y=zeros(GROUPS+9,8) --arg x=rand(GROUPS+9,8) --arg height=3 --arg width=16 --check
// RUN: pirch-run %s --kernel=planes --target=nvvm --wg-size=8 --groups=1,29 --arg y=zeros(GROUPS+9,8) --arg x=rand(GROUPS+9,8) --arg height=3 --arg width=16 --check

// The quotient is that of the first work item, and the kernel says for which calls that holds.
// CHECK-LABEL: pirch.kernel @scaled(
// CHECK-SAME: remainder = @scaled.fallback
// CHECK: %[[REST:.*]] = arith.remui %{{.*}}, %c8_i32 : i32
// CHECK: arith.cmpi eq, %[[REST]], %c0_i32
// CHECK: arith.cmpi sgt
// CHECK: pirch.main_groups
// CHECK-NOT: from
// CHECK: arith.divui %{{.*}} : !pirch.infreg<?x8x1xi32>
// Other calls are computed by a fallback, which has packs of several groups and a remainder as a main kernel has.
// PACKED-LABEL: pirch.kernel @scaled(
// PACKED-SAME: remainder = @scaled.fallback,
// PACKED-LABEL: pirch.kernel @scaled.fallback(
// PACKED-SAME: remainder = @scaled.fallback.remainder,
// PACKED-SAME: role = #pirch.role<fallback>
// PACKED-SAME: wg_pack = {{2|4|8|16}}
// PACKED-LABEL: pirch.kernel @scaled.fallback.remainder(
// PACKED-SAME: wg_pack = 1
// CHECK-LABEL: pirch.kernel @scaled.fallback(
// CHECK-SAME: role = #pirch.role<fallback>
// CHECK: arith.divsi

// In the code for such calls one scalar is loaded for all groups of a row, without a gather.
// ASM-LABEL: scaled:
// ASM: divl
// ASM-NOT: vgather
// ASM: vbroadcastss
// ASM-NOT: vgather
// ASM: vmulps
__kernel void scaled(__global float *y, __global const float *x, __global const float *scale, int width) {
  int i = get_global_id(0);
  y[i] = x[i] * scale[i / width];
}

// CHECK-LABEL: pirch.kernel @planes(
// CHECK: pirch.main_groups
// CHECK-LABEL: pirch.kernel @planes.fallback(
__kernel void planes(__global float *y, __global const float *x, int height, int width) {
  int i = get_global_id(0), column = i % width, row = i / width % height, plane = i / (width * height);
  y[i] = x[(plane * height + height - 1 - row) * width + column];
}

// A division whose result is no place in memory is left alone.
// CHECK-LABEL: pirch.kernel @number(
// CHECK-NOT: main_groups
__kernel void number(__global int *y, int width) {
  int i = get_global_id(0);
  y[i] = i / width;
}

// A row and a column that are computed without a remainder, and the two halves of each row: in the form for one group at a time, what
// work items read lies side by side behind places that are scalars.
// CHECK-LABEL: pirch.kernel @halves(
// CHECK-LABEL: pirch.kernel @halves.single(
// CHECK: arith.divui %{{.*}} : i32
// CHECK: pirch.load %{{.*}} [0, 1, 2, 3, 4, 5, 6, 7]
// CHECK: pirch.load %{{.*}} [0, 1, 2, 3, 4, 5, 6, 7]
// CHECK-NOT: pirch.gather
// CHECK: pirch.store
// RUN: pirch-run %s --kernel=halves --wg-size=8 --wg-pack=1 --groups=1,2,29 --arg y=zeros(GROUPS,8) --arg x=rand(GROUPS+9,16) --arg width=24 --check
// RUN: pirch-run %s --kernel=halves --wg-size=8 --groups=1,2,29 --arg y=zeros(GROUPS,8) --arg x=rand(GROUPS+9,16) --arg width=13 --check
__kernel void halves(__global float *y, __global const float *x, int width) {
  int i = get_global_id(0), row = i / width, column = i - row * width;
  y[i] = x[row * 2 * width + column] * x[(row * 2 + 1) * width + column];
}

// Neighbouring pixels come from two planes by turns: quotients and remainders of a remainder are linear, too.
// CHECK-LABEL: pirch.kernel @shuffled.single(
// CHECK: pirch.load %{{.*}} [0, 1024, 1, 1025, 2, 1026, 3, 1027]
// CHECK-NOT: pirch.gather
// CHECK: pirch.store
// RUN: pirch-run %s --kernel=shuffled --wg-size=8 --wg-pack=1 --groups=0,1,29,512 --arg y=zeros(GROUPS,8) --arg x=rand(GROUPS+512,8) --check
// RUN: pirch-run %s --kernel=shuffled --wg-size=6 --wg-pack=1 --groups=0,1,29,700 --arg y=zeros(GROUPS,6) --arg x=rand(GROUPS+700,6) --check
// RUN: pirch-run %s --kernel=shuffled --wg-size=16 --groups=29,300 --arg y=zeros(GROUPS,16) --arg x=rand(GROUPS+300,16) --check
__kernel void shuffled(__global float *y, __global const float *x) {
  int i = get_global_id(0), column = i % 64, row = i / 64 % 64, image = i / 4096;
  y[i] = x[((image * 4 + row % 2 * 2 + column % 2) * 32 + row / 2) * 32 + column / 2];
}
