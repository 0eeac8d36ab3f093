// Chunks of bytes have more lanes than a group has work items. Atomic operations
// go through the lanes that hold values, here 8 of 64, and test none of them
// where all work items take part.

// RUN: pirchc %s --target=avx512 --cpu=znver4 --wg-size=8 --wg-pack=1 --emit=mlir | FileCheck %s
// CHECK-LABEL: func.func @counts
// CHECK: scf.for %{{.*}} = %c0_i64 to %c8_i64 step %c1_i64
// CHECK-NOT: scf.if
// CHECK: llvm.store

// RUN: pirch-run %s --wg-size=8 --groups=5 --check
// RUN: pirch-run %s --wg-size=8 --groups=5 --target=generic --check
// RUN: pirch-run %s --wg-size=5 --groups=7 --check

// pirch-run: --arg bins=zeros(GROUPS, 16) --arg x=rand(GROUPS, WG_SIZE)
__kernel void counts(__global uchar *bins, __global const uchar *x) {
  __local uint own[16];
  int l = get_local_id(0), g = get_group_id(0);
  for (int i = l; i < 16; i += WG_SIZE)
    own[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&own[x[g * WG_SIZE + l] & 15]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = l; i < 16; i += WG_SIZE)
    bins[g * 16 + i] = (uchar)own[i];
}
