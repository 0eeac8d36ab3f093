// What becomes of reads of tables: constants, or reads of memory.
// RUN: pirchc %s --wg-size=4 --target=generic --emit=mlir-infreg --remarks=loops -o - 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=NOTES < %t.err
__constant uint squares[8] = {0, 1, 4, 9, 16, 25, 36, 49};
__constant uint cubes[64] = {0, 1, 8, 27, 64, 125, 216, 343};
__constant bool odd[64] = {false, true, false, true};

// Each work item reads another element that is known.
// CHECK-LABEL: pirch.kernel @known
// CHECK-NOT: pirch.table
// CHECK: pirch.constant dense<{{\[}}[1], [4], [9], [16]]> : tensor<4x1xi32>
__kernel void known(__global uint *x) {
  x[get_global_id(0)] = squares[get_local_id(0) + 1];
}

// CHECK-LABEL: pirch.kernel @read
// CHECK: %[[CUBES:.*]] = pirch.table dense<[0, 1, 8, 27, 64,
// CHECK: pirch.gather %[[CUBES]][
// NOTES: tables.cl:{{.*}} a table of 64 constants lies in memory
__kernel void read(__global uint *x) {
  x[get_global_id(0)] = cubes[x[get_global_id(0)]];
}

// One element for all work items, of another one in each group.
// CHECK-LABEL: pirch.kernel @of_group
// CHECK: %[[CUBES:.*]] = pirch.table
// CHECK: pirch.load %[[CUBES]][{{.*}} + wg * {{.*}}] [0, 0, 0, 0]
__kernel void of_group(__global uint *x) {
  x[get_global_id(0)] = cubes[get_group_id(0)];
}

// CHECK-LABEL: pirch.kernel @bits
// CHECK: %[[ODD:.*]] = pirch.table dense<{{.*}}> : tensor<64xi8> -> memref<64xi8>
// CHECK: %[[BYTE:.*]] = pirch.gather %[[ODD]]
// CHECK: pirch.convert trunci %[[BYTE]]
__kernel void bits(__global uint *x) {
  x[get_global_id(0)] = odd[x[get_global_id(0)]] ? 5 : 7;
}
