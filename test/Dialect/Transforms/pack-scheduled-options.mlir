// A schedule with packs leaves nothing to the options.
// RUN: pirch-opt %s --verify-diagnostics --pirch-pack-work-groups=wg-pack=2

// expected-error @below {{has a schedule with packs, so that neither wg-pack nor lane-order can be given}}
pirch.kernel @k(%o: memref<?xf64>) attributes {
    schedule = #pirch.schedule<packs = [#pirch.pack<groups = 1, order = <wg, wi, ix>>]>, wg_size = 8 : i64} {
  pirch.return
}
