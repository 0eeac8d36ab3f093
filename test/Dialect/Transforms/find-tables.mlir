// RUN: pirch-opt %s --pirch-find-tables | FileCheck %s
// RUN: pirch-opt %s --pirch-find-tables --pirch-find-tables | FileCheck %s

// An element that nobody stores becomes a zero.
// CHECK-LABEL: @constants
// CHECK: %[[TABLE:.*]] = pirch.table dense<[1, 0, 3]> : tensor<3xi32> -> memref<3xi32>
// CHECK-NOT: memref.alloca
// CHECK: memref.load %[[TABLE]]
pirch.kernel @constants(%a: memref<?xi32>, %b: memref<?xi32>) attributes {wg_size = 4 : i64} {
  %array = memref.alloca() : memref<3xi32>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  memref.store %three, %array[%c2] : memref<3xi32>
  memref.store %one, %array[%c0] : memref<3xi32>
  %i = memref.load %a[%c0] : memref<?xi32>
  %at = arith.index_cast %i : i32 to index
  %x = memref.load %array[%at] : memref<3xi32>
  memref.store %x, %b[%c0] : memref<?xi32>
  pirch.return
}

// The array of an iteration, which is read in a branch of it.
// CHECK-LABEL: @iteration
// CHECK: pirch.table dense<[1, 3]> : tensor<2xi32>
// CHECK-NOT: memref.store {{.*}} : memref<2xi32>
pirch.kernel @iteration(%a: memref<?xi32>, %b: memref<?xi32>, %p: i1) attributes {wg_size = 4 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  scf.if %p {
    %array = memref.alloca() : memref<2xi32>
    memref.store %one, %array[%c0] : memref<2xi32>
    memref.store %three, %array[%c1] : memref<2xi32>
    %i = memref.load %a[%c0] : memref<?xi32>
    %at = arith.index_cast %i : i32 to index
    scf.if %p {
      %x = memref.load %array[%at] : memref<2xi32>
      memref.store %x, %b[%c0] : memref<?xi32>
    }
  }
  pirch.return
}

// CHECK-LABEL: @stored_twice
// CHECK-NOT: pirch.table
pirch.kernel @stored_twice(%a: memref<?xi32>) attributes {wg_size = 4 : i64} {
  %array = memref.alloca() : memref<2xi32>
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  memref.store %one, %array[%c0] : memref<2xi32>
  memref.store %three, %array[%c0] : memref<2xi32>
  %x = memref.load %array[%c0] : memref<2xi32>
  memref.store %x, %a[%c0] : memref<?xi32>
  pirch.return
}

// CHECK-LABEL: @stored_later
// CHECK-NOT: pirch.table
pirch.kernel @stored_later(%a: memref<?xi32>) attributes {wg_size = 4 : i64} {
  %array = memref.alloca() : memref<2xi32>
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %x = memref.load %array[%c0] : memref<2xi32>
  memref.store %one, %array[%c0] : memref<2xi32>
  memref.store %x, %a[%c0] : memref<?xi32>
  pirch.return
}

// CHECK-LABEL: @stored_in_a_branch
// CHECK-NOT: pirch.table
pirch.kernel @stored_in_a_branch(%a: memref<?xi32>, %p: i1) attributes {wg_size = 4 : i64} {
  %array = memref.alloca() : memref<2xi32>
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  scf.if %p {
    memref.store %one, %array[%c0] : memref<2xi32>
  }
  %x = memref.load %array[%c0] : memref<2xi32>
  memref.store %x, %a[%c0] : memref<?xi32>
  pirch.return
}

// CHECK-LABEL: @stored_at_run_time
// CHECK-NOT: pirch.table
pirch.kernel @stored_at_run_time(%a: memref<?xi32>, %n: i32) attributes {wg_size = 4 : i64} {
  %array = memref.alloca() : memref<2xi32>
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %at = arith.index_cast %n : i32 to index
  memref.store %one, %array[%at] : memref<2xi32>
  %x = memref.load %array[%c0] : memref<2xi32>
  memref.store %x, %a[%c0] : memref<?xi32>
  pirch.return
}

// CHECK-LABEL: @not_constant
// CHECK-NOT: pirch.table
pirch.kernel @not_constant(%a: memref<?xi32>, %n: i32) attributes {wg_size = 4 : i64} {
  %array = memref.alloca() : memref<2xi32>
  %c0 = arith.constant 0 : index
  memref.store %n, %array[%c0] : memref<2xi32>
  %x = memref.load %array[%c0] : memref<2xi32>
  memref.store %x, %a[%c0] : memref<?xi32>
  pirch.return
}

// All work items of the group write one array.
// CHECK-LABEL: @local
// CHECK-NOT: pirch.table
pirch.kernel @local(%a: memref<?xi32>) attributes {wg_size = 4 : i64} {
  %array = memref.alloca() : memref<2xi32, 3>
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  memref.store %one, %array[%c0] : memref<2xi32, 3>
  %x = memref.load %array[%c0] : memref<2xi32, 3>
  memref.store %x, %a[%c0] : memref<?xi32>
  pirch.return
}
