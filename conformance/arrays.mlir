// Private arrays, of which each work item has its own, and memory of the group.

// Subscripts known at compile time.
// run: 3 groups
pirch.kernel @known_subscripts(
    %a: memref<?xf32> {pirch.value = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0]> : tensor<12xf32>})
    attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %item = arith.addi %row, %i : i64
  %p = arith.muli %item, %c2 : i64
  %at = arith.index_cast %p : i64 to index
  %behind = arith.addi %at, %c1 : index
  %v = memref.alloca() : memref<2xf32>
  %x = memref.load %a[%at] : memref<?xf32>
  %y = memref.load %a[%behind] : memref<?xf32>
  memref.store %x, %v[%c1] : memref<2xf32>
  memref.store %y, %v[%c0] : memref<2xf32>
  %first = memref.load %v[%c0] : memref<2xf32>
  %second = memref.load %v[%c1] : memref<2xf32>
  memref.store %first, %a[%at] : memref<?xf32>
  memref.store %second, %a[%behind] : memref<?xf32>
  pirch.return
}
// known_subscripts: arg0 = dense<[2.000000e+00, 1.000000e+00, 4.000000e+00, 3.000000e+00, 6.000000e+00, 5.000000e+00, 8.000000e+00, 7.000000e+00, 1.000000e+01, 9.000000e+00, 1.200000e+01, 1.100000e+01]> : tensor<12xf32>

// -----

// Subscripts known at run time: an element is read and one written.
// run: 3 groups
pirch.kernel @run_time_subscripts(
    %a: memref<?xi32> {pirch.value = dense<[10, 20, 30, 40, 50, 60]> : tensor<6xi32>},
    %which: memref<?xi32> {pirch.value = dense<[0, 1, 2, 2, 1, 0]> : tensor<6xi32>},
    %b: memref<?xi32> {pirch.value = dense<0> : tensor<18xi32>})
    attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %three = arith.constant 3 : index
  %n2 = arith.constant 2 : i64
  %n1 = arith.constant 1 : i32
  %n4 = arith.constant 4 : i32
  %n3 = arith.constant 3 : i32
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %n2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xi32>
  %k = memref.load %which[%at] : memref<?xi32>
  %v = memref.alloca() : memref<3xi32>
  memref.store %n1, %v[%c0] : memref<3xi32>
  memref.store %n4, %v[%c1] : memref<3xi32>
  memref.store %n3, %v[%c2] : memref<3xi32>
  %written = arith.index_cast %k : i32 to index
  memref.store %x, %v[%written] : memref<3xi32>
  %next = arith.addi %k, %n1 : i32
  %turned = arith.remui %next, %n3 : i32
  %read = arith.index_cast %turned : i32 to index
  %y = memref.load %v[%read] : memref<3xi32>
  memref.store %y, %a[%at] : memref<?xi32>
  %out0 = arith.muli %at, %three : index
  %e0 = memref.load %v[%c0] : memref<3xi32>
  memref.store %e0, %b[%out0] : memref<?xi32>
  %out1 = arith.addi %out0, %c1 : index
  %e1 = memref.load %v[%c1] : memref<3xi32>
  memref.store %e1, %b[%out1] : memref<?xi32>
  %out2 = arith.addi %out0, %c2 : index
  %e2 = memref.load %v[%c2] : memref<3xi32>
  memref.store %e2, %b[%out2] : memref<?xi32>
  pirch.return
}
// run_time_subscripts: arg0 = dense<[4, 3, 1, 1, 3, 4]> : tensor<6xi32>
// run_time_subscripts: arg2 = dense<[10, 4, 3, 1, 20, 3, 1, 4, 30, 1, 4, 40, 1, 50, 3, 60, 4, 3]> : tensor<18xi32>

// -----

