// RUN: pirch-opt %s --convert-pirch-to-vector --verify-diagnostics
pirch.kernel @large() attributes {wg_size = 4 : i64, wg_pack = 2 : i64, lane_order = #pirch.lanes<wg, wi, ix>, target = #pirch.generic<bits = 256>} {
  // expected-error @+1 {{not supported: variables in memory of 1600000 bytes for 2 work groups (at most 1048576)}}
  %t = pirch.alloca : memref<200000xf32, 3>
  pirch.return
}
