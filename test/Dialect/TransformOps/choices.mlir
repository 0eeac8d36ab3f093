// Each operation changes the schedule of the kernels that its handle has, or the
// kernels themselves.
// RUN: pirch-opt %s --transform-interpreter | FileCheck %s

// CHECK-LABEL: pirch.kernel @chosen
// CHECK-SAME: schedule = #pirch.schedule<unroll = 100, packs = [#pirch.pack<groups = 4, order = <ix, wg, wi>>, #pirch.pack<groups = 1, order = <wg, wi, ix>, padded = true>], prefetch = 2, stream = 1024, keepOrder = true>
// CHECK-SAME: target = #pirch.generic
// CHECK-DAG: arith.constant 4 : i32
// CHECK-DAG: %[[HALF:.*]] = arith.constant 5.000000e-01 : f64
// CHECK: memref.store %[[HALF]]
pirch.kernel @chosen(%o: memref<?xf64>, %n: i32, %x: f64) attributes {arg_names = ["o", "n", "x"], wg_size = 8 : i64} {
  %staged = pirch.stage %n index 0 : i32
  %index = arith.index_cast %staged : i32 to index
  memref.store %x, %o[%index] : memref<?xf64>
  pirch.return
}

// CHECK-LABEL: pirch.kernel @left
// CHECK-NOT: schedule
// CHECK: pirch.return
pirch.kernel @left(%o: memref<?xf64>) attributes {wg_size = 8 : i64} {
  pirch.return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %kernel = transform.structured.match ops{["pirch.kernel"]} attributes{sym_name = "chosen"} in %module : (!transform.any_op) -> !transform.any_op
    transform.pirch.attach_target #pirch.generic<> to %kernel : !transform.any_op
    transform.pirch.stage %kernel, ["0=4", "x=0.5"] : !transform.any_op
    transform.pirch.unroll %kernel {operations = 100 : i64} : !transform.any_op
    transform.pirch.pack %kernel, [#pirch.pack<groups = 4, order = <ix, wg, wi>>, #pirch.pack<groups = 1, order = <wg, wi, ix>, padded = true>] : !transform.any_op
    transform.pirch.prefetch %kernel {packs = 2 : i64} : !transform.any_op
    transform.pirch.stream %kernel {bytes = 1024 : i64} : !transform.any_op
    transform.pirch.keep_order %kernel : !transform.any_op
    transform.yield
  }
}
