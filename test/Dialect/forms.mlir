// What does not belong to the form of a kernel that a pass works on.
// RUN: pirch-opt %s --split-input-file --verify-diagnostics \
// RUN:   --pirch-vectorize-work-items --pirch-pack-work-groups --pirch-assign-lanes --convert-pirch-to-vector

pirch.kernel @k(%a: memref<?xf64>) attributes {wg_size = 2 : i64} {
  %c = arith.constant 0 : index
  %lb = arith.constant 4 : index
  // expected-error @+1 {{is not supported yet in the work-item form}}
  scf.for %i = %c to %lb step %lb {
  }
  pirch.return
}

// -----
pirch.kernel @k(%x: i32) attributes {wg_size = 2 : i64} {
  %c = arith.constant 0 : index
  %t = pirch.table dense<[1, 2]> : tensor<2xi32> -> memref<2xi32>
  // expected-error @+1 {{writes a table of constants}}
  memref.store %x, %t[%c] : memref<2xi32>
  pirch.return
}

// -----
pirch.kernel @k(%a: memref<?xf64>) attributes {wg_size = 2 : i64} {
  // expected-error @+1 {{expects a rank-1 variable of known size, got 'memref<2x2xf64>'}}
  %x = memref.alloca() : memref<2x2xf64>
  pirch.return
}

// -----
pirch.kernel @k(%a: memref<?xf64>) attributes {wg_size = 2 : i64} {
  // expected-error @+1 {{is not supported yet in the work-item form}}
  %x = arith.constant dense<1.0> : vector<4xf64>
  pirch.return
}

// -----
pirch.kernel @k(%x: f64, %m: i1) attributes {wg_size = 2 : i64} {
  // expected-error @+1 {{has a mask, which the work-item form does not}}
  %0 = pirch.reduce add %x mask %m : i1 : f64
  pirch.return
}

// -----
// expected-error @+1 {{is packed already; form infregs before packing}}
pirch.kernel @k(%x: f64) attributes {wg_size = 2 : i64, wg_pack = 2 : i64} {
  pirch.return
}

// -----
pirch.kernel @k(%a: memref<?xf64>) attributes {wg_size = 2 : i64} {
  %c = arith.constant 0 : index
  // expected-error @+1 {{is not supported yet in the InfReg form}}
  %x = memref.load %a[%c] : memref<?xf64>
  %y = pirch.splat %x : f64 -> <?x2x1xf64>
  pirch.return
}

// -----
pirch.kernel @k(%c: i1) attributes {wg_size = 2 : i64} {
  %x = pirch.wi_index : !pirch.infreg<?x2x1xi32>
  // expected-error @+1 {{is not supported yet in the InfReg form}}
  %y = scf.if %c -> !pirch.infreg<?x2x1xi32> {
    scf.yield %x : !pirch.infreg<?x2x1xi32>
  } else {
    scf.yield %x : !pirch.infreg<?x2x1xi32>
  }
  pirch.return
}

// -----
pirch.kernel @k(%x: f64) attributes {wg_size = 2 : i64} {
  %y = pirch.splat %x : f64 -> <?x2x1xf64>
  // expected-error @+1 {{belongs to the work-item form; form infregs first (pirch-vectorize-work-items)}}
  %z = pirch.reduce add %x : f64
  pirch.return
}

// -----
pirch.kernel @k() attributes {wg_size = 2 : i64, wg_pack = 2 : i64} {
  %x = pirch.wi_index : !pirch.infreg<2x2x1xi32>
  // expected-error @+1 {{makes an infreg; use pirch.splat or pirch.constant}}
  %y = arith.constant dense<1> : !pirch.infreg<2x2x1xi32>
  pirch.return
}
