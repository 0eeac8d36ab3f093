// What counts at the end of a loop's body is its step (pirch-find-steps), so that `while` is formed as `for` is.
// RUN: pirchc %s --wg-size=8 --emit=mlir-workitem --kernel=counts -o %t.mlir
// RUN: pirch-opt %t.mlir --pirch-find-steps | FileCheck %s --check-prefix=COUNTS
// RUN: pirch-opt %t.mlir --pirch-find-steps --pirch-find-steps | FileCheck %s --check-prefix=COUNTS
// RUN: pirchc %s --wg-size=8 --emit=mlir-workitem -o %t.all.mlir
// RUN: pirch-opt %t.all.mlir --pirch-find-steps | FileCheck %s --check-prefix=OTHERS
// RUN: pirchc %s --wg-size=8 --target=avx2 --kernel=counts --remarks=loops --emit=mlir-infreg -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: pirchc %s --wg-size=8 --target=avx2 --kernel=counts --remarks=loops --emit=mlir-infreg -o /dev/null --disable-pass=pirch-find-steps 2>&1 | FileCheck %s --check-prefix=WITHOUT
// DEFINE: %{run} = pirch-run %s --wg-size=8 --groups=5 --check --arg "out=zeros(5, 8)" --arg "a=rand(50)" --arg n=50
// RUN: %{run} --kernel=counts
// RUN: %{run} --kernel=skips
// RUN: %{run} --kernel=reads
// RUN: %{run} --kernel=stops
// RUN: %{run} --kernel=counts --target=nvvm

// COUNTS-LABEL: pirch.kernel @counts(
// COUNTS: pirch.loop cond {
// COUNTS: body {
// COUNTS: arith.addf
// COUNTS: step {
// COUNTS: %[[C:.*]] = memref.load %[[I:.*]][
// COUNTS: %[[NEXT:.*]] = arith.addi %[[C]]
// COUNTS: memref.store %[[NEXT]], %[[I]][
// COUNTS: pirch.return
// REMARK: loop at run time, as many rounds for all work items, the last one masked
// WITHOUT-NOT: as many rounds
__kernel void counts(__global float *out, __global const float *a, int n) {
  int i = get_local_id(0);
  float sum = 0;
  while (i < n) {
    sum += a[i];
    i += WG_SIZE;
  }
  out[get_global_id(0)] = sum;
}

// Iterations that `continue` leaves do not count: the count is under a condition.
// OTHERS-LABEL: pirch.kernel @skips(
// OTHERS: step {
// OTHERS-NEXT: pirch.yield
__kernel void skips(__global float *out, __global const float *a, int n) {
  int i = get_local_id(0), k = 0;
  float sum = 0;
  while (i < n) {
    if (a[i] > 0.5f && k < 3) {
      k++;
      i += 2;
      continue;
    }
    sum += a[i];
    i++;
  }
  out[get_global_id(0)] = sum;
}

// What is counted is read once more, for something else.
// OTHERS-LABEL: pirch.kernel @reads(
// OTHERS: step {
// OTHERS-NEXT: pirch.yield
__kernel void reads(__global float *out, __global const float *a, int n) {
  int i = get_local_id(0), before = 0;
  float sum = 0;
  while (i < n) {
    int next = i + 3;
    sum += a[i] * (next + before);
    before = next;
    i = next;
  }
  out[get_global_id(0)] = sum + i;
}

__kernel void stops(__global float *out, __global const float *a, int n) {
  int i = get_local_id(0);
  float sum = 0;
  while (i < n) {
    if (sum > 2)
      break;
    sum += a[i];
    i += 4;
  }
  out[get_global_id(0)] = sum + i;
}
