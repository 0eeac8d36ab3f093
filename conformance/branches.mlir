// Branches: only the work items that take one are affected by it.

// run: 3 groups
pirch.kernel @if_else(
    %a: memref<?xi32> {pirch.value = dense<[1, -2, 3, -4, -5, -6, 7, 8, 0, 9, -1, 1]> : tensor<12xi32>})
    attributes {wg_size = 4 : i64} {
  %c4 = arith.constant 4 : i64
  %zero = arith.constant 0 : i32
  %hundred = arith.constant 100 : i32
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c4 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xi32>
  %negative = arith.cmpi slt, %x, %zero : i32
  scf.if %negative {
    %y = arith.subi %zero, %x : i32
    memref.store %y, %a[%at] : memref<?xi32>
  } else {
    %y = arith.addi %x, %hundred : i32
    memref.store %y, %a[%at] : memref<?xi32>
  }
  pirch.return
}
// if_else: arg0 = dense<[101, 2, 103, 4, 5, 6, 107, 108, 100, 109, 1, 101]> : tensor<12xi32>

// -----

// A branch within a branch, which gives a value.
// run: 3 groups
pirch.kernel @nested(
    %a: memref<?xf64> {pirch.value = dense<[1.0, -2.0, 3.0, 30.0, -5.0, -60.0, 7.0, 80.0, 0.0, 9.0, -1.0, 10.0]> : tensor<12xf64>},
    %b: memref<?xf64> {pirch.value = dense<0.0> : tensor<12xf64>})
    attributes {wg_size = 4 : i64} {
  %c4 = arith.constant 4 : i64
  %zero = arith.constant 0.0 : f64
  %ten = arith.constant 10.0 : f64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c4 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xf64>
  %positive = arith.cmpf ogt, %x, %zero : f64
  %r = scf.if %positive -> (f64) {
    %large = arith.cmpf oge, %x, %ten : f64
    scf.if %large {
      memref.store %x, %b[%at] : memref<?xf64>
    }
    %half = arith.divf %x, %ten : f64
    scf.yield %half : f64
  } else {
    %square = arith.mulf %x, %x : f64
    scf.yield %square : f64
  }
  memref.store %r, %a[%at] : memref<?xf64>
  pirch.return
}
// nested: arg0 = dense<[1.000000e-01, 4.000000e+00, 3.000000e-01, 3.000000e+00, 2.500000e+01, 3.600000e+03, 0.69999999999999996, 8.000000e+00, 0.000000e+00, 9.000000e-01, 1.000000e+00, 1.000000e+00]> : tensor<12xf64>
// nested: arg1 = dense<[0.000000e+00, 0.000000e+00, 0.000000e+00, 3.000000e+01, 0.000000e+00, 0.000000e+00, 0.000000e+00, 8.000000e+01, 0.000000e+00, 0.000000e+00, 0.000000e+00, 1.000000e+01]> : tensor<12xf64>

// -----

// A condition that is the same for all work items of a group, and for all groups.
// run: 3 groups
pirch.kernel @uniform(
    %a: memref<?xi32> {pirch.value = dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>},
    %flags: memref<?xi32> {pirch.value = dense<[1, 0, 1]> : tensor<3xi32>},
    %n: i32 {pirch.value = 5 : i32})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %zero = arith.constant 0 : i32
  %four = arith.constant 4 : i32
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %group = arith.index_cast %g : i64 to index
  %flag = memref.load %flags[%group] : memref<?xi32>
  %set = arith.cmpi ne, %flag, %zero : i32
  %large = arith.cmpi sgt, %n, %four : i32
  scf.if %set {
    scf.if %large {
      %x = memref.load %a[%at] : memref<?xi32>
      %y = arith.muli %x, %n : i32
      memref.store %y, %a[%at] : memref<?xi32>
    }
  }
  pirch.return
}
// uniform: arg0 = dense<[5, 10, 3, 4, 25, 30]> : tensor<6xi32>

// -----

// What lies behind a condition is not accessed where it does not hold: the last
// work items have no element.
// run: 3 groups, together
pirch.kernel @beyond_the_end(
    %a: memref<?xi32> {pirch.value = dense<[1, 2, 3, 4, 5, 6, 7, 8, 9]> : tensor<9xi32>},
    %n: i64 {pirch.value = 9 : i64})
    attributes {wg_size = 4 : i64} {
  %c4 = arith.constant 4 : i64
  %ten = arith.constant 10 : i32
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c4 : i64
  %p = arith.addi %row, %i : i64
  %inside = arith.cmpi slt, %p, %n : i64
  scf.if %inside {
    %at = arith.index_cast %p : i64 to index
    %x = memref.load %a[%at] : memref<?xi32>
    %y = arith.muli %x, %ten : i32
    memref.store %y, %a[%at] : memref<?xi32>
  }
  pirch.return
}
// beyond_the_end: arg0 = dense<[10, 20, 30, 40, 50, 60, 70, 80, 90]> : tensor<9xi32>

// -----

// A variable that is written in one branch only.
// run: 3 groups
pirch.kernel @variable(
    %a: memref<?xf32> {pirch.value = dense<[1.0, -2.0, 3.0, -4.0, 5.0, 6.0]> : tensor<6xf32>})
    attributes {wg_size = 2 : i64} {
  %first = arith.constant 0 : index
  %c2 = arith.constant 2 : i64
  %zero = arith.constant 0.0 : f32
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %v = memref.alloca() : memref<1xf32>
  memref.store %zero, %v[%first] : memref<1xf32>
  %x = memref.load %a[%at] : memref<?xf32>
  %negative = arith.cmpf olt, %x, %zero : f32
  scf.if %negative {
    memref.store %x, %v[%first] : memref<1xf32>
  }
  %y = memref.load %v[%first] : memref<1xf32>
  %z = arith.subf %x, %y : f32
  memref.store %z, %a[%at] : memref<?xf32>
  pirch.return
}
// variable: arg0 = dense<[1.000000e+00, 0.000000e+00, 3.000000e+00, 0.000000e+00, 5.000000e+00, 6.000000e+00]> : tensor<6xf32>
