// Which work item computes, and of how many groups.

// run: 3 groups, not repeated
pirch.kernel @item_and_group(
    %a: memref<?xi64> {pirch.value = dense<-1> : tensor<12xi64>},
    %b: memref<?xi32> {pirch.value = dense<-1> : tensor<12xi32>})
    attributes {wg_size = 4 : i64} {
  %c4 = arith.constant 4 : i64
  %ten = arith.constant 10 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c4 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %tens = arith.muli %g, %ten : i64
  %both = arith.addi %tens, %i : i64
  memref.store %both, %a[%at] : memref<?xi64>
  %short_group = pirch.wg_index : i32
  %short_item = pirch.wi_index : i32
  %difference = arith.subi %short_item, %short_group : i32
  memref.store %difference, %b[%at] : memref<?xi32>
  pirch.return
}
// item_and_group: arg0 = dense<[0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23]> : tensor<12xi64>
// item_and_group: arg1 = dense<[0, 1, 2, 3, -1, 0, 1, 2, -2, -1, 0, 1]> : tensor<12xi32>

// -----

// The number of groups is one more than the last group of the call.
// run: 3 groups, together
pirch.kernel @group_count(
    %a: memref<?xi64> {pirch.value = dense<0> : tensor<6xi64>},
    %b: memref<?xi32> {pirch.value = dense<0> : tensor<6xi32>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %n = pirch.num_groups : i64
  %left = arith.subi %n, %g : i64
  memref.store %left, %a[%at] : memref<?xi64>
  %short = pirch.num_groups : i32
  memref.store %short, %b[%at] : memref<?xi32>
  pirch.return
}
// group_count: arg0 = dense<[3, 3, 2, 2, 1, 1]> : tensor<6xi64>
// group_count: arg1 = dense<3> : tensor<6xi32>

// -----

// A group of one work item, and one whose size is no power of two.
// run: 4 groups
pirch.kernel @one_item(
    %a: memref<?xi32> {pirch.value = dense<[1, 2, 3, 4]> : tensor<4xi32>})
    attributes {wg_size = 1 : i64} {
  %g = pirch.wg_index : i64
  %at = arith.index_cast %g : i64 to index
  %x = memref.load %a[%at] : memref<?xi32>
  %i = pirch.wi_index : i32
  %sum = pirch.reduce add %x : i32
  %three = arith.constant 3 : i32
  %y = arith.muli %sum, %three : i32
  %z = arith.addi %y, %i : i32
  memref.store %z, %a[%at] : memref<?xi32>
  pirch.return
}
// one_item: arg0 = dense<[3, 6, 9, 12]> : tensor<4xi32>

// -----

// run: 2 groups
pirch.kernel @seven_items(
    %a: memref<?xf32> {pirch.value = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0,
                                            8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0]> : tensor<14xf32>})
    attributes {wg_size = 7 : i64} {
  %c7 = arith.constant 7 : i64
  %c3 = arith.constant 3 : i32
  %seven = arith.constant 7 : i32
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c7 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xf32>
  %item = pirch.wi_index : i32
  %moved = arith.addi %item, %c3 : i32
  %from = arith.remui %moved, %seven : i32
  %y = pirch.wg_shuffle %x from %from : f32, i32
  memref.store %y, %a[%at] : memref<?xf32>
  pirch.return
}
// seven_items: arg0 = dense<[4.000000e+00, 5.000000e+00, 6.000000e+00, 7.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00, 1.100000e+01, 1.200000e+01, 1.300000e+01, 1.400000e+01, 8.000000e+00, 9.000000e+00, 1.000000e+01]> : tensor<14xf32>

// -----