// A loop over the elements, each of which needs the one before it.
// run: 3 groups
pirch.kernel @recurrence(
    %a: memref<?xi64> {pirch.value = dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi64>})
    attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %eight = arith.constant 8 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %two : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %v = memref.alloca() : memref<8xi64>
  %n = memref.alloca() : memref<1xi64>
  %x = memref.load %a[%at] : memref<?xi64>
  memref.store %x, %v[%c0] : memref<8xi64>
  memref.store %one, %n[%c0] : memref<1xi64>
  pirch.loop cond {
    %k = memref.load %n[%c0] : memref<1xi64>
    %again = arith.cmpi slt, %k, %eight : i64
    pirch.condition %again : i1
  } body {
    %k = memref.load %n[%c0] : memref<1xi64>
    %here = arith.index_cast %k : i64 to index
    %before = arith.subi %k, %one : i64
    %there = arith.index_cast %before : i64 to index
    %y = memref.load %v[%there] : memref<8xi64>
    %twice = arith.addi %y, %y : i64
    %z = arith.addi %twice, %k : i64
    memref.store %z, %v[%here] : memref<8xi64>
    pirch.yield
  } step {
    %k = memref.load %n[%c0] : memref<1xi64>
    %next = arith.addi %k, %one : i64
    memref.store %next, %n[%c0] : memref<1xi64>
    pirch.yield
  }
  %seven = arith.constant 7 : index
  %last = memref.load %v[%seven] : memref<8xi64>
  memref.store %last, %a[%at] : memref<?xi64>
  pirch.return
}
// recurrence: arg0 = dense<[375, 503, 631, 759, 887, 1015]> : tensor<6xi64>

// -----

// A 2 x 2 matrix of each group, a row to a work item, transposed through shuffles.
// run: 2 groups
pirch.kernel @transposed(
    %a: memref<?xf64> {pirch.value = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf64>})
    attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %two : i64
  %item = arith.addi %row, %i : i64
  %p = arith.muli %item, %two : i64
  %at = arith.index_cast %p : i64 to index
  %behind = arith.addi %at, %c1 : index
  %v = memref.alloca() : memref<2xf64>
  %x = memref.load %a[%at] : memref<?xf64>
  %y = memref.load %a[%behind] : memref<?xf64>
  memref.store %x, %v[%c0] : memref<2xf64>
  memref.store %y, %v[%c1] : memref<2xf64>
  %column = arith.index_cast %i : i64 to index
  %e0 = memref.load %v[%c0] : memref<2xf64>
  %e1 = memref.load %v[%c1] : memref<2xf64>
  %x0 = pirch.wg_shuffle %e0 from %zero : f64, i32
  %x1 = pirch.wg_shuffle %e1 from %zero : f64, i32
  %y0 = pirch.wg_shuffle %e0 from %one : f64, i32
  %y1 = pirch.wg_shuffle %e1 from %one : f64, i32
  memref.store %x0, %v[%c0] : memref<2xf64>
  memref.store %x1, %v[%c1] : memref<2xf64>
  %new0 = memref.load %v[%column] : memref<2xf64>
  memref.store %y0, %v[%c0] : memref<2xf64>
  memref.store %y1, %v[%c1] : memref<2xf64>
  %new1 = memref.load %v[%column] : memref<2xf64>
  memref.store %new0, %a[%at] : memref<?xf64>
  memref.store %new1, %a[%behind] : memref<?xf64>
  pirch.return
}
// transposed: arg0 = dense<[1.000000e+00, 3.000000e+00, 2.000000e+00, 4.000000e+00, 5.000000e+00, 7.000000e+00, 6.000000e+00, 8.000000e+00]> : tensor<8xf64>

// -----

// Memory of the group (memory space 3): what one work item wrote, another one reads.
// run: 3 groups
pirch.kernel @group_memory(
    %a: memref<?xi32> {pirch.value = dense<[1, 2, 3, 4, 11, 12, 13, 14, 21, 22, 23, 24]> : tensor<12xi32>},
    %to: memref<?xi32> {pirch.value = dense<[3, 2, 1, 0, 0, 1, 2, 3, 1, 0, 3, 2]> : tensor<12xi32>})
    attributes {wg_size = 4 : i64} {
  %c4 = arith.constant 4 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c4 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %tile = memref.alloca() : memref<4xi32, 3>
  %x = memref.load %a[%at] : memref<?xi32>
  %place = memref.load %to[%at] : memref<?xi32>
  %there = arith.index_cast %place : i32 to index
  memref.store %x, %tile[%there] : memref<4xi32, 3>
  %here = arith.index_cast %i : i64 to index
  %y = memref.load %tile[%here] : memref<4xi32, 3>
  memref.store %y, %a[%at] : memref<?xi32>
  pirch.return
}
// group_memory: arg0 = dense<[4, 3, 2, 1, 11, 12, 13, 14, 22, 21, 24, 23]> : tensor<12xi32>
