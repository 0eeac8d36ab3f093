// RUN: pirch-opt %s --split-input-file --verify-diagnostics --convert-pirch-to-vector

pirch.kernel @early(%a: memref<?xf64>) attributes {wg_size = 4 : i64, target = #pirch.avx512<>} {
  // expected-error @below {{belongs to the work-item form; form infregs first}}
  %x = memref.alloca() : memref<2xf64>
  pirch.return
}

// -----

pirch.kernel @unassigned(%s: f64) attributes {wg_size = 4 : i64, wg_pack = 1 : i64, target = #pirch.avx512<>} {
  // expected-error @below {{has no lane order; assign lanes first (pirch-assign-lanes)}}
  %x = pirch.splat %s : f64 -> <1x4x1xf64>
  pirch.return
}

// -----

// expected-error @below {{has no target to make chunks for}}
pirch.kernel @nowhere() attributes {wg_size = 4 : i64} {
  pirch.return
}

// -----

!r = !pirch.infreg<1x4x1xf64, #pirch.lanes<wg, wi, ix>>
pirch.kernel @unselected(%a: memref<?xf64>) attributes {wg_size = 4 : i64, wg_pack = 1 : i64, target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %x = pirch.load %a[%c0 + wg * %c0] [0, 1, 2, 3] : memref<?xf64> -> !r
  // expected-error @below {{has no reorder patterns; select them first (pirch-select-reorders)}}
  %y = pirch.wg_permute %x [3, 2, 1, 0] : !r -> !r
  pirch.store %y, %a[%c0 + wg * %c0] [0, 1, 2, 3] : !r, memref<?xf64>
  pirch.return
}

// -----

!r = !pirch.infreg<1x4x1xf64, #pirch.lanes<wg, wi, ix>>
pirch.kernel @mismatch(%a: memref<?xf64>) attributes {wg_size = 4 : i64, wg_pack = 1 : i64, target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %x = pirch.load %a[%c0 + wg * %c0] [0, 1, 2, 3] : memref<?xf64> -> !r
  // expected-error @below {{has 3 reorder patterns for 1 chunks}}
  %y = pirch.wg_permute %x [3, 2, 1, 0] {reorders = #pirch.reorders<permute x 3>} : !r -> !r
  pirch.store %y, %a[%c0 + wg * %c0] [0, 1, 2, 3] : !r, memref<?xf64>
  pirch.return
}

// -----

// expected-error @below {{has a target whose work items are threads; distribute them (pirch-distribute)}}
pirch.kernel @threads() attributes {wg_size = 4 : i64, wg_pack = 1 : i64, target = #pirch.nvvm<>} {
  pirch.return
}

// -----

!r = !pirch.infreg<2x4x1xf64, #pirch.lanes<wg, wi, ix>>
pirch.kernel @first_lane(%a: memref<?xf64>) attributes {wg_size = 4 : i64, wg_pack = 2 : i64, target = #pirch.avx512<>} {
  %c0 = arith.constant 0 : i64
  %x = pirch.load %a[%c0 + wg * %c0] [0, 1, 2, 3] : memref<?xf64> -> !r
  // expected-error @below {{is one scalar for 2 work groups of a pack}}
  %y = pirch.read_first_lane %x : !r
  pirch.return
}
