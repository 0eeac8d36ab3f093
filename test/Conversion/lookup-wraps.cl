// Where the lanes of one or two registers are as many as the work items, a lookup
// takes the index modulo that number by itself, as a shuffle does; nothing keeps the
// index below it.
// RUN: pirchc %s --target=avx512 --wg-size=16 --wg-pack=1 --emit=mlir | FileCheck %s
// RUN: pirchc %s --target=avx512 --wg-size=32 --wg-pack=1 --emit=mlir | FileCheck %s

// CHECK-LABEL: func.func @shuffled
// CHECK: %[[AT:.*]] = llvm.load %{{.*}} -> vector<16xi32>
// CHECK-NEXT: pirch.lookup %{{.*}}[%[[AT]]]
__kernel void shuffled(__global float *o, __global const int *at) {
  size_t g = get_global_id(0);
  o[g] = sub_group_shuffle(o[g], at[g]);
}
