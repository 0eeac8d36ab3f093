// The work-item form has no place for an operation that it does not know, though
// all its values are scalars.
// RUN: pirch-opt %s --split-input-file --verify-diagnostics --pirch-vectorize-work-items

pirch.kernel @unknown() attributes {wg_size = 2 : i64} {
  // expected-error @+1 {{is not supported yet in the work-item form}}
  %x = llvm.mlir.undef : f64
  pirch.return
}

// -----
pirch.kernel @unknown_operands(%x: f64) attributes {wg_size = 2 : i64} {
  // expected-error @+1 {{is not supported yet in the work-item form}}
  %y = llvm.intr.exp(%x) : (f64) -> f64
  pirch.return
}
