// RUN: pirch-opt %s --canonicalize --split-input-file | FileCheck %s

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
