// Columns of a matrix, one for each work item, are made orthogonal: under a condition of
// each work item, which holds in other work items in each iteration of a run-time
// loop. The array is too large for registers. AVX2 stores it without masks, which
// are slow there.
// RUN: pirchc %s --wg-size=32 --target=avx2 --emit=mlir-infreg -o - \
// RUN:   --compare-choices=0 | FileCheck %s
// RUN: pirch-run %s --wg-size=32 --target=host --groups=5 --check \
// RUN:   --arg "q=zeros(5120)" --arg "a=rand(5120)"
// RUN: pirch-run %s --wg-size=32 --target=generic --groups=5 --check \
// RUN:   --arg "q=zeros(5120)" --arg "a=rand(5120)"

// CHECK: pirch.alloca
// CHECK-NOT: pirch.store %{{.*}} mask

__kernel void orthogonal(__global float *q, __global const float *a) {
  const int first = get_group_id(0) * WG_SIZE * WG_SIZE, j = get_local_id(0);
  float column[WG_SIZE];
  for (int i = 0; i < WG_SIZE; i++)
    column[i] = a[first + i * WG_SIZE + j];
  for (int k = 0; k < WG_SIZE; k++) {
    float dot = 0, square = 0;
    float pivot[WG_SIZE];
    for (int i = 0; i < WG_SIZE; i++) {
      pivot[i] = sub_group_broadcast(column[i], k);
      square += pivot[i] * pivot[i];
      dot += pivot[i] * column[i];
    }
    if (j > k)
      for (int i = 0; i < WG_SIZE; i++)
        column[i] -= dot / square * pivot[i];
  }
  for (int i = 0; i < WG_SIZE; i++)
    q[first + i * WG_SIZE + j] = column[i];
}
