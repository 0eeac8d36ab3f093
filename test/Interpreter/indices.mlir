// RUN: pirch-opt %s --split-input-file --pirch-interpret='groups=2 first-group=3' -o /dev/null | FileCheck %s

// The group's absolute index, the work item, the element, in each lane.
// CHECK: // indices: arg0 = dense<[300, 301, 310, 311, 400, 401, 410, 411]> : tensor<8xi64>
pirch.kernel @indices(%a: memref<?xi64> {pirch.value = dense<0> : tensor<8xi64>})
    attributes {wg_size = 2 : i64} {
  %c-12 = arith.constant -12 : i64
  %c4 = arith.constant 4 : i64
  %c100 = arith.constant 100 : i64
  %c10 = arith.constant 10 : i64
  %hundred = pirch.splat %c100 : i64 -> <?x2x2xi64>
  %ten = pirch.splat %c10 : i64 -> <?x2x2xi64>
  %g = pirch.wg_index : !pirch.infreg<?x2x2xi64>
  %i = pirch.wi_index : !pirch.infreg<?x2x2xi64>
  %x = pirch.ix_index : !pirch.infreg<?x2x2xi64>
  %0 = arith.muli %g, %hundred : !pirch.infreg<?x2x2xi64>
  %1 = arith.muli %i, %ten : !pirch.infreg<?x2x2xi64>
  %2 = arith.addi %0, %1 : !pirch.infreg<?x2x2xi64>
  %3 = arith.addi %2, %x : !pirch.infreg<?x2x2xi64>
  pirch.store %3, %a[%c-12 + wg * %c4] [0, 1, 2, 3] : <?x2x2xi64>, memref<?xi64>
  pirch.return
}

// -----

// One group at a time its index may be a scalar, too; the number of groups is
// one past the last one of the launch.
// CHECK: // scalars: arg0 = dense<[0, 3, 4]> : tensor<3xi64>
// CHECK: // scalars: arg1 = dense<5> : tensor<1xi64>
pirch.kernel @scalars(%a: memref<?xi64> {pirch.value = dense<0> : tensor<3xi64>},
                      %b: memref<?xi64> {pirch.value = dense<0> : tensor<1xi64>})
    attributes {wg_size = 1 : i64} {
  %c0 = arith.constant 0 : i64
  %c-2 = arith.constant -2 : i64
  %g = pirch.wg_index : i64
  %n = pirch.num_groups : i64
  %x = pirch.splat %g : i64 -> <?x1x1xi64>
  %y = pirch.splat %n : i64 -> <?x1x1xi64>
  %at = arith.addi %g, %c-2 : i64
  pirch.store %x, %a[%at + wg * %c0] [0] : <?x1x1xi64>, memref<?xi64>
  pirch.store %y, %b[%c0 + wg * %c0] [0] : <?x1x1xi64>, memref<?xi64>
  pirch.return
}

// -----

// The same table for every group; one scalar in every lane.
// CHECK: // constants: arg0 = dense<[7, 8, 7, 8]> : tensor<4xi32>
// CHECK: // constants: arg1 = dense<2.500000e+00> : tensor<4xf32>
pirch.kernel @constants(%a: memref<?xi32> {pirch.value = dense<0> : tensor<4xi32>},
                        %b: memref<?xf32> {pirch.value = dense<0.0> : tensor<4xf32>},
                        %s: f32 {pirch.value = 2.5 : f32})
    attributes {wg_size = 2 : i64} {
  %c-6 = arith.constant -6 : i64
  %c2 = arith.constant 2 : i64
  %x = pirch.constant dense<[[7], [8]]> : tensor<2x1xi32> -> !pirch.infreg<?x2x1xi32>
  %y = pirch.splat %s : f32 -> <?x2x1xf32>
  pirch.store %x, %a[%c-6 + wg * %c2] [0, 1] : <?x2x1xi32>, memref<?xi32>
  pirch.store %y, %b[%c-6 + wg * %c2] [0, 1] : <?x2x1xf32>, memref<?xf32>
  pirch.return
}
