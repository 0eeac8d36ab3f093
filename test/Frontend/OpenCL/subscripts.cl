// Subscripts keep their sign on the way to an address, and a pointer to a row of an
// array goes by whole rows, whatever they have elements.
// RUN: pirchc %s --wg-size=2 --emit=mlir-workitem -o - | FileCheck %s
// RUN: pirch-run %s --kernel=rows --target=generic --wg-size=2 --groups=5 --check
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE, 6)

// CHECK-LABEL: @of_int
// CHECK: arith.index_cast %{{.*}} : i32 to index
// CHECK-NOT: index_castui
__kernel void of_int(__global double *o, int i) { o[i] = 1; }

// CHECK-LABEL: @of_uint
// CHECK-NOT: arith.index_cast %
// CHECK: arith.index_castui %{{.*}} : i32 to index
__kernel void of_uint(__global double *o, uint i) { o[i] = 1; }

// CHECK-LABEL: @of_long
// CHECK: arith.index_cast %{{.*}} : i64 to index
// CHECK-NOT: index_castui
__kernel void of_long(__global double *o, long i) { o[i] = 1; }

// CHECK-LABEL: @rows
__kernel void rows(__global int *out) {
  int pairs[3][2], threes[2][3], lid = get_local_id(0);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 2; ++j) {
      (*(pairs + i))[j] = 10 * i + j;
      *(*(threes + j) + i) = 100 * i + j;
    }
  size_t at = get_global_id(0) * 6;
  out[at] = pairs[2][1] + threes[1][2];
  out[at + 1] = pairs[1][0];
  out[at + 2] = *(*(pairs + 1 + lid) + lid);
  out[at + 3] = *(*(2 - 1 + threes) + lid);
  out[at + 4] = threes[lid][0];
  out[at + 5] = (*(threes + lid))[1];
}
