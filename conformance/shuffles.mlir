// The exchange between the work items of a group.

// A source known at compile time: item 2's value for all.
// run: 3 groups
pirch.kernel @broadcast(
    %a: memref<?xf64> {pirch.value = dense<[1.0, 2.0, 3.0, 4.0, 11.0, 12.0, 13.0, 14.0, 21.0, 22.0, 23.0, 24.0]> : tensor<12xf64>})
    attributes {wg_size = 4 : i64} {
  %c4 = arith.constant 4 : i64
  %c2 = arith.constant 2 : i32
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c4 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xf64>
  %y = pirch.wg_shuffle %x from %c2 : f64, i32
  %z = arith.subf %x, %y : f64
  memref.store %z, %a[%at] : memref<?xf64>
  pirch.return
}
// broadcast: arg0 = dense<[-2.000000e+00, -1.000000e+00, 0.000000e+00, 1.000000e+00, -2.000000e+00, -1.000000e+00, 0.000000e+00, 1.000000e+00, -2.000000e+00, -1.000000e+00, 0.000000e+00, 1.000000e+00]> : tensor<12xf64>

// -----

// A source computed from the work item's index: a rotation, and a reversal.
// run: 3 groups
pirch.kernel @rotate_and_reverse(
    %a: memref<?xf32> {pirch.value = dense<[1.0, 2.0, 3.0, 4.0, 11.0, 12.0, 13.0, 14.0, 21.0, 22.0, 23.0, 24.0]> : tensor<12xf32>},
    %b: memref<?xf32> {pirch.value = dense<0.0> : tensor<12xf32>})
    attributes {wg_size = 4 : i64} {
  %c4 = arith.constant 4 : i64
  %c3 = arith.constant 3 : i64
  %c1 = arith.constant 1 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c4 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xf32>
  %next = arith.addi %i, %c1 : i64
  %turned = arith.remui %next, %c4 : i64
  %y = pirch.wg_shuffle %x from %turned : f32, i64
  memref.store %y, %a[%at] : memref<?xf32>
  %mirror = arith.subi %c3, %i : i64
  %z = pirch.wg_shuffle %y from %mirror : f32, i64
  memref.store %z, %b[%at] : memref<?xf32>
  pirch.return
}
// rotate_and_reverse: arg0 = dense<[2.000000e+00, 3.000000e+00, 4.000000e+00, 1.000000e+00, 1.200000e+01, 1.300000e+01, 1.400000e+01, 1.100000e+01, 2.200000e+01, 2.300000e+01, 2.400000e+01, 2.100000e+01]> : tensor<12xf32>
// rotate_and_reverse: arg1 = dense<[1.000000e+00, 4.000000e+00, 3.000000e+00, 2.000000e+00, 1.100000e+01, 1.400000e+01, 1.300000e+01, 1.200000e+01, 2.100000e+01, 2.400000e+01, 2.300000e+01, 2.200000e+01]> : tensor<12xf32>

// -----

// A source known at run time, of several types.
// run: 3 groups
pirch.kernel @run_time_source(
    %a: memref<?xi32> {pirch.value = dense<[1, 2, 3, 4, 11, 12, 13, 14, 21, 22, 23, 24]> : tensor<12xi32>},
    %b: memref<?xf64> {pirch.value = dense<[0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5, 11.5]> : tensor<12xf64>},
    %from: memref<?xi32> {pirch.value = dense<[3, 3, 0, 1, 0, 1, 2, 3, 2, 2, 2, 0]> : tensor<12xi32>})
    attributes {wg_size = 4 : i64} {
  %c4 = arith.constant 4 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c4 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %source = memref.load %from[%at] : memref<?xi32>
  %x = memref.load %a[%at] : memref<?xi32>
  %y = pirch.wg_shuffle %x from %source : i32, i32
  memref.store %y, %a[%at] : memref<?xi32>
  %v = memref.load %b[%at] : memref<?xf64>
  %w = pirch.wg_shuffle %v from %source : f64, i32
  memref.store %w, %b[%at] : memref<?xf64>
  pirch.return
}
// run_time_source: arg0 = dense<[4, 4, 1, 2, 11, 12, 13, 14, 23, 23, 23, 21]> : tensor<12xi32>
// run_time_source: arg1 = dense<[3.500000e+00, 3.500000e+00, 5.000000e-01, 1.500000e+00, 4.500000e+00, 5.500000e+00, 6.500000e+00, 7.500000e+00, 1.050000e+01, 1.050000e+01, 1.050000e+01, 8.500000e+00]> : tensor<12xf64>

