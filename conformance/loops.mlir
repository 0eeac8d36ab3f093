// Loops: a work item leaves where its condition does not hold, the others go on.

// A number of iterations known at compile time.
// run: 3 groups
pirch.kernel @constant_trips(
    %a: memref<?xi32> {pirch.value = dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>})
    attributes {wg_size = 2 : i64} {
  %first = arith.constant 0 : index
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %c2 = arith.constant 2 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %n = memref.alloca() : memref<1xi32>
  memref.store %c0, %n[%first] : memref<1xi32>
  pirch.loop cond {
    %k = memref.load %n[%first] : memref<1xi32>
    %again = arith.cmpi slt, %k, %c5 : i32
    pirch.condition %again : i1
  } body {
    %k = memref.load %n[%first] : memref<1xi32>
    %x = memref.load %a[%at] : memref<?xi32>
    %twice = arith.addi %x, %x : i32
    %y = arith.addi %twice, %k : i32
    memref.store %y, %a[%at] : memref<?xi32>
    pirch.yield
  } step {
    %k = memref.load %n[%first] : memref<1xi32>
    %next = arith.addi %k, %c1 : i32
    memref.store %next, %n[%first] : memref<1xi32>
    pirch.yield
  }
  pirch.return
}
// constant_trips: arg0 = dense<[58, 90, 122, 154, 186, 218]> : tensor<6xi32>

// -----

// Each work item has a number of iterations of its own: the steps of Collatz.
// run: 3 groups
pirch.kernel @own_trips(
    %a: memref<?xi64> {pirch.value = dense<[1, 2, 3, 4, 7, 27, 1, 1, 6, 16, 9, 97]> : tensor<12xi64>},
    %b: memref<?xi32> {pirch.value = dense<-1> : tensor<12xi32>})
    attributes {wg_size = 4 : i64} {
  %first = arith.constant 0 : index
  %c0 = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %c3 = arith.constant 3 : i64
  %c4 = arith.constant 4 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c4 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %v = memref.alloca() : memref<1xi64>
  %n = memref.alloca() : memref<1xi32>
  %x = memref.load %a[%at] : memref<?xi64>
  memref.store %x, %v[%first] : memref<1xi64>
  memref.store %c0, %n[%first] : memref<1xi32>
  pirch.loop cond {
    %y = memref.load %v[%first] : memref<1xi64>
    %again = arith.cmpi sgt, %y, %c1 : i64
    pirch.condition %again : i1
  } body {
    %y = memref.load %v[%first] : memref<1xi64>
    %bit = arith.andi %y, %c1 : i64
    %odd = arith.cmpi eq, %bit, %c1 : i64
    scf.if %odd {
      %triple = arith.muli %y, %c3 : i64
      %up = arith.addi %triple, %c1 : i64
      memref.store %up, %v[%first] : memref<1xi64>
    } else {
      %half = arith.divui %y, %c2 : i64
      memref.store %half, %v[%first] : memref<1xi64>
    }
    pirch.yield
  } step {
    %k = memref.load %n[%first] : memref<1xi32>
    %next = arith.addi %k, %one : i32
    memref.store %next, %n[%first] : memref<1xi32>
    pirch.yield
  }
  %count = memref.load %n[%first] : memref<1xi32>
  memref.store %count, %b[%at] : memref<?xi32>
  pirch.return
}
// own_trips: arg1 = dense<[0, 1, 7, 2, 16, 111, 0, 0, 8, 4, 19, 118]> : tensor<12xi32>

// -----

// With `post_test` the first iteration runs without a test.
// run: 3 groups
pirch.kernel @post_test(
    %a: memref<?xi32> {pirch.value = dense<[0, 1, 5, 10, 100, 2]> : tensor<6xi32>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %ten = arith.constant 10 : i32
  %three = arith.constant 3 : i32
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  pirch.loop post_test cond {
    %x = memref.load %a[%at] : memref<?xi32>
    %again = arith.cmpi slt, %x, %ten : i32
    pirch.condition %again : i1
  } body {
    %x = memref.load %a[%at] : memref<?xi32>
    %y = arith.addi %x, %three : i32
    memref.store %y, %a[%at] : memref<?xi32>
    pirch.yield
  } step {
    pirch.yield
  }
  pirch.return
}
// post_test: arg0 = dense<[12, 10, 11, 13, 103, 11]> : tensor<6xi32>

// -----

// A loop in a loop, the inner one as long as the outer one's count; its bound is a
// parameter.
// run: 3 groups
pirch.kernel @nested_loops(
    %a: memref<?xi32> {pirch.value = dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>},
    %n: i32 {pirch.value = 4 : i32})
    attributes {wg_size = 2 : i64} {
  %first = arith.constant 0 : index
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %outer = memref.alloca() : memref<1xi32>
  %inner = memref.alloca() : memref<1xi32>
  memref.store %c0, %outer[%first] : memref<1xi32>
  pirch.loop cond {
    %j = memref.load %outer[%first] : memref<1xi32>
    %again = arith.cmpi slt, %j, %n : i32
    pirch.condition %again : i1
  } body {
    memref.store %c0, %inner[%first] : memref<1xi32>
    pirch.loop cond {
      %j = memref.load %outer[%first] : memref<1xi32>
      %k = memref.load %inner[%first] : memref<1xi32>
      %again = arith.cmpi sle, %k, %j : i32
      pirch.condition %again : i1
    } body {
      %k = memref.load %inner[%first] : memref<1xi32>
      %x = memref.load %a[%at] : memref<?xi32>
      %y = arith.addi %x, %k : i32
      memref.store %y, %a[%at] : memref<?xi32>
      pirch.yield
    } step {
      %k = memref.load %inner[%first] : memref<1xi32>
      %next = arith.addi %k, %c1 : i32
      memref.store %next, %inner[%first] : memref<1xi32>
      pirch.yield
    }
    pirch.yield
  } step {
    %j = memref.load %outer[%first] : memref<1xi32>
    %next = arith.addi %j, %c1 : i32
    memref.store %next, %outer[%first] : memref<1xi32>
    pirch.yield
  }
  pirch.return
}
// nested_loops: arg0 = dense<[11, 12, 13, 14, 15, 16]> : tensor<6xi32>

// -----

// Groups leave a loop by a vote: all work items of a group together.
// run: 3 groups
pirch.kernel @left_by_a_vote(
    %a: memref<?xf64> {pirch.value = dense<[16.0, 3.0, 100.0, 1.0, 0.5, 0.25]> : tensor<6xf64>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  pirch.loop cond {
    %x = memref.load %a[%at] : memref<?xf64>
    %large = arith.cmpf ogt, %x, %one : f64
    %again = pirch.any %large : i1
    pirch.condition %again : i1
  } body {
    %x = memref.load %a[%at] : memref<?xf64>
    %y = arith.mulf %x, %half : f64
    memref.store %y, %a[%at] : memref<?xf64>
    pirch.yield
  } step {
    pirch.yield
  }
  pirch.return
}
// left_by_a_vote: arg0 = dense<[1.000000e+00, 1.875000e-01, 7.812500e-01, 7.812500e-03, 5.000000e-01, 2.500000e-01]> : tensor<6xf64>
