// Tables of a few elements that come as buffers: the window that a subscript may
// name is loaded, and instructions take each lane's element from the register.
// Where the window is not known to lie in the buffer it must lie in one page.
// Buffers of a check end at a page that nobody may read.

// RUN: pirchc %s --target=avx512 --cpu=znver4 --wg-size=16 --wg-pack=1 --emit=mlir -o - | FileCheck %s
// RUN: pirch-run %s --kernel=look_up --wg-size=8 --groups=0,1,2,67 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=look_up --wg-size=5 --groups=67 --target=avx2 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=look_up --wg-size=8 --groups=67 --target=generic --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=look_up --wg-size=8 --groups=67 --target=ve --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=look_up --wg-size=8 --groups=67 --target=nvvm --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=letters --wg-size=8 --groups=67 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=letters --wg-size=16 --groups=67 --target=avx2 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=tree --wg-size=8 --groups=67 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=tree --wg-size=8 --groups=67 --target=avx2 --check | FileCheck %s --check-prefix=SAME
// RUN: pirch-run %s --kernel=tree --wg-size=8 --groups=67 --interpret --check | FileCheck %s --check-prefix=SAME
// SAME-COUNT-3: {{: ok}}
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE) --arg x=rand(GROUPS, WG_SIZE) --arg table=rand(15)

// The window of 12 is loaded in two parts of 8, which overlap.
// CHECK-LABEL: func.func @look_up(
// CHECK: %[[ADDRESS:.*]] = llvm.ptrtoint
// CHECK: %[[PLACE:.*]] = arith.andi %[[ADDRESS]], %c4095_i64
// CHECK: %[[INSIDE:.*]] = arith.cmpi ule, %[[PLACE]], %c4048_i64
// CHECK: %[[LIKELY:.*]] = llvm.intr.expect %[[INSIDE]], %true
// CHECK: scf.if %[[LIKELY]] -> (vector<16xf32>) {
// CHECK: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> vector<8xf32>
// CHECK: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> vector<8xf32>
// CHECK: vector.shuffle {{.*}} [0, 1, 2, 3, 4, 5, 6, 7, 12, 13, 14, 15,
// CHECK: } else {
// CHECK: llvm.intr.masked.gather
__kernel void look_up(__global float *out, __global const uint *x, __global const float *table) {
  const size_t g = get_global_id(0);
  out[g] = table[3 + x[g] % 12];
}

// Bytes, and a mask under which there may be nothing to read.
__kernel void letters(__global float *out, __global const uint *x, __global const float *table) {
  const size_t g = get_global_id(0);
  const __global uchar *bytes = (const __global uchar *)table;
  float sum = bytes[x[g] & 15];
  if (x[g] & 16)
    sum += table[(x[g] >> 8) & 7];
  out[g] = sum;
}

// The first element and the last one are always read: what lies between them is
// in the buffer, and nothing is tested.
// CHECK-LABEL: func.func @tree(
// CHECK-NOT: scf.if
// CHECK-NOT: masked.gather
// CHECK-COUNT-3: pirch.lookup
// CHECK: return
__kernel void tree(__global float *out, __global const uint *x, __global const float *table) {
  const size_t g = get_global_id(0);
  uint node = 1 + (x[g] & 1);
  float sum = table[0] + table[node];
  node = 2 * node + 1 + (x[g] >> 1 & 1);
  sum += table[node];
  node = 2 * node + 1 + (x[g] >> 2 & 1);
  sum += table[node] + table[14];
  out[g] = sum;
}
