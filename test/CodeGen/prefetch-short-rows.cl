// In packs of single groups, what an inner loop reads is prefetched some lines ahead:
// hardware does not follow rows that each group begins and ends anew. A buffer of which
// each iteration of an inner loop reads another row, at a distance known at run time,
// is prefetched for the next pack.
// RUN: pirchc %s --kernel=rows --target=avx512 --cpu=znver5 --wg-size=8 --wg-pack=1 --emit=mlir -o - | FileCheck %s --check-prefix=ROWS
// RUN: pirchc %s --kernel=columns --target=avx512 --cpu=znver5 --wg-size=16 --wg-pack=8 --lane-order=wg-wi-ix --emit=mlir -o - | FileCheck %s --check-prefix=COLUMNS
// RUN: pirch-run %s --kernel=rows --wg-size=8 --groups=37 --check --arg 'out=zeros(GROUPS)' --arg 'lengths=rand(GROUPS)' --arg 'a=rand(GROUPS,24)' | FileCheck %s
// CHECK: out: ok

// ROWS-LABEL: func.func @rows(
// ROWS: scf.while
// ROWS: arith.constant 2048 : i64
// ROWS: arith.maxsi
// ROWS: llvm.intr.prefetch
__kernel void rows(__global float *out, __global const int *lengths, __global const float *a) {
  const int row = get_group_id(0);
  float sum = 0;
  for (int k = get_local_id(0); k < lengths[row]; k += WG_SIZE)
    sum += a[row * 24 + k] * a[row * 24 + k];
  out[row] = sub_group_reduce_add(sum);
}

// COLUMNS-LABEL: func.func @columns(
// COLUMNS: scf.while
// COLUMNS-COUNT-8: llvm.intr.prefetch
__kernel void columns(__global float *out, __global const float *a, int rows, int width) {
  int row = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < width; k++)
    sum += a[k * rows + row];
  out[row] = sum;
}
