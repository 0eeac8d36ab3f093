// What variables in memory and atomic operations must not say.
// RUN: pirch-opt %s --split-input-file --verify-diagnostics
pirch.kernel @space() attributes {wg_size = 2 : i64} {
  // expected-error @+1 {{expects memory space 3 (of a work group) or 5 (of its work items), got 'memref<4xi32>'}}
  %t = pirch.alloca : memref<4xi32>
  pirch.return
}

// -----
pirch.kernel @size() attributes {wg_size = 2 : i64} {
  // expected-error @+1 {{expects a known number of elements, got 'memref<?xi32, 3>'}}
  %t = pirch.alloca : memref<?xi32, 3>
  pirch.return
}

// -----
pirch.kernel @bits() attributes {wg_size = 2 : i64} {
  // expected-error @+1 {{expects elements of 8, 16, 32 or 64 bits, got 'memref<4xi1, 3>'}}
  %t = pirch.alloca : memref<4xi1, 3>
  pirch.return
}

// -----
pirch.kernel @items() attributes {wg_size = 3 : i64} {
  // expected-error @+1 {{expects as many elements for each work item, got 'memref<4xi32, 5>'}}
  %t = pirch.alloca : memref<4xi32, 5>
  pirch.return
}

// -----
pirch.kernel @stride() attributes {wg_size = 2 : i64} {
  %c1 = arith.constant 1 : i64
  %t = pirch.alloca : memref<4xi32, 3>
  // expected-error @+1 {{accesses memory of the group's own and must have a group stride of 0}}
  %x = pirch.load %t[%c1 + wg * %c1] [0, 1] : memref<4xi32, 3> -> !pirch.infreg<?x2x1xi32>
  pirch.return
}

// -----
pirch.kernel @rows(%i: !pirch.infreg<?x2x1xi64>, %n: i64) attributes {wg_size = 2 : i64} {
  %t = pirch.alloca : memref<4xi32, 3>
  // expected-error @+1 {{moves rows of a parameter, not of a variable}}
  %x = pirch.load_rows %t[%n + %i] : memref<4xi32, 3>, !pirch.infreg<?x2x1xi64> -> !pirch.infreg<?x2x2xi32>
  pirch.return
}

// -----
func.func @kind(%x: !pirch.infreg<?x2x1xf32>, %a: memref<?xf32>, %i: !pirch.infreg<?x2x1xi64>) {
  // expected-error @+1 {{combines integers, not 'f32'}}
  %0 = pirch.atomic_rmw addi %x, %a[%i] : !pirch.infreg<?x2x1xf32>, memref<?xf32>, !pirch.infreg<?x2x1xi64>
  return
}

// -----
func.func @product(%x: !pirch.infreg<?x2x1xi32>, %a: memref<?xi32>, %i: !pirch.infreg<?x2x1xi64>) {
  // expected-error @+1 {{does not support the combination muli}}
  %0 = pirch.atomic_rmw muli %x, %a[%i] : !pirch.infreg<?x2x1xi32>, memref<?xi32>, !pirch.infreg<?x2x1xi64>
  return
}

// -----
func.func @scalar(%x: i32, %a: memref<?xi32>, %i: !pirch.infreg<?x2x1xi64>) {
  // expected-error @+1 {{combines a scalar with lanes}}
  %0 = pirch.atomic_rmw addi %x, %a[%i] : i32, memref<?xi32>, !pirch.infreg<?x2x1xi64>
  return
}

// -----
func.func @index(%x: !pirch.infreg<?x2x1xi32>, %a: memref<?xi32>, %i: index) {
  // expected-error @+1 {{combines lanes with one scalar index}}
  %0 = pirch.atomic_rmw addi %x, %a[%i] : !pirch.infreg<?x2x1xi32>, memref<?xi32>, index
  return
}

// -----
pirch.kernel @table_size() attributes {wg_size = 2 : i64} {
  // expected-error @+1 {{expects memory of the constants, got 'memref<3xi32>' for those of 'tensor<2xi32>'}}
  %t = pirch.table dense<[1, 2]> : tensor<2xi32> -> memref<3xi32>
  pirch.return
}

// -----
pirch.kernel @table_space() attributes {wg_size = 2 : i64} {
  // expected-error @+1 {{expects memory of the constants, got 'memref<2xi32, 3>'}}
  %t = pirch.table dense<[1, 2]> : tensor<2xi32> -> memref<2xi32, 3>
  pirch.return
}

// -----
pirch.kernel @table_type() attributes {wg_size = 2 : i64} {
  // expected-error @+1 {{expects elements of a type that lanes have, got 'memref<2xi128>'}}
  %t = pirch.table dense<[1, 2]> : tensor<2xi128> -> memref<2xi128>
  pirch.return
}

// -----
pirch.kernel @table_sparse() attributes {wg_size = 2 : i64} {
  // expected-error @+1 {{expects dense constants}}
  %t = pirch.table sparse<[[0]], [1]> : tensor<2xi32> -> memref<2xi32>
  pirch.return
}

// -----
pirch.kernel @table_stored() attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %t = pirch.table dense<[1, 2]> : tensor<2xi32> -> memref<2xi32>
  %x = pirch.constant dense<[[1], [2]]> : tensor<2x1xi32> -> <?x2x1xi32>
  // expected-error @+1 {{writes a table of constants}}
  pirch.store %x, %t[%c0 + wg * %c0] [0, 1] : <?x2x1xi32>, memref<2xi32>
  pirch.return
}

// -----
pirch.kernel @table_scattered() attributes {wg_size = 2 : i64} {
  %t = pirch.table dense<[1, 2]> : tensor<2xi32> -> memref<2xi32>
  %x = pirch.constant dense<[[1], [2]]> : tensor<2x1xi32> -> <?x2x1xi32>
  %i = pirch.constant dense<[[1], [0]]> : tensor<2x1xi64> -> <?x2x1xi64>
  // expected-error @+1 {{writes a table of constants}}
  pirch.scatter %x, %t[%i] : <?x2x1xi32>, memref<2xi32>, <?x2x1xi64>
  pirch.return
}

// -----
pirch.kernel @table_counted() attributes {wg_size = 2 : i64} {
  %t = pirch.table dense<[1, 2]> : tensor<2xi32> -> memref<2xi32>
  %x = pirch.constant dense<[[1], [2]]> : tensor<2x1xi32> -> <?x2x1xi32>
  %i = pirch.constant dense<[[1], [0]]> : tensor<2x1xi64> -> <?x2x1xi64>
  // expected-error @+1 {{writes a table of constants}}
  %old = pirch.atomic_rmw addi %x, %t[%i] : !pirch.infreg<?x2x1xi32>, memref<2xi32>, !pirch.infreg<?x2x1xi64>
  pirch.return
}
