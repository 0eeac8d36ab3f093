// RUN: pirch-opt %s --pirch-distribute --split-input-file --verify-diagnostics

// expected-error@+1 {{has no target whose work items are threads}}
pirch.kernel @vectors(%a: memref<?xf32>) attributes {wg_size = 8 : i64, wg_pack = 1 : i64, target = #pirch.avx512<>} {
  pirch.return
}

// -----

// expected-error@+1 {{is not packed; pack it first (pirch-pack-work-groups)}}
pirch.kernel @unpacked(%a: memref<?xf32>) attributes {wg_size = 8 : i64, target = #pirch.nvvm<>} {
  pirch.return
}
