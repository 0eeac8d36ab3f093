// RUN: pirch-opt %s --split-input-file --verify-diagnostics --pirch-interpret=groups=2

// Lanes that hold nothing: a map gives them no source.
pirch.kernel @stored(%a: memref<?xi32> {pirch.value = dense<0> : tensor<4xi32>})
    attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : i64
  %x = pirch.load %a[%c0 + wg * %c2] [0, 1] : memref<?xi32> -> <?x2x1xi32>
  %y = pirch.wg_permute %x [1, _] : <?x2x1xi32> -> <?x2x1xi32>
  // What is computed from nothing is nothing; that alone is no error.
  %z = arith.addi %x, %y : !pirch.infreg<?x2x1xi32>
  // expected-error@+1 {{writes a lane that holds no value to 'arg0': work group 0, work item 1, element 0}}
  pirch.store %z, %a[%c0 + wg * %c2] [0, 1] : <?x2x1xi32>, memref<?xi32>
  pirch.return
}

// -----

// Not loaded under the mask, in the second group alone.
pirch.kernel @masked(%a: memref<?xi32> {pirch.value = dense<[1, 1, 1, 0]> : tensor<4xi32>})
    attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : i64
  %x = pirch.load %a[%c0 + wg * %c2] [0, 1] : memref<?xi32> -> <?x2x1xi32>
  %m = pirch.convert trunci %x : !pirch.infreg<?x2x1xi32> -> !pirch.infreg<?x2x1xi1>
  %y = pirch.load %a[%c0 + wg * %c2] [0, 1] mask %m : !pirch.infreg<?x2x1xi1>
    : memref<?xi32> -> <?x2x1xi32>
  // expected-error@+1 {{writes a lane that holds no value to 'arg0': work group 1, work item 1, element 0}}
  pirch.store %y, %a[%c0 + wg * %c2] [0, 1] : <?x2x1xi32>, memref<?xi32>
  pirch.return
}

// -----

// Poison of arith: a sum that wraps where it says it does not.
pirch.kernel @overflow(%a: memref<?xi8> {pirch.value = dense<[1, 100]> : tensor<2xi8>})
    attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %x = pirch.load %a[%c0 + wg * %c0] [0, 1] : memref<?xi8> -> <?x2x1xi8>
  %y = arith.addi %x, %x overflow<nsw> : !pirch.infreg<?x2x1xi8>
  // expected-error@+1 {{writes a lane that holds no value to 'arg0': work group 0, work item 1, element 0}}
  pirch.store %y, %a[%c0 + wg * %c0] [0, 1] : <?x2x1xi8>, memref<?xi8>
  pirch.return
}

// -----

// A shift by the width, and a number that the integer type cannot hold.
pirch.kernel @shift(%a: memref<?xi32> {pirch.value = dense<32> : tensor<1xi32>},
                    %b: memref<?xf32> {pirch.value = dense<3.0e9> : tensor<1xf32>})
    attributes {wg_size = 1 : i64} {
  %c0 = arith.constant 0 : i64
  %x = pirch.load %a[%c0 + wg * %c0] [0] : memref<?xi32> -> <?x1x1xi32>
  %shifted = arith.shli %x, %x : !pirch.infreg<?x1x1xi32>
  %y = pirch.load %b[%c0 + wg * %c0] [0] : memref<?xf32> -> <?x1x1xf32>
  %cut = pirch.convert fptosi %y : !pirch.infreg<?x1x1xf32> -> !pirch.infreg<?x1x1xi32>
  %wide = pirch.convert fptoui %y : !pirch.infreg<?x1x1xf32> -> !pirch.infreg<?x1x1xi32>
  pirch.store %wide, %a[%c0 + wg * %c0] [0] : <?x1x1xi32>, memref<?xi32>
  %m = arith.cmpi eq, %shifted, %cut : !pirch.infreg<?x1x1xi32>
  // expected-error@+1 {{is masked by a lane that holds no value: work group 0, work item 0, element 0}}
  pirch.store %wide, %a[%c0 + wg * %c0] [0] mask %m : !pirch.infreg<?x1x1xi1>
    : <?x1x1xi32>, memref<?xi32>
  pirch.return
}

// -----

// Some work item's value, but which one?
pirch.kernel @far(%a: memref<?xi32> {pirch.value = dense<[1, 2]> : tensor<2xi32>})
    attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %x = pirch.load %a[%c0 + wg * %c0] [0, 1] : memref<?xi32> -> <?x2x1xi32>
  %y = pirch.wg_shuffle %x from %x : !pirch.infreg<?x2x1xi32>, !pirch.infreg<?x2x1xi32>
  // expected-error@+1 {{writes a lane that holds no value to 'arg0': work group 0, work item 1, element 0}}
  pirch.store %y, %a[%c0 + wg * %c0] [0, 1] : <?x2x1xi32>, memref<?xi32>
  pirch.return
}

// -----

