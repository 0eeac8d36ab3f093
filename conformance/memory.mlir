// Accesses of buffers.

// Elements at a stride, and elements that all groups share.
// run: 2 groups
pirch.kernel @strided_and_shared(
    %a: memref<?xf64> {pirch.value = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0]> : tensor<12xf64>},
    %factors: memref<?xf64> {pirch.value = dense<[10.0, 100.0]> : tensor<2xf64>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %c3 = arith.constant 3 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %item = arith.addi %row, %i : i64
  %p = arith.muli %item, %c3 : i64
  %at = arith.index_cast %p : i64 to index
  %here = arith.index_cast %i : i64 to index
  %x = memref.load %a[%at] : memref<?xf64>
  %factor = memref.load %factors[%here] : memref<?xf64>
  %y = arith.mulf %x, %factor : f64
  memref.store %y, %a[%at] : memref<?xf64>
  pirch.return
}
// strided_and_shared: arg0 = dense<[1.000000e+01, 2.000000e+00, 3.000000e+00, 4.000000e+02, 5.000000e+00, 6.000000e+00, 7.000000e+01, 8.000000e+00, 9.000000e+00, 1.000000e+03, 1.100000e+01, 1.200000e+01]> : tensor<12xf64>

// -----

// Places known at run time: elements of the group's row, and of a shared table.
// run: 3 groups
pirch.kernel @gather(
    %a: memref<?xi32> {pirch.value = dense<[3, 0, 1, 2, 0, 0, 3, 3, 1, 1, 2, 2]> : tensor<12xi32>},
    %table: memref<?xi64> {pirch.value = dense<[100, 101, 102, 103]> : tensor<4xi64>},
    %b: memref<?xi64> {pirch.value = dense<0> : tensor<12xi64>})
    attributes {wg_size = 4 : i64} {
  %c4 = arith.constant 4 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c4 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %k = memref.load %a[%at] : memref<?xi32>
  %place = arith.index_cast %k : i32 to index
  %x = memref.load %table[%place] : memref<?xi64>
  memref.store %x, %b[%at] : memref<?xi64>
  %wide = arith.extsi %k : i32 to i64
  %other = arith.addi %row, %wide : i64
  %there = arith.index_cast %other : i64 to index
  %y = memref.load %a[%there] : memref<?xi32>
  memref.store %y, %a[%at] : memref<?xi32>
  pirch.return
}
// gather: arg0 = dense<[2, 3, 0, 1, 0, 0, 3, 3, 1, 1, 2, 2]> : tensor<12xi32>
// gather: arg2 = dense<[103, 100, 101, 102, 100, 100, 103, 103, 101, 101, 102, 102]> : tensor<12xi64>

// -----

// Elements of a row, permuted. The last group has its elements written twice: the
// highest work item's value stays.
// run: 3 groups
pirch.kernel @scatter(
    %a: memref<?xf32> {pirch.value = dense<[1.0, 2.0, 3.0, 4.0, 11.0, 12.0, 13.0, 14.0, 21.0, 22.0, 23.0, 24.0]> : tensor<12xf32>},
    %to: memref<?xi64> {pirch.value = dense<[3, 0, 1, 2, 0, 1, 2, 3, 1, 1, 2, 1]> : tensor<12xi64>},
    %b: memref<?xf32> {pirch.value = dense<-1.0> : tensor<12xf32>})
    attributes {wg_size = 4 : i64} {
  %c4 = arith.constant 4 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c4 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xf32>
  %k = memref.load %to[%at] : memref<?xi64>
  %place = arith.addi %row, %k : i64
  %there = arith.index_cast %place : i64 to index
  memref.store %x, %b[%there] : memref<?xf32>
  pirch.return
}
// scatter: arg2 = dense<[2.000000e+00, 3.000000e+00, 4.000000e+00, 1.000000e+00, 1.100000e+01, 1.200000e+01, 1.300000e+01, 1.400000e+01, -1.000000e+00, 2.400000e+01, 2.300000e+01, -1.000000e+00]> : tensor<12xf32>

// -----

// Under a mask, at places known at run time; masked out places lie outside.
// run: 3 groups
pirch.kernel @masked(
    %a: memref<?xi32> {pirch.value = dense<[1, 99999999, 0, -5, 1, 1]> : tensor<6xi32>},
    %b: memref<?xi32> {pirch.value = dense<[10, 20, 30, 40, 50, 60]> : tensor<6xi32>},
    %c: memref<?xi32> {pirch.value = dense<-1> : tensor<6xi32>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %zero = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %k = memref.load %a[%at] : memref<?xi32>
  %inside = arith.cmpi ult, %k, %two : i32
  scf.if %inside {
    %wide = arith.extsi %k : i32 to i64
    %place = arith.addi %row, %wide : i64
    %there = arith.index_cast %place : i64 to index
    %x = memref.load %b[%there] : memref<?xi32>
    memref.store %x, %c[%at] : memref<?xi32>
  }
  pirch.return
}
// masked: arg2 = dense<[20, -1, 30, -1, 60, 60]> : tensor<6xi32>

// -----

// One element of each group, written by all of its work items: the last one's.
// run: 3 groups
pirch.kernel @one_place(
    %a: memref<?xi16> {pirch.value = dense<[1, 2, 3, 4, 5, 6, 7, 8, 9]> : tensor<9xi16>},
    %b: memref<?xi16> {pirch.value = dense<0> : tensor<3xi16>})
    attributes {wg_size = 3 : i64} {
  %c3 = arith.constant 3 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c3 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xi16>
  %group = arith.index_cast %g : i64 to index
  memref.store %x, %b[%group] : memref<?xi16>
  pirch.return
}
// one_place: arg1 = dense<[3, 6, 9]> : tensor<3xi16>

// -----

// A statement takes effect for all work items before the next one starts.
// run: 3 groups
pirch.kernel @in_lockstep(
    %a: memref<?xi32> {pirch.value = dense<[1, 2, 3, 4, 5, 6, 7, 8, 9]> : tensor<9xi32>})
    attributes {wg_size = 3 : i64} {
  %c1 = arith.constant 1 : i64
  %c3 = arith.constant 3 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c3 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %next = arith.addi %i, %c1 : i64
  %turned = arith.remui %next, %c3 : i64
  %place = arith.addi %row, %turned : i64
  %there = arith.index_cast %place : i64 to index
  %x = memref.load %a[%at] : memref<?xi32>
  memref.store %x, %a[%there] : memref<?xi32>
  %y = memref.load %a[%at] : memref<?xi32>
  %z = arith.addi %x, %y : i32
  memref.store %z, %a[%at] : memref<?xi32>
  pirch.return
}
// in_lockstep: arg0 = dense<[4, 3, 5, 10, 9, 11, 16, 15, 17]> : tensor<9xi32>
