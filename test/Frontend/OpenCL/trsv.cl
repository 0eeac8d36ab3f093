// The paper's Example 1: a step of a triangular solve. The right-hand side is a
// scalar of each WI (an ix extent of 1), and the shuffle reads WI 1: the pattern
// reconstructed from the lanes is a broadcast from WI 1 to all.
// RUN: pirchc %s --target=avx512 --wg-size=4 --emit=mlir-infreg -o - | FileCheck %s
// RUN: pirchc %s --target=avx512 --wg-size=4 --wg-pack=2 --lane-order=wg-wi-ix --emit=mlir --print-ir-after-all -o - 2>&1 | FileCheck %s --check-prefix=LANES

__kernel void step(__global float *b, __global const float *l) {
  float t_vec_b = b[get_global_id(0)];
  // CHECK: %[[B:.*]] = pirch.load %arg0[%{{.*}} + wg * %c4_i64] [0, 1, 2, 3] : memref<?xf32> -> <?x4x1xf32>
  // CHECK: pirch.wg_permute %[[B]] [_, _, 1, 1] : <?x4x1xf32> -> <?x4x1xf32>
  // Two groups packed, eight lanes: wg slowest, then wi.
  // LANES: pirch.wg_permute {{.*}} : <2x4x1xf32, #pirch.lanes<wg, wi, ix>> -> <2x4x1xf32, #pirch.lanes<wg, wi, ix>>
  // LANES: vector.shuffle {{.*}} [-1, -1, 1, 1, -1, -1, 5, 5, -1, -1, -1, -1, -1, -1, -1, -1]
  if (get_local_id(0) > 1)
    t_vec_b -= l[get_global_id(0)] * shuffle(t_vec_b, 1);
  b[get_global_id(0)] = t_vec_b;
}
