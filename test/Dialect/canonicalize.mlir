// RUN: pirch-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: @identity_maps
func.func @identity_maps(%x: !pirch.infreg<?x2x2xf64>) -> (!pirch.infreg<?x2x2xf64>, !pirch.infreg<?x2x2xf64>) {
  // CHECK-NEXT: return %arg0, %arg0
  %0 = pirch.reorder %x [0, _] : <?x2x2xf64> -> <?x2x2xf64>
  %1 = pirch.wg_permute %x [0, 1] : <?x2x2xf64> -> <?x2x2xf64>
  return %0, %1 : !pirch.infreg<?x2x2xf64>, !pirch.infreg<?x2x2xf64>
}

// -----
// CHECK-LABEL: @maps_compose
func.func @maps_compose(%x: !pirch.infreg<?x2x3xf64>) -> !pirch.infreg<?x2x2xf64> {
  // CHECK-NEXT: %[[R:.*]] = pirch.reorder %arg0 [0, 2] : <?x2x3xf64> -> <?x2x2xf64>
  // CHECK-NEXT: return %[[R]]
  %0 = pirch.reorder %x [2, 1, 0] : <?x2x3xf64> -> <?x2x3xf64>
  %1 = pirch.reorder %0 [2, 0] : <?x2x3xf64> -> <?x2x2xf64>
  return %1 : !pirch.infreg<?x2x2xf64>
}

// -----
// CHECK-LABEL: @shuffle_of_splat
func.func @shuffle_of_splat(%s: f64) -> !pirch.infreg<?x2x1xf64> {
  // CHECK-NEXT: %[[S:.*]] = pirch.splat
  // CHECK-NEXT: return %[[S]]
  %0 = pirch.splat %s : f64 -> <?x2x1xf64>
  %1 = pirch.wg_permute %0 [1, 1] : <?x2x1xf64> -> <?x2x1xf64>
  return %1 : !pirch.infreg<?x2x1xf64>
}

// -----
// CHECK-LABEL: @merges
func.func @merges(%x: !pirch.infreg<?x2x1xf64>, %y: !pirch.infreg<?x2x1xf64>) -> (!pirch.infreg<?x2x1xf64>, !pirch.infreg<?x2x1xf64>, !pirch.infreg<?x2x1xf64>) {
  // CHECK-NEXT: return %arg0, %arg1, %arg0
  %0 = pirch.merge %x into %y lanes ["1" x 2] : <?x2x1xf64>
  %1 = pirch.merge %x into %y lanes ["0" x 2] : <?x2x1xf64>
  %2 = pirch.merge %x into %x lanes ["1" x 1, "0" x 1] : <?x2x1xf64>
  return %0, %1, %2 : !pirch.infreg<?x2x1xf64>, !pirch.infreg<?x2x1xf64>, !pirch.infreg<?x2x1xf64>
}

// -----
// CHECK-LABEL: @permutes_compose
func.func @permutes_compose(%x: !pirch.infreg<?x2x2xf64>) -> !pirch.infreg<?x2x2xf64> {
  // CHECK-NEXT: %[[R:.*]] = pirch.wg_permute %arg0 [2, _, _, 3] : <?x2x2xf64> -> <?x2x2xf64>
  // CHECK-NEXT: return %[[R]]
  %0 = pirch.wg_permute %x [3, 1, 2, _] : <?x2x2xf64> -> <?x2x2xf64>
  %1 = pirch.wg_permute %0 [2, 3, _, 0] : <?x2x2xf64> -> <?x2x2xf64>
  return %1 : !pirch.infreg<?x2x2xf64>
}

// -----
// Rows that differ between work items keep one entry per lane.
// CHECK-LABEL: @rows_differ
func.func @rows_differ(%x: !pirch.infreg<?x2x2xf64>) -> !pirch.infreg<?x2x2xf64> {
  // CHECK-NEXT: %[[R:.*]] = pirch.reorder %arg0 [1, 0, 1, 1] : <?x2x2xf64> -> <?x2x2xf64>
  // CHECK-NEXT: return %[[R]]
  %0 = pirch.reorder %x [0, 1, 1, 0] : <?x2x2xf64> -> <?x2x2xf64>
  %1 = pirch.reorder %0 [1, 0, 0, 0] : <?x2x2xf64> -> <?x2x2xf64>
  return %1 : !pirch.infreg<?x2x2xf64>
}

// -----
// A splat of another extent is not the map's result.
// CHECK-LABEL: @splat_of_other_extent
func.func @splat_of_other_extent(%s: f64) -> !pirch.infreg<?x2x2xf64> {
  // CHECK: pirch.reorder
  %0 = pirch.splat %s : f64 -> <?x2x1xf64>
  %1 = pirch.reorder %0 [0, 0] : <?x2x1xf64> -> <?x2x2xf64>
  return %1 : !pirch.infreg<?x2x2xf64>
}

// -----
// CHECK-LABEL: @select_same
func.func @select_same(%m: !pirch.infreg<?x2x1xi1>, %x: !pirch.infreg<?x2x1xf64>, %y: !pirch.infreg<?x2x1xf64>) -> (!pirch.infreg<?x2x1xf64>, !pirch.infreg<?x2x1xf64>) {
  // CHECK-NEXT: %[[S:.*]] = pirch.select %arg0, %arg1, %arg2
  // CHECK-NEXT: return %arg1, %[[S]]
  %0 = pirch.select %m, %x, %x : <?x2x1xi1>, <?x2x1xf64>
  %1 = pirch.select %m, %x, %y : <?x2x1xi1>, <?x2x1xf64>
  return %0, %1 : !pirch.infreg<?x2x1xf64>, !pirch.infreg<?x2x1xf64>
}

// -----
// In a graph region an operation may use its own result.
// CHECK-LABEL: module @cycle
module @cycle {
  // CHECK: %[[C:.*]] = pirch.reorder %[[C]] [1, 0]
  %0 = pirch.reorder %0 [1, 0] : !pirch.infreg<?x2x2xf64> -> !pirch.infreg<?x2x2xf64>
  "test.use"(%0) : (!pirch.infreg<?x2x2xf64>) -> ()
}

// -----
// Folders of arith make constants of arith.
// CHECK-LABEL: @arith_constants
func.func @arith_constants(%x: !pirch.infreg<?x2x1xi64>) -> !pirch.infreg<?x2x1xi1> {
  // CHECK: %[[T:.*]] = arith.constant true
  // CHECK: %[[S:.*]] = pirch.splat %[[T]] : i1 -> <?x2x1xi1>
  // CHECK: return %[[S]]
  %0 = arith.cmpi eq, %x, %x : !pirch.infreg<?x2x1xi64>
  return %0 : !pirch.infreg<?x2x1xi1>
}

// -----
// Constants of other types stay.
// CHECK-LABEL: @vector_constants
func.func @vector_constants() -> (vector<2xi32>, vector<2xi32>) {
  // CHECK-DAG: arith.constant dense<3> : vector<2xi32>
  // CHECK-DAG: arith.constant dense<[1, 2]> : vector<2xi32>
  %0 = arith.constant dense<3> : vector<2xi32>
  %1 = arith.constant dense<[1, 2]> : vector<2xi32>
  return %0, %1 : vector<2xi32>, vector<2xi32>
}
