// Packs, lane orders and remainders are those of the kernel's schedule.
// RUN: pirch-opt %s --split-input-file --verify-diagnostics --pirch-pack-work-groups | FileCheck %s

// CHECK: pirch.kernel @k
// CHECK-SAME: lane_order = #pirch.lanes<ix, wg, wi>
// CHECK-SAME: remainder = @k.remainder
// CHECK-SAME: wg_pack = 4
// CHECK: pirch.splat {{.*}} -> <4x8x2xf64>
// CHECK: pirch.kernel @k.remainder
// CHECK-SAME: lane_order = #pirch.lanes<wg, wi, ix>
// CHECK-SAME: wg_pack = 1
pirch.kernel @k(%o: memref<?xf64>) attributes {
    schedule = #pirch.schedule<packs = [#pirch.pack<groups = 4, order = <ix, wg, wi>>, #pirch.pack<groups = 1, order = <wg, wi, ix>>]>,
    target = #pirch.generic<>, wg_size = 8 : i64} {
  %zero = arith.constant 0.0 : f64
  %x = pirch.splat %zero : f64 -> <?x8x2xf64>
  pirch.return
}

// -----

// expected-error @below {{the kernel has no remainder for its guards and no form for one group at a time}}
pirch.kernel @few(%o: memref<?xf64>) attributes {
    schedule = #pirch.schedule<packs = [#pirch.pack<groups = 4, order = <ix, wg, wi>>]>, wg_size = 8 : i64} {
  pirch.return
}

// -----

// expected-error @below {{has a schedule with padded rows, but no rows that can be padded}}
pirch.kernel @rows(%o: memref<?xf64>) attributes {
    schedule = #pirch.schedule<packs = [#pirch.pack<groups = 1, order = <wg, wi, ix>, padded = true>]>,
    target = #pirch.generic<>, wg_size = 8 : i64} {
  pirch.return
}

// -----

// expected-error @below {{the kernel does not tell how much data a call has}}
pirch.kernel @data(%o: memref<?xf64>) attributes {
    schedule = #pirch.schedule<packs = [#pirch.pack<groups = 2, order = <wg, wi, ix>, cached = true>, #pirch.pack<groups = 1, order = <wg, wi, ix>>]>,
    target = #pirch.generic<>, wg_size = 8 : i64} {
  pirch.return
}
