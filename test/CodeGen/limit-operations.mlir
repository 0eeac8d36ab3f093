// The module has as many operations as it may, and one more.
// RUN: pirch-opt %s --pirch-limit-operations=max-ops=344 | FileCheck %s
// RUN: not pirch-opt %s --pirch-limit-operations=max-ops=68 2>&1 | FileCheck %s --check-prefix=MANY

// CHECK-LABEL: @first
func.func @first(%a: vector<4xf64>) -> vector<4xf64> {
  %zero = arith.constant dense<0.0> : vector<4xf64>
  %sum = arith.addf %a, %zero : vector<4xf64>
  return %sum : vector<4xf64>
}

// A mathematical function counts as 64 operations.
// CHECK-LABEL: @second
// MANY: error: not supported: kernel 'second' needs 66 operations on native vectors, the kernels before it 3 (at most 68 in one file)
func.func @second(%a: vector<1xf64>) -> vector<1xf64> {
  %e = math.exp %a : vector<1xf64>
  return %e : vector<1xf64>
}

// A function of scalars counts as 256 operations, and a product of twice the
// width as 16.
// RUN: not pirch-opt %s --pirch-limit-operations=max-ops=343 2>&1 | FileCheck %s --check-prefix=SCALAR
// SCALAR: error: not supported: kernel 'third' needs 275 operations on native vectors, the kernels before it 69 (at most 343 in one file)
// CHECK-LABEL: @third
func.func @third(%a: f64, %x: vector<4xi32>) -> (f64, vector<4xi32>) {
  %e = math.exp %a : f64
  %low, %high = arith.mulsi_extended %x, %x : vector<4xi32>
  %sum = arith.addi %low, %high : vector<4xi32>
  return %e, %sum : f64, vector<4xi32>
}
