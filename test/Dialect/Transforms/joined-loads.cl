// A row times a vector that all work items share: the elements of the vector are
// loaded together, so that products are computed and summed in rows.
// RUN: pirchc %s --target=avx512 --wg-size=8 --emit=mlir-infreg -o - | FileCheck %s
// RUN: pirch-run %s --kernel=product --target=host --wg-size=8 --groups=37 --check --guard
// RUN: pirch-run %s --kernel=product --target=generic --wg-size=5 --groups=13 --lane-order=wg-wi-ix --check
// RUN: pirch-run %s --kernel=product --target=ve --wg-size=8 --groups=13 --check
// RUN: pirch-run %s --kernel=product --target=nvvm --wg-size=8 --groups=13 --check
// RUN: pirch-run %s --kernel=written --target=host --wg-size=8 --groups=37 --check
// pirch-run: --arg y=zeros(GROUPS, WG_SIZE) --arg w=rand(GROUPS, WG_SIZE, 16) --arg x=rand(16 * GROUPS)

// CHECK-LABEL: pirch.kernel @product
// CHECK: pirch.load %arg2{{.*}} [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, {{.*}} -> <?x8x16xi8>
// CHECK: arith.muli %{{.*}} : !pirch.infreg<?x8x16xi16>
__kernel void product(__global int *y, __global const char *w, __global const char *x) {
  const int row = get_global_id(0);
  int sum = 0;
  for (int i = 0; i < 16; i++)
    sum += w[row * 16 + i] * x[i];
  y[row] = sum;
}

// What the kernel writes in between is not loaded with what it read before.
// CHECK-LABEL: pirch.kernel @written
// CHECK-NOT: pirch.load %arg2{{.*}} -> <?x8x16xi8>
// CHECK: pirch.return
__kernel void written(__global int *y, __global const char *w, __global char *x) {
  const int row = get_global_id(0), group = 16 * get_group_id(0);
  int sum = 0;
  for (int i = 0; i < 16; i++) {
    sum += w[row * 16 + i] * x[group + i];
    if (get_local_id(0) == 0)
      x[group + (i + 1) % 16] = i;
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
  y[row] = sum;
}