// Scalars are parameters by value.
// run: 3 groups
pirch.kernel @scalars(
    %a: memref<?xf64> {pirch.value = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf64>},
    %n: i32 {pirch.value = -7 : i32}, %m: i64 {pirch.value = 5000000000 : i64},
    %x: f32 {pirch.value = 0.25 : f32}, %y: f64 {pirch.value = 0.1 : f64})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %v = memref.load %a[%at] : memref<?xf64>
  %nd = arith.sitofp %n : i32 to f64
  %md = arith.sitofp %m : i64 to f64
  %xd = arith.extf %x : f32 to f64
  %1 = arith.mulf %v, %nd : f64
  %2 = arith.addf %1, %md : f64
  %3 = arith.mulf %2, %xd : f64
  %4 = arith.addf %3, %y : f64
  memref.store %4, %a[%at] : memref<?xf64>
  pirch.return
}
// scalars: arg0 = dense<[1249999998.3499999, 1249999996.5999999, 1249999994.8499999, 1249999993.0999999, 1249999991.3499999, 1249999989.5999999]> : tensor<6xf64>

// -----

// A staged value is the value itself.
// run: 3 groups
pirch.kernel @staged(
    %a: memref<?xi32> {pirch.value = dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>},
    %n: i32 {pirch.value = 3 : i32})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xi32>
  %square = arith.muli %n, %n : i32
  %known = pirch.stage %square index 0 : i32
  %y = arith.muli %x, %known : i32
  memref.store %y, %a[%at] : memref<?xi32>
  pirch.return
}
// staged: arg0 = dense<[9, 18, 27, 36, 45, 54]> : tensor<6xi32>

// -----

// More work items than a warp or a register has lanes, and no multiple of either.
// run: 2 groups
pirch.kernel @forty_items(
    %a: memref<?xi32> {pirch.value = dense<0> : tensor<80xi32>},
    %b: memref<?xi32> {pirch.value = dense<0> : tensor<80xi32>},
    %c: memref<?xi32> {pirch.value = dense<0> : tensor<80xi32>})
    attributes {wg_size = 40 : i64} {
  %c40 = arith.constant 40 : i64
  %forty = arith.constant 40 : i32
  %seven = arith.constant 7 : i32
  %last = arith.constant 39 : i32
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c40 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %item = pirch.wi_index : i32
  %product = arith.muli %item, %seven : i32
  %from = arith.remui %product, %forty : i32
  %x = pirch.wg_shuffle %item from %from : i32, i32
  memref.store %x, %a[%at] : memref<?xi32>
  %sums = pirch.scan add inclusive %item : i32
  memref.store %sums, %b[%at] : memref<?xi32>
  %is_last = arith.cmpi eq, %item, %last : i32
  %some = pirch.any %is_last : i1
  %one = arith.extui %some : i1 to i32
  %sum = pirch.reduce add %x : i32
  %both = arith.addi %sum, %one : i32
  memref.store %both, %c[%at] : memref<?xi32>
  pirch.return
}
// forty_items: arg0 = dense<[0, 7, 14, 21, 28, 35, 2, 9, 16, 23, 30, 37, 4, 11, 18, 25, 32, 39, 6, 13, 20, 27, 34, 1, 8, 15, 22, 29, 36, 3, 10, 17, 24, 31, 38, 5, 12, 19, 26, 33, 0, 7, 14, 21, 28, 35, 2, 9, 16, 23, 30, 37, 4, 11, 18, 25, 32, 39, 6, 13, 20, 27, 34, 1, 8, 15, 22, 29, 36, 3, 10, 17, 24, 31, 38, 5, 12, 19, 26, 33]> : tensor<80xi32>
// forty_items: arg1 = dense<[0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91, 105, 120, 136, 153, 171, 190, 210, 231, 253, 276, 300, 325, 351, 378, 406, 435, 465, 496, 528, 561, 595, 630, 666, 703, 741, 780, 0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91, 105, 120, 136, 153, 171, 190, 210, 231, 253, 276, 300, 325, 351, 378, 406, 435, 465, 496, 528, 561, 595, 630, 666, 703, 741, 780]> : tensor<80xi32>
// forty_items: arg2 = dense<781> : tensor<80xi32>
