// What no evaluator could compute, although each operation alone is well formed.
// RUN: pirch-opt %s --split-input-file --verify-diagnostics

// How such elements lie in memory is not defined.
// expected-error @+1 {{parameter 0 is 'memref<?xi1>'; expected elements of 8, 16, 32 or 64 bits}}
pirch.kernel @bits(%a: memref<?xi1>) attributes {wg_size = 2 : i64} {
  pirch.return
}

// -----
// expected-error @+1 {{parameter 1 is 'memref<?xi24>'; expected elements of 8, 16, 32 or 64 bits}}
pirch.kernel @bytes(%n: i24, %a: memref<?xi24>) attributes {wg_size = 2 : i64} {
  pirch.return
}

// -----
pirch.kernel @variable() attributes {wg_size = 2 : i64} {
  // expected-error @+1 {{expects elements of 8, 16, 32 or 64 bits, got 'memref<4xi24, 3>'}}
  %t = pirch.alloca : memref<4xi24, 3>
  pirch.return
}

// -----
// No lane has a buffer of its own.
pirch.kernel @branch(%a: memref<?xi32>, %b: memref<?xi32>, %c: i1) attributes {wg_size = 2 : i64} {
  // expected-error @+1 {{gives a buffer of type 'memref<?xi32>', but the buffers of a kernel are its parameters, variables and tables}}
  %x = scf.if %c -> memref<?xi32> {
    scf.yield %a : memref<?xi32>
  } else {
    scf.yield %b : memref<?xi32>
  }
  pirch.return
}

// -----
pirch.kernel @select(%a: memref<?xi32>, %b: memref<?xi32>, %c: i1) attributes {wg_size = 2 : i64} {
  // expected-error @+1 {{gives a buffer of type 'memref<?xi32>', but the buffers of a kernel are its parameters, variables and tables}}
  %x = arith.select %c, %a, %b : memref<?xi32>
  pirch.return
}

// -----
pirch.kernel @poison() attributes {wg_size = 2 : i64} {
  // expected-error @+1 {{gives a buffer of type 'memref<?xi32>', but the buffers of a kernel are its parameters, variables and tables}}
  %x = ub.poison : memref<?xi32>
  pirch.return
}

// -----
pirch.kernel @loop(%a: memref<?xi32>, %c: i1) attributes {wg_size = 2 : i64} {
  // expected-error @+1 {{gives a buffer of type 'memref<?xi32>', but the buffers of a kernel are its parameters, variables and tables}}
  %x = scf.while (%b = %a) : (memref<?xi32>) -> memref<?xi32> {
    scf.condition(%c) %b : memref<?xi32>
  } do {
  ^bb0(%b: memref<?xi32>):
    scf.yield %b : memref<?xi32>
  }
  pirch.return
}

// -----
// A work item has many elements, or none.
func.func @element() {
  // expected-error @+1 {{gives the array element of each lane, which a scalar of type 'i32' has not}}
  %x = pirch.ix_index : i32
  return
}

// -----
// The groups that are left would be written once more.
pirch.kernel @late(%a: memref<?xi32>, %n: i64) attributes {wg_size = 2 : i64, remainder = @rest} {
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : i64
  %x = pirch.load %a[%c0 + wg * %c2] [0, 1] : memref<?xi32> -> <?x2x1xi32>
  pirch.store %x, %a[%c0 + wg * %c2] [1, 0] : <?x2x1xi32>, memref<?xi32>
  // expected-error @+1 {{must stand before any access that writes memory}}
  pirch.main_groups %n
  pirch.return
}
pirch.kernel @rest(%a: memref<?xi32>, %n: i64) attributes {wg_size = 2 : i64, role = #pirch.role<remainder>} {
  pirch.return
}
