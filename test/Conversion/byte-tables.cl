// A table with an entry for each byte, as a curve of grey levels or the substitution
// of a cipher, is four registers of 64 lanes. Lookups take the place of gathers, which
// stay for tables that cross a page: that code is not expected to run, so that it lies
// behind the loop, and the report does not count it.
// RUN: pirchc %s --kernel=curve --target=avx512 --cpu=znver4 --wg-size=8 --wg-pack=8 --emit=llvm -o - | FileCheck %s
// RUN: pirchc %s --kernel=curve --target=avx512 --cpu=znver4 --wg-size=8 --wg-pack=8 --emit=report -o - | FileCheck %s --check-prefix=REPORT
// CHECK: br i1 %{{.*}}, label %[[LOOKUPS:[0-9]+]], label %[[GATHERS:[0-9]+]], !prof ![[WEIGHTS:[0-9]+]]
// CHECK: [[LOOKUPS]]:
// CHECK-COUNT-2: call <64 x i8> @llvm.x86.avx512.vpermi2var.qi.512
// CHECK: [[GATHERS]]:
// CHECK: call {{.*}} @llvm.masked.gather
// CHECK: ![[WEIGHTS]] = !{!"branch_weights", !"expected", i32 2000, i32 1}
// REPORT-NOT: gather
// REPORT: permute{{ *}}2
// REPORT-NOT: gather
// REPORT: cycles that pipes are busy
//
// RUN: pirch-run %s --kernel=curve --wg-size=8 --groups=0,1,67 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=curve --wg-size=8 --groups=67 --target=avx2 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=curve --wg-size=8 --groups=67 --target=generic --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=curve --wg-size=8 --groups=67 --target=ve --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=curve --wg-size=8 --groups=67 --target=nvvm --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=rotated --wg-size=8 --groups=67 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=rotated --wg-size=8 --groups=67 --wg-pack=1 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=rotated --wg-size=8 --groups=67 --interpret --check | FileCheck %s --check-prefix=SAME
// SAME-COUNT-3: {{: ok}}
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE, 4) --arg in=rand(GROUPS, WG_SIZE, 4) --arg table=rand(256)

__kernel void curve(__global uchar *out, __global const uchar *in, __constant uchar *table) {
  const size_t g = get_global_id(0);
  out[g] = table[in[g]];
}

// Several lookups for each work item, of which each fills an element of an array.
__kernel void rotated(__global uchar *out, __global const uchar *in, __constant uchar *table) {
  const size_t g = get_global_id(0);
  uchar state[4];
  for (int i = 0; i < 4; i++)
    state[i] = table[in[4 * g + (i + 1) % 4]];
  for (int i = 0; i < 4; i++)
    out[4 * g + i] = state[i] ^ state[(i + 1) % 4];
}