// Where control goes, and where memory is.
pirch.kernel @decision(%a: memref<?xi8> {pirch.value = dense<1> : tensor<2xi8>})
    attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %number = pirch.load %a[%c0 + wg * %c0] [0, _] : memref<?xi8> -> <?x2x1xi8>
  %x = pirch.convert trunci %number : <?x2x1xi8> -> <?x2x1xi1>
  %again = pirch.active %x : !pirch.infreg<?x2x1xi1>
  scf.while : () -> () {
    // expected-error@+1 {{decides by a scalar that holds no value, for work groups from 0 on}}
    scf.condition(%again)
  } do {
    scf.yield
  }
  pirch.return
}

// -----

pirch.kernel @place(%a: memref<?xi32> {pirch.value = dense<1> : tensor<2xi32>})
    attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %x = pirch.load %a[%c0 + wg * %c0] [0, _] : memref<?xi32> -> <?x2x1xi32>
  // expected-error@+1 {{goes to a place in 'arg0' that holds no value: work group 0, work item 1, element 0}}
  %y = pirch.gather %a[%x] : memref<?xi32>, !pirch.infreg<?x2x1xi32> -> !pirch.infreg<?x2x1xi32>
  pirch.return
}

// -----

pirch.kernel @outside(%a: memref<?xi32> {pirch.value = dense<1> : tensor<3xi32>})
    attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : i64
  // expected-error@+1 {{goes to element 3 of 'arg0', which has 3: work group 1, work item 1, element 0}}
  %x = pirch.load %a[%c0 + wg * %c2] [0, 1] : memref<?xi32> -> <?x2x1xi32>
  pirch.return
}

// -----

// A condition on the right of a mask may hold nothing where the mask does not
// hold; on the left it may not.
pirch.kernel @conditions(%a: memref<?xi32> {pirch.value = dense<1> : tensor<2xi32>})
    attributes {wg_size = 2 : i64} {
  %c0 = arith.constant 0 : i64
  %first = pirch.constant dense<[[true], [false]]> : tensor<2x1xi1> -> !pirch.infreg<?x2x1xi1>
  %x = pirch.load %a[%c0 + wg * %c0] [0, _] : memref<?xi32> -> <?x2x1xi32>
  %c = pirch.convert trunci %x : !pirch.infreg<?x2x1xi32> -> !pirch.infreg<?x2x1xi1>
  %right = arith.andi %first, %c : !pirch.infreg<?x2x1xi1>
  pirch.store %x, %a[%c0 + wg * %c0] [0, 1] mask %right : !pirch.infreg<?x2x1xi1>
    : <?x2x1xi32>, memref<?xi32>
  %left = arith.andi %c, %first : !pirch.infreg<?x2x1xi1>
  // expected-error@+1 {{is masked by a lane that holds no value: work group 0, work item 1, element 0}}
  pirch.store %x, %a[%c0 + wg * %c0] [0, 1] mask %left : !pirch.infreg<?x2x1xi1>
    : <?x2x1xi32>, memref<?xi32>
  pirch.return
}

// -----

// The program of one work item is not what the interpreter runs.
pirch.kernel @form(%a: memref<?xi64> {pirch.value = dense<0> : tensor<2xi64>})
    attributes {wg_size = 2 : i64} {
  // expected-error@+1 {{belongs to the work-item form; form infregs first}}
  %i = pirch.wi_index : i64
  pirch.return
}

// -----

pirch.kernel @variable(%a: memref<?xi64> {pirch.value = dense<0> : tensor<2xi64>})
    attributes {wg_size = 2 : i64} {
  // expected-error@+1 {{is not supported yet by the interpreter of the InfReg form}}
  %v = memref.alloca() : memref<1xi64>
  pirch.return
}

// -----

// expected-error@+1 {{parameter 'arg1' of type 'i32' has another type than its value}}
pirch.kernel @value(%a: memref<?xi64> {pirch.value = dense<0> : tensor<2xi64>},
                    %n: i32 {pirch.value = 3 : i64})
    attributes {wg_size = 2 : i64} {
  pirch.return
}

// -----

// expected-error@+1 {{computes 4 work groups at a time, and no kernel computes the 2 that are left}}
pirch.kernel @alone(%a: memref<?xi64> {pirch.value = dense<0> : tensor<2xi64>})
    attributes {wg_size = 2 : i64, wg_pack = 4 : i64} {
  pirch.return
}

// -----

pirch.kernel @window(%a: memref<?xi32> {pirch.value = dense<1> : tensor<3xi32>})
    attributes {wg_size = 2 : i64} {
  %i = pirch.constant dense<[[1], [2]]> : tensor<2x1xi64> -> <?x2x1xi64>
  // expected-error@+1 {{goes to element 2 outside of its window: work group 0, work item 1, element 0}}
  %x = pirch.gather %a[%i] {window = array<i64: 0, 2>} : memref<?xi32>, <?x2x1xi64> -> <?x2x1xi32>
  pirch.return
}

// -----

pirch.kernel @window(%a: memref<?xi32> {pirch.value = dense<1> : tensor<3xi32>})
    attributes {wg_size = 2 : i64} {
  %i = pirch.constant dense<[[1], [2]]> : tensor<2x1xi64> -> <?x2x1xi64>
  // expected-error@+1 {{has a window that reaches out of the buffer}}
  %x = pirch.gather %a[%i] {window = array<i64: 0, 4>, window_in_buffer} : memref<?xi32>, <?x2x1xi64> -> <?x2x1xi32>
  pirch.return
}
