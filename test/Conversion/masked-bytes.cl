// Bytes and shorts that only some work items access, on a machine that has masks for elements of 32 and 64 bits only: all are
// loaded where one work item takes part and they lie in one page, and stored as a whole where all work items take part; there is
// no branch for each lane. Buffers of a check end at a page that nobody may read.

// RUN: pirchc %s --target=avx2 --cpu=znver3 --wg-size=8 --compare-choices=0 --emit=mlir -o - | FileCheck %s
// RUN: pirchc %s --target=avx2 --cpu=znver3 --wg-size=8 --disable-pass=pirch-expand-masked-accesses --emit=mlir -o - | FileCheck %s --check-prefix=MASKED
// RUN: pirch-run %s --kernel=common --wg-size=8 --groups=0,1,2,67 --target=avx2 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=common --wg-size=8 --groups=67 --target=avx2 --disable-pass=pirch-expand-masked-accesses --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=common --wg-size=5 --groups=67 --target=avx2 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=common --wg-size=31 --groups=301 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=common --wg-size=8 --groups=67 --target=generic --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=some --wg-size=8 --groups=0,1,2,67 --target=avx2 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=some --wg-size=64 --groups=67 --target=avx2 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=some --wg-size=7 --groups=67 --target=avx2 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=some --wg-size=32 --groups=67 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=shorts --wg-size=16 --groups=0,1,2,67 --target=avx2 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=shorts --wg-size=3 --groups=67 --target=avx2 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=one_mask --wg-size=8 --groups=67 --target=avx2 --check --arg n=0 | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=one_mask --wg-size=8 --groups=67 --target=avx2 --check --arg n=100 | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=first_alone --wg-size=8 --groups=67 --target=avx2 --check | FileCheck %s --check-prefix=SAME
// SAME: {{: ok}}
// SAME-NOT: DIFFERS

// pirch-run: --arg length=zeros(GROUPS, WG_SIZE) --arg a=rand(GROUPS, WG_SIZE, 16) --arg b=rand(GROUPS, WG_SIZE, 16)
// pirch-run: --arg out=rand(GROUPS, WG_SIZE) --arg in=rand(GROUPS, WG_SIZE) --arg to=rand(GROUPS, WG_SIZE)
// pirch-run: --arg from=rand(GROUPS, WG_SIZE) --arg n=3

// Each row of 16 bytes is read by bytes, until it differs from its partner.
// CHECK-LABEL: func.func @common(
// CHECK: scf.while
// CHECK: %[[FIRST:.*]] = llvm.ptrtoint
// CHECK: arith.andi %[[FIRST]], %c4095_i64
// CHECK: vector.reduction <or>, %{{.*}} : vector<32xi1> into i1
// CHECK: %[[LIKELY:.*]] = llvm.intr.expect
// CHECK: scf.if %[[LIKELY]]
// CHECK-NOT: llvm.intr.masked.load
// CHECK: } else {
// CHECK: scf.condition
__kernel void common(__global int *length, __global const uchar *a, __global const uchar *b) {
  const size_t g = get_global_id(0);
  int n = 0;
  while (n < 16 && (a[g * 16 + n] & 3) == (b[g * 16 + n] & 3))
    n++;
  length[g] = n;
}

// MASKED-LABEL: func.func @some(
// MASKED: llvm.intr.masked.store
// CHECK-LABEL: func.func @some(
// CHECK-NOT: masked.store
// CHECK: math.cttz
// CHECK-LABEL: func.func @shorts(
__kernel void some(__global uchar *out, __global const uchar *in) {
  const size_t g = get_global_id(0);
  if (in[g] % 3 != 1)
    out[g] = in[g] / 3;
}

__kernel void shorts(__global short *to, __global const short *from, __global const uchar *in) {
  const size_t g = get_global_id(0);
  if (in[g] > 30)
    to[g] += from[g];
}

// All work items of a group take part, or none does.
__kernel void one_mask(__global uchar *out, __global const uchar *in, int n) {
  const size_t g = get_global_id(0);
  if (n < 5) {
    out[g] = in[g];
    return;
  }
  out[g] = in[g] + 1;
}

// The buffer ends behind what the first work item of the last group reads.
__kernel void first_alone(__global uchar *out, __global const uchar *in) {
  const size_t g = get_global_id(0), n = get_global_size(0);
  if (in[g] > 100 && get_local_id(0) < 1)
    out[g] = in[n - 1 - g];
}
