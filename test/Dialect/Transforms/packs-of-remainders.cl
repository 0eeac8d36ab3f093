// Where a pack of several groups is asked for, the remainder kernel computes one
// group at a time all the same, and the schedule says so. With padded rows it
// named a remainder of four groups, which no kernel may have.

// RUN: pirchc %s --target=avx512 --cpu=znver4 --wg-size=32 --wg-pack=4 --emit=schedule | FileCheck %s
// CHECK: transform.pirch.pack %kernel0, [#pirch.pack<groups = 4, {{.*}}>, #pirch.pack<groups = 1, {{.*}}>]

// RUN: pirchc %s --target=avx512 --cpu=znver4 --wg-size=32 --wg-pack=4 --emit=schedule -o %t.mlir
// RUN: pirchc %s --target=avx512 --cpu=znver4 --wg-size=32 --schedule=%t.mlir --emit=llvm -o %t.scheduled
// RUN: pirchc %s --target=avx512 --cpu=znver4 --wg-size=32 --wg-pack=4 --emit=llvm -o %t.asked
// RUN: cmp %t.scheduled %t.asked

__kernel void greatest(__global float *out, __global const float *in) {
  __local float tile[WG_SIZE + 5];
  int lid = get_local_id(0), g = get_global_id(0);
  tile[lid + 5] = in[g];
  for (int i = lid; i < 5; i += WG_SIZE) {
    int from = (int)get_group_id(0) * WG_SIZE + i - 5;
    tile[i] = from >= 0 ? in[from] : -INFINITY;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  float most = tile[lid];
  for (int k = 1; k < 6; k++)
    most = fmax(most, tile[lid + k]);
  out[g] = most;
}
