// RUN: pirch-opt %s --pirch-pad-rows | FileCheck %s
// RUN: pirch-opt %s --pirch-pad-rows --pirch-pad-rows | FileCheck %s

// Five of a register's eight lanes: rows become eight long. What no lane reads
// touches no memory; a lane for all is one for the new lanes too.
// CHECK-LABEL: pirch.kernel @row
// CHECK: %[[A:.*]] = pirch.load %arg0[{{.*}}] [0, 1, 2, 3, 4, _, _, _, 5, 6, 7, 8, 9, _, _, _] : memref<?xf64> -> <?x2x8xf64>
// CHECK: %[[SPREAD:.*]] = pirch.reorder %[[A]] [1, 1, 1, 1, 1, 1, 1, 1] : <?x2x8xf64> -> <?x2x8xf64>
// CHECK: %[[TURN:.*]] = pirch.reorder %[[A]] [4, 3, 2, 1, 0, _, _, _, 4, 3, 2, 1, 0, _, _, _] : <?x2x8xf64> -> <?x2x8xf64>
// CHECK: %[[OTHER:.*]] = pirch.wg_permute %[[TURN]] [8, 9, 10, 11, 12, _, _, _, 0, 1, 2, 3, 4, _, _, _] : <?x2x8xf64> -> <?x2x8xf64>
// CHECK: %[[TABLE:.*]] = pirch.constant dense<{{\[\[}}1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00, 5.000000e+00, 5.000000e+00, 5.000000e+00], {{.*}}> : tensor<2x8xf64>
// CHECK: %[[SUM:.*]] = arith.addf %[[SPREAD]], %[[OTHER]] : !pirch.infreg<?x2x8xf64>
// CHECK: pirch.merge %[[SUM]] into %[[TABLE]] lanes ["00111111" x 2]
// CHECK: pirch.reorder {{.*}} [2] : <?x2x8xf64> -> <?x2x1xf64>
// CHECK: pirch.store {{.*}} [0, 1, 2, 3, 4, _, _, _, 5, 6, 7, 8, 9, _, _, _] : <?x2x8xf64>
pirch.kernel @row(%a: memref<?xf64>) attributes {target = #pirch.avx512<>, wg_size = 2 : i64, arg_names = ["a"], arg_types = ["double *"]} {
  %c0 = arith.constant 0 : i64
  %c10 = arith.constant 10 : i64
  %row = pirch.load %a[%c0 + wg * %c10] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] : memref<?xf64> -> !pirch.infreg<?x2x5xf64>
  %spread = pirch.reorder %row [1, 1, 1, 1, 1] : !pirch.infreg<?x2x5xf64> -> !pirch.infreg<?x2x5xf64>
  %turn = pirch.reorder %row [4, 3, 2, 1, 0] : !pirch.infreg<?x2x5xf64> -> !pirch.infreg<?x2x5xf64>
  %other = pirch.wg_permute %turn [5, 6, 7, 8, 9, 0, 1, 2, 3, 4] : !pirch.infreg<?x2x5xf64> -> !pirch.infreg<?x2x5xf64>
  %table = pirch.constant dense<[[1.0, 2.0, 3.0, 4.0, 5.0], [5.0, 4.0, 3.0, 2.0, 1.0]]> : tensor<2x5xf64> -> !pirch.infreg<?x2x5xf64>
  %sum = arith.addf %spread, %other : !pirch.infreg<?x2x5xf64>
  %merged = pirch.merge %sum into %table lanes ["00111" x 2] : !pirch.infreg<?x2x5xf64>
  %one = pirch.reorder %merged [2] : !pirch.infreg<?x2x5xf64> -> !pirch.infreg<?x2x1xf64>
  pirch.store %merged, %a[%c0 + wg * %c10] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] : !pirch.infreg<?x2x5xf64>, memref<?xf64>
  pirch.store %one, %a[%c0 + wg * %c10] [0, 5] : !pirch.infreg<?x2x1xf64>, memref<?xf64>
  pirch.return
}

// Half of a register or less, and whole ones, stay as they are.
// CHECK-LABEL: pirch.kernel @fits
// CHECK: <?x2x4xf64>
// CHECK: <?x2x16xf64>
pirch.kernel @fits(%a: memref<?xf64>) attributes {target = #pirch.avx512<>, wg_size = 2 : i64, arg_names = ["a"], arg_types = ["double *"]} {
  %c0 = arith.constant 0 : i64
  %c8 = arith.constant 8 : i64
  %row = pirch.load %a[%c0 + wg * %c8] [0, 1, 2, 3, 4, 5, 6, 7] : memref<?xf64> -> !pirch.infreg<?x2x4xf64>
  pirch.store %row, %a[%c0 + wg * %c8] [0, 1, 2, 3, 4, 5, 6, 7] : !pirch.infreg<?x2x4xf64>, memref<?xf64>
  %all = pirch.constant dense<1.0> : tensor<2x16xf64> -> !pirch.infreg<?x2x16xf64>
  %sum = arith.addf %all, %all : !pirch.infreg<?x2x16xf64>
  pirch.return
}

// A vote over the array's lanes would hear the new ones.
// CHECK-LABEL: pirch.kernel @votes
// CHECK: pirch.load {{.*}} -> <?x2x5xf64>
pirch.kernel @votes(%a: memref<?xf64>) attributes {target = #pirch.avx512<>, wg_size = 2 : i64, arg_names = ["a"], arg_types = ["double *"]} {
  %c0 = arith.constant 0 : i64
  %c10 = arith.constant 10 : i64
  %row = pirch.load %a[%c0 + wg * %c10] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] : memref<?xf64> -> !pirch.infreg<?x2x5xf64>
  %big = arith.cmpf ogt, %row, %row : !pirch.infreg<?x2x5xf64>
  %any = pirch.any %big : !pirch.infreg<?x2x5xi1>
  %kept = pirch.select %any, %row, %row : !pirch.infreg<?x2x5xi1>, !pirch.infreg<?x2x5xf64>
  pirch.store %kept, %a[%c0 + wg * %c10] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] : !pirch.infreg<?x2x5xf64>, memref<?xf64>
  pirch.return
}
