// Groups of more work items than a register has lanes are computed in parts, if
// nothing tells the parts from whole groups.
// RUN: pirchc %s --kernel=apart --wg-size=32 --emit=mlir-workitem -o %t.mlir
// RUN: pirch-opt %t.mlir --pirch-attach-target="target=#pirch.avx512<>" --pirch-split-work-groups | FileCheck %s --check-prefix=SPLIT
// RUN: pirch-opt %t.mlir --pirch-attach-target="target=#pirch.avx512<>" --pirch-split-work-groups --pirch-split-work-groups | FileCheck %s --check-prefix=SPLIT
// SPLIT: group_parts = 4 : i64
// SPLIT-SAME: wg_size = 8 : i64
// SPLIT-DAG: %[[WG:.*]] = pirch.wg_index
// SPLIT-DAG: %[[EIGHT:.*]] = arith.constant 8 : i64
// SPLIT: arith.muli %[[WG]], %[[EIGHT]]

// A part is a power of two of work items that divides the group, at least
// `least-items`.
// RUN: pirch-opt %t.mlir --pirch-attach-target="target=#pirch.avx512<>" --pirch-split-work-groups=least-items=16 | FileCheck %s --check-prefix=WHOLE
// RUN: pirchc %s --kernel=apart --target=avx512 --wg-size=12 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=TWELVE
// RUN: pirchc %s --kernel=apart --target=avx512 --wg-size=18 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=WHOLE
// RUN: pirchc %s --kernel=apart --target=avx512 --wg-size=8 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=WHOLE
// RUN: pirchc %s --kernel=apart --target=ve --wg-size=32 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=WHOLE
// RUN: pirchc %s --kernel=apart --target=nvvm --wg-size=64 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=WHOLE
// RUN: pirchc %s --kernel=apart --target=avx512 --wg-size=32 --wg-pack=2 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=WHOLE
// RUN: pirchc %s --kernel=apart --target=avx512 --wg-size=32 --disable-pass=pirch-split-work-groups --emit=mlir-infreg -o - | FileCheck %s --check-prefix=WHOLE
// TWELVE: group_parts = 3 : i64
// TWELVE-SAME: wg_size = 4 : i64
// WHOLE-NOT: group_parts

// Kernels that stay whole: they exchange values or count groups, look at the
// index of the work item or group alone, or access what other parts write.
// RUN: pirchc %s -DWHOLE --target=avx512 --wg-size=32 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=WHOLE

// The work items of `apart` and `neighbours` meet nowhere: what is only read, may
// be read in any way. The C functions and the interpreter take whole groups.
// RUN: pirchc %s --kernel=neighbours --target=avx512 --wg-size=32 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=READ
// READ: group_parts = 4 : i64
// RUN: pirchc %s --kernel=apart --target=avx512 --cpu=znver4 --wg-size=32 --header=%t.h -o %t.o && FileCheck %s --check-prefix=HEADER < %t.h
// HEADER: 32 work items per group; {{[1-9]}} groups per pack
// RUN: pirchc %s --kernel=apart --target=avx512 --cpu=znver4 --wg-size=32 --compare-choices=0 --emit=mlir-packed -o - | FileCheck %s --check-prefix=PACKED
// PACKED: pirch.kernel @apart(
// PACKED-SAME: group_parts = 4 : i64
// PACKED-SAME: wg_pack = {{[1-9]}}
// RUN: pirch-run %s --kernel=apart --wg-size=32 --groups=7 --check
// RUN: pirch-run %s --kernel=apart --wg-size=12 --groups=7 --check
// RUN: pirch-run %s --kernel=apart --wg-size=32 --groups=7 --check --target=avx2
// RUN: pirch-run %s --kernel=apart --wg-size=24 --groups=7 --check --target=generic
// RUN: pirch-run %s --kernel=apart --wg-size=512 --groups=3 --check --target=ve
// RUN: pirch-run %s --kernel=neighbours --wg-size=32 --groups=7 --check --interpret=each-pass
// RUN: pirch-run %s --kernel=shifted --wg-size=32 --groups=7 --check --interpret
// pirch-run: --arg a=rand(GROUPS*WG_SIZE+9) --arg b=rand(GROUPS*WG_SIZE+9)
// pirch-run: --arg p=zeros(GROUPS*WG_SIZE) --arg n=GROUPS*WG_SIZE-3

#ifndef WHOLE
__kernel void apart(__global double *a, __global const double *b, __global int *p, int n) {
  size_t g = get_global_id(0);
  if (g < n)
    a[g] = a[g] * b[g] + p[g];
}

__kernel void neighbours(__global double *a, __global const double *b, __global int *p, int n) {
  size_t g = get_global_id(0);
  a[g] = b[g] + b[g + 1] + b[p[g]];
}
#else
__kernel void shuffled(__global double *a) {
  size_t g = get_global_id(0);
  a[g] = shuffle(a[g], 1);
}

__kernel void in_local(__global double *a) {
  __local double t[WG_SIZE];
  size_t g = get_global_id(0);
  t[g % WG_SIZE] = a[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[g] = t[(g + 1) % WG_SIZE];
}

__kernel void added(__global int *p, __global double *a) {
  a[get_global_id(0)] = atomic_add(p, 1);
}

__kernel void counted(__global double *a) {
  a[get_global_id(0)] = get_num_groups(0);
}

__kernel void by_item(__global double *a) {
  a[get_global_id(0)] = get_local_id(0);
}

__kernel void by_group(__global double *a) {
  a[get_global_id(0)] = get_group_id(0);
}

__kernel void scattered(__global double *a, __global const int *p) {
  size_t g = get_global_id(0);
  a[p[g]] = g;
}

__kernel void same(__global double *a, __global const double *b) {
  a[0] = b[get_global_id(0)];
}

__kernel void rows(__global double *a, __global const double *b, int n) {
  size_t g = get_global_id(0);
  for (int i = 1; i < n; ++i)
    a[g * n + i] = a[g * n + i - 1] + b[g];
}
#endif

__kernel void shifted(__global double *a, __global const double *b, __global int *p, int n) {
  size_t g = get_global_id(0);
  double x = a[g + 8];
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[g] = x;
}
