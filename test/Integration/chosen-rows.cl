// Rows of a table that each group chooses at run time are loaded in one piece.
// RUN: pirch-run %s --kernel=bags --wg-size=16 --groups=0,1,9 --check | FileCheck %s
// RUN: pirch-run %s --kernel=bags --wg-size=16 --groups=9 --wg-pack=1 --check | FileCheck %s
// RUN: pirch-run %s --kernel=bags --wg-size=4 --groups=9 --wg-pack=4 --lane-order=wg-wi-ix --check | FileCheck %s
// RUN: pirch-run %s --kernel=bags --wg-size=8 --groups=9 --wg-pack=2 --target=avx2 --check | FileCheck %s
// RUN: pirch-run %s --kernel=bags --wg-size=16 --groups=9 --wg-pack=1 --target=generic --check | FileCheck %s
// RUN: pirch-run %s --kernel=bags --wg-size=16 --groups=9 --target=ve --check | FileCheck %s
// RUN: pirch-run %s --kernel=bags --wg-size=16 --groups=9 --target=nvvm --check | FileCheck %s
// RUN: pirch-run %s --kernel=rows --wg-size=4x4 --groups=3x2 --check | FileCheck %s
// RUN: pirch-run %s --kernel=rows --wg-size=16x4 --groups=2x2 --wg-pack=1 --check | FileCheck %s
// CHECK: check: out: ok
// RUN: pirchc %s --kernel=bags --wg-size=16 --wg-pack=2 --target=avx512 --cpu=znver4 --remarks=memory -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK-COUNT-4: remark: gather of elements in one piece: load
// The bounds of a group's loop are scalars where the group has registers of its own.
// RUN: pirchc %s --kernel=bags --wg-size=32 --wg-pack=1 --target=avx512 --cpu=znver4 --emit=mlir -o - | FileCheck %s --check-prefix=SCALAR
// SCALAR: scf.while {{.*}} : (vector<16xf32>, vector<16xf32>, i32) -> (vector<16xf32>, vector<16xf32>, i32)
// SCALAR-NOT: masked
// SCALAR: scf.yield
// The cost model knows that rows are loaded.
// RUN: pirchc %s --kernel=bags --wg-size=16 --target=avx512 --cpu=znver4 --emit=mlir-packed -o - | FileCheck %s --check-prefix=PACK
// PACK: wg_pack = 1
// pirch-run: --arg out=rand(GROUPS * WG_SIZE) --arg table=rand(4096) --arg index=rand(1024) --arg offset=rand(64)

__kernel void bags(__global float *out, __global const float *table, __global const int *index,
                   __global const int *offset) {
  int lid = get_local_id(0), g = get_group_id(0);
  int from = offset[g], to = offset[g + 1];
  float sum = 0;
  for (int i = from; i < to; i++)
    sum += table[index[i] * WG_SIZE + lid];
  out[get_global_id(0)] = sum;
}

// Neighbours above and below are clamped to the image, so that the row of each is known
// only at run time, and is the same for all work items of a row.
__kernel void rows(__global float *out, __global const float *table, __global const int *index,
                   __global const int *offset) {
  int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0);
  int above = max(y - 1, 0), below = min(y + 1, (int)get_global_size(1) - 1);
  out[y * width + x] = table[above * width + x] - table[below * width + x];
}
