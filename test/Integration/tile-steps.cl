// Steps of a tile of 8x8 elements in local memory, of which each work item computes
// several. Their subscripts are known in each iteration of the loop over them, which is
// unrolled though it has many operations, and the tile stays in registers from step to
// step. Nothing is gathered.
// RUN: pirchc %s --wg-size=8 --emit=mlir-infreg | FileCheck %s
// RUN: pirchc %s --wg-size=32 --emit=mlir-infreg | FileCheck %s
// CHECK-LABEL: pirch.kernel @tile_steps
// CHECK-NOT: pirch.alloca
// CHECK-NOT: pirch.gather
// CHECK: scf.while
// CHECK-NOT: scf.while
// CHECK-NOT: pirch.gather
// CHECK: scf.yield
// CHECK-NOT: scf.
// CHECK: pirch.return
// RUN: pirch-run %s --wg-size=8 --groups=0,1,19 --check
// RUN: pirch-run %s --wg-size=32 --groups=19 --check
// RUN: pirch-run %s --wg-size=5 --groups=19 --check
// RUN: pirch-run %s --wg-size=8 --groups=19 --target=generic --check
// RUN: pirch-run %s --wg-size=8 --groups=19 --target=ve --check
// RUN: pirch-run %s --wg-size=8 --groups=19 --target=nvvm --check
// pirch-run: --arg o=zeros(GROUPS, 64) --arg a=rand(GROUPS, 64) --arg steps=3
__kernel void tile_steps(__global float *o, __global const float *a, int steps) {
  __local float tile[64];
  const int l = get_local_id(0), base = get_group_id(0) * 64;
  for (int i = l; i < 64; i += WG_SIZE)
    tile[i] = a[base + i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 0; step < steps; step++) {
    float next[64 / WG_SIZE + 1];
    for (int i = l, n = 0; i < 64; i += WG_SIZE, n++) {
      const int x = i % 8, y = i / 8;
      next[n] = 0.25f * (tile[y * 8 + max(x - 1, 0)] + tile[y * 8 + min(x + 1, 7)] +
                         tile[max(y - 1, 0) * 8 + x] + tile[min(y + 1, 7) * 8 + x]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = l, n = 0; i < 64; i += WG_SIZE, n++)
      tile[i] = next[n];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = l; i < 64; i += WG_SIZE)
    o[base + i] = tile[i];
}
