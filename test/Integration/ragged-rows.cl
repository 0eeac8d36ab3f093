// Rows of at most eight entries, one for each work item, whose lengths differ: the loop begins at another place for each work
// item. The place is that of the row and a number that counts iterations for all of them, also where it is an `int`.
// RUN: pirchc %s --target=avx2 --cpu=znver3 --wg-size=8 --emit=mlir-infreg -o - | FileCheck %s --check-prefix=IR
// RUN: pirchc %s --target=avx2 --cpu=znver3 --wg-size=8 --disable-pass=pirch-scalarize-inductions --emit=mlir-infreg -o - | FileCheck %s --check-prefix=PLACES
// IR: ^bb0({{.*}}, %[[STEP:[^:]*]]: i32):
// IR: %[[AT:.*]] = arith.extsi %[[STEP]] : i32 to i64
// IR: pirch.load %arg2[%[[AT]] + wg * %{{.*}}] [0, 8, 16, 24, 32, 40, 48, 56] mask
// IR: pirch.gather %arg3
// PLACES: pirch.gather %arg2
//
// Addresses of gathers whose lanes are a constant distance apart take subscripts of 32 bits: LLVM adds the distances outside
// of the loop otherwise, and the loop needs twice as many gathers.
// RUN: pirchc %s --target=avx2 --cpu=znver3 --wg-size=8 --emit=asm -o - | FileCheck %s --implicit-check-not=gatherq
// CHECK-LABEL: ragged:
// CHECK: vpgatherdd
// CHECK: vgatherdps
//
// RUN: pirch-run %s --wg-size=8 --groups=0,1,37 --check
// RUN: pirch-run %s --wg-size=8 --groups=37 --check --target=avx2
// RUN: pirch-run %s --wg-size=5 --groups=37 --check --target=generic
// RUN: pirch-run %s --wg-size=8 --groups=5 --check --target=ve
// RUN: pirch-run %s --wg-size=33 --groups=3 --check --target=nvvm
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE) --arg length=rand(GROUPS, WG_SIZE) --arg column=rand(GROUPS, WG_SIZE, 8) --arg x=rand(64)
__kernel void ragged(__global float *out, __global const int *length, __global const int *column,
                     __global const float *x) {
  const int row = get_global_id(0), begin = row * 8, end = begin + (length[row] & 7);
  float sum = 0;
  for (int i = begin; i < end; i++)
    sum += x[column[i] & 63];
  out[row] = sum;
}