// -----

// A source outside of the group gives the value of some work item, which all hold.
// run: 2 groups
pirch.kernel @outside(
    %a: memref<?xi32> {pirch.value = dense<[5, 5, 5, 5, 6, 6, 6, 6]> : tensor<8xi32>},
    %from: memref<?xi32> {pirch.value = dense<[4, -1, 1000000, 0, 5, 3, -2147483648, 2147483647]> : tensor<8xi32>})
    attributes {wg_size = 4 : i64} {
  %c4 = arith.constant 4 : i64
  %one = arith.constant 1 : i32
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c4 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %source = memref.load %from[%at] : memref<?xi32>
  %x = memref.load %a[%at] : memref<?xi32>
  %y = pirch.wg_shuffle %x from %source : i32, i32
  %z = arith.addi %y, %one : i32
  memref.store %z, %a[%at] : memref<?xi32>
  pirch.return
}
// outside: arg0 = dense<[6, 6, 6, 6, 7, 7, 7, 7]> : tensor<8xi32>

// -----

// In a loop: each round reads what the round before wrote.
// run: 3 groups
pirch.kernel @butterfly(
    %a: memref<?xi64> {pirch.value = dense<[1, 2, 3, 4, 10, 20, 30, 40, -1, 1, -1, 1]> : tensor<12xi64>},
    %rounds: i64 {pirch.value = 4 : i64})
    attributes {wg_size = 4 : i64} {
  %zero = arith.constant 0 : index
  %c1 = arith.constant 1 : i64
  %c4 = arith.constant 4 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c4 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xi64>
  %sum = memref.alloca() : memref<1xi64>
  memref.store %x, %sum[%zero] : memref<1xi64>
  %distance = memref.alloca() : memref<1xi64>
  memref.store %c1, %distance[%zero] : memref<1xi64>
  pirch.loop cond {
    %d = memref.load %distance[%zero] : memref<1xi64>
    %again = arith.cmpi slt, %d, %rounds : i64
    pirch.condition %again : i1
  } body {
    %d = memref.load %distance[%zero] : memref<1xi64>
    %s = memref.load %sum[%zero] : memref<1xi64>
    %partner = arith.xori %i, %d : i64
    %other = pirch.wg_shuffle %s from %partner : i64, i64
    %both = arith.addi %s, %other : i64
    memref.store %both, %sum[%zero] : memref<1xi64>
    pirch.yield
  } step {
    %d = memref.load %distance[%zero] : memref<1xi64>
    %twice = arith.addi %d, %d : i64
    memref.store %twice, %distance[%zero] : memref<1xi64>
    pirch.yield
  }
  %total = memref.load %sum[%zero] : memref<1xi64>
  memref.store %total, %a[%at] : memref<?xi64>
  pirch.return
}
// butterfly: arg0 = dense<[10, 10, 10, 10, 100, 100, 100, 100, 0, 0, 0, 0]> : tensor<12xi64>

// -----

// In a branch: those that take part exchange among each other.
// run: 3 groups
pirch.kernel @in_a_branch(
    %a: memref<?xi32> {pirch.value = dense<[1, 2, 3, 4, 11, 12, 13, 14, 21, 22, 23, 24]> : tensor<12xi32>})
    attributes {wg_size = 4 : i64} {
  %c4 = arith.constant 4 : i64
  %c2 = arith.constant 2 : i64
  %one = arith.constant 1 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c4 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %low = arith.cmpi slt, %i, %c2 : i64
  scf.if %low {
    %x = memref.load %a[%at] : memref<?xi32>
    %partner = arith.xori %i, %one : i64
    %y = pirch.wg_shuffle %x from %partner : i32, i64
    memref.store %y, %a[%at] : memref<?xi32>
  }
  pirch.return
}
// in_a_branch: arg0 = dense<[2, 1, 3, 4, 12, 11, 13, 14, 22, 21, 23, 24]> : tensor<12xi32>
