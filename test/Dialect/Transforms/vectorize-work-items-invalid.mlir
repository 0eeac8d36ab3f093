// RUN: pirch-opt %s --split-input-file --verify-diagnostics --pirch-vectorize-work-items

pirch.kernel @outside(%a: memref<?xf64>) attributes {wg_size = 4 : i64} {
  %x = memref.alloca() : memref<2xf64>
  %w = pirch.wi_index : i64
  %i = arith.index_cast %w : i64 to index
  // expected-error @below {{subscript 2 of work item 2 is outside the array of 2 elements}}
  %v = memref.load %x[%i] : memref<2xf64>
  memref.store %v, %a[%i] : memref<?xf64>
  pirch.return
}

// -----

pirch.kernel @unsized(%a: memref<?xf64>, %s: i64) attributes {wg_size = 4 : i64} {
  %n = arith.index_cast %s : i64 to index
  // expected-error @below {{expects a rank-1 variable of known size}}
  %x = memref.alloca(%n) : memref<?xf64>
  pirch.return
}

// -----

pirch.kernel @region(%a: memref<?xf64>, %s: i64) attributes {wg_size = 4 : i64} {
  %n = arith.index_cast %s : i64 to index
  // expected-error @below {{is not supported yet in the work-item form}}
  scf.for %i = %n to %n step %n {
  }
  pirch.return
}
