// Loops that change a panel stay loops; what they compute is tested in Integration/panels.test.
// RUN: pirchc %s --target=generic --wg-size=16 --kernel=ways --emit=mlir-infreg -o - | FileCheck %s --check-prefix=WAYS
// RUN: pirchc %s --target=generic --wg-size=16 --kernel=pivots --emit=mlir-infreg -o - | FileCheck %s --check-prefix=PIVOTS
// RUN: pirchc %s --target=generic --wg-size=16 --kernel=copies --emit=mlir-infreg -o - | FileCheck %s --check-prefix=COPIES
// RUN: pirchc %s --target=generic --wg-size=16 --kernel=reflect --emit=mlir-infreg -o - | FileCheck %s --check-prefix=REFLECT
// RUN: pirchc %s --target=generic --wg-size=16 --kernel=product --emit=mlir-infreg -o - | FileCheck %s --check-prefix=UNROLLED
// RUN: pirchc %s --target=generic --wg-size=16 --kernel=below --emit=mlir-infreg -o - | FileCheck %s --check-prefix=UNROLLED
// RUN: pirchc %s --target=generic --wg-size=4 --kernel=ways --emit=mlir-infreg -o - | FileCheck %s --check-prefix=UNROLLED
// RUN: pirchc %s --target=nvvm --wg-size=16 --kernel=ways --emit=mlir-infreg -o - | FileCheck %s --check-prefix=UNROLLED
// RUN: pirchc %s --target=generic --wg-size=16 --kernel=ways --disable-pass=pirch-find-panels --emit=mlir-infreg -o - | FileCheck %s --check-prefix=UNROLLED
// RUN: pirchc %s --target=generic --wg-size=16 --kernel=ways --remarks=loops -o %t.o 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: pirchc %s --target=generic --wg-size=16 --kernel=below --emit=mlir-workitem -o %t.mlir
// RUN: pirch-opt %t.mlir --pirch-attach-target="target=#pirch.avx512<>" --pirch-find-panels="limit=5 partial-limit=7" | FileCheck %s --check-prefix=MARKED

// UNROLLED-NOT: scf.while

// One element of all work items is contiguous, and what another work item holds is a load of one element.
// WAYS: %[[P:.*]] = pirch.alloca : memref<256xf32, 3>
// WAYS: scf.while
// WAYS: scf.while
// WAYS: arith.remui
// WAYS-NOT: pirch.wg_shuffle
// WAYS: pirch.load %[[P]][%{{.*}} + wg * %{{.*}}] [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
// WAYS: pirch.store %{{.*}}, %[[P]][%{{.*}} + wg * %{{.*}}] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
// REMARK: a variable of 16 elements lies in memory
// REMARK: loop that changes a panel: too much code if it were unrolled
__kernel void ways(__global float *d) {
  float row[WG_SIZE];
  for (int j = 0; j < WG_SIZE; j++)
    row[j] = d[get_global_id(0) * WG_SIZE + j];
  for (int k = 0; k < WG_SIZE; k++) {
    float first = row[k];
    for (int j = 0; j < WG_SIZE; j++)
      row[j] = fmin(row[j], first + shuffle(row[j], k));
  }
  for (int j = 0; j < WG_SIZE; j++)
    d[get_global_id(0) * WG_SIZE + j] = row[j];
}

// Another work item in each group: lanes are looked up.
// PIVOTS: pirch.alloca : memref<256xf32, 3>
// PIVOTS: scf.while
// PIVOTS: pirch.wg_shuffle
__kernel void pivots(__global float *d, __global const int *order) {
  float row[WG_SIZE];
  for (int j = 0; j < WG_SIZE; j++)
    row[j] = d[get_global_id(0) * WG_SIZE + j];
  for (int k = 0; k < WG_SIZE; k++) {
    int pivot = sub_group_reduce_min(order[get_global_id(0)] + k) & (WG_SIZE - 1);
    for (int j = 0; j < WG_SIZE; j++)
      row[j] -= row[k] * shuffle(row[j], pivot);
  }
  for (int j = 0; j < WG_SIZE; j++)
    d[get_global_id(0) * WG_SIZE + j] = row[j];
}

// The value was loaded before its element changed: no load again.
// COPIES: scf.while
// COPIES: scf.while
// COPIES: pirch.wg_shuffle
__kernel void copies(__global float *d) {
  float row[WG_SIZE];
  for (int j = 0; j < WG_SIZE; j++)
    row[j] = d[get_global_id(0) * WG_SIZE + j];
  for (int k = 0; k < WG_SIZE; k++)
    for (int j = 0; j < WG_SIZE; j++) {
      float before = row[j];
      row[j] = before * row[k] + j;
      row[j] += shuffle(before, k) + row[WG_SIZE - 1 - j];
    }
  for (int j = 0; j < WG_SIZE; j++)
    d[get_global_id(0) * WG_SIZE + j] = row[j];
}

// A condition on work items that guards no element of the panel; the exchange is a sum.
// REFLECT: scf.while
// REFLECT: scf.while
// REFLECT: pirch.reduce add 
__kernel void reflect(__global float *d) {
  float row[WG_SIZE];
  for (int j = 0; j < WG_SIZE; j++)
    row[j] = d[get_global_id(0) * WG_SIZE + j];
  for (int k = 0; k < WG_SIZE; k++) {
    float v = get_local_id(0) >= k ? row[k] : 0;
    for (int j = k; j < WG_SIZE; j++)
      row[j] -= v * sub_group_reduce_add(v * row[j]);
  }
  for (int j = 0; j < WG_SIZE; j++)
    d[get_global_id(0) * WG_SIZE + j] = row[j];
}

// What is exchanged does not change.
__kernel void product(__global float *c, __global const float *a, __global const float *b) {
  float left[WG_SIZE], right[WG_SIZE], sum[WG_SIZE];
  for (int j = 0; j < WG_SIZE; j++) {
    left[j] = a[get_global_id(0) * WG_SIZE + j];
    right[j] = b[get_global_id(0) * WG_SIZE + j];
    sum[j] = 0;
  }
  for (int k = 0; k < WG_SIZE; k++)
    for (int j = 0; j < WG_SIZE; j++)
      sum[j] += left[k] * shuffle(right[j], k);
  for (int j = 0; j < WG_SIZE; j++)
    c[get_global_id(0) * WG_SIZE + j] = sum[j];
}

// Half of the work items have nothing to do, and which ones is known.
// MARKED: panel_limit = 7
// MARKED: panel_limit = 7
__kernel void below(__global float *d) {
  float row[WG_SIZE];
  for (int j = 0; j < WG_SIZE; j++)
    row[j] = d[get_global_id(0) * WG_SIZE + j];
  for (int k = 0; k < WG_SIZE; k++)
    for (int j = k + 1; j < WG_SIZE; j++)
      if (get_local_id(0) > k)
        row[j] -= row[k] * shuffle(row[j], k);
  for (int j = 0; j < WG_SIZE; j++)
    d[get_global_id(0) * WG_SIZE + j] = row[j];
}
