// What cannot be chosen is an error that says of which kernel.
// RUN: pirch-opt %s --transform-interpreter --split-input-file --verify-diagnostics

// expected-note @below {{the kernel is here}}
pirch.kernel @k(%o: memref<?xf64>) attributes {target = #pirch.avx2<>, wg_size = 8 : i64} {
  pirch.return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %kernel = transform.structured.match ops{["pirch.kernel"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{kernel 'k' is compiled for #pirch.avx2}}
    transform.pirch.attach_target #pirch.generic<> to %kernel : !transform.any_op
    transform.yield
  }
}

// -----

pirch.kernel @k(%o: memref<?xf64>) attributes {wg_size = 8 : i64} {
  pirch.return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %kernel = transform.structured.match ops{["pirch.kernel"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{kernel 'k' has no parameter or staged value 'n'}}
    transform.pirch.stage %kernel, ["n=4"] : !transform.any_op
    transform.yield
  }
}

// -----

pirch.kernel @k(%o: memref<?xf64>, %n: i32) attributes {arg_names = ["o", "n"], wg_size = 8 : i64} {
  // The parameter's value.
  // expected-error @-2 {{'0.5' is no value of type 'i32' (--stage=n=0.5)}}
  pirch.return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %kernel = transform.structured.match ops{["pirch.kernel"]} in %module : (!transform.any_op) -> !transform.any_op
    transform.pirch.stage %kernel, ["n=0.5"] : !transform.any_op
    transform.yield
  }
}

// -----

pirch.kernel @k(%o: memref<?xf64>) attributes {wg_pack = 4 : i64, wg_size = 8 : i64} {
  pirch.return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %kernel = transform.structured.match ops{["pirch.kernel"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{kernel 'k' is packed already}}
    transform.pirch.pack %kernel, [#pirch.pack<groups = 4, order = <ix, wg, wi>>] : !transform.any_op
    transform.yield
  }
}

// -----

pirch.kernel @k(%o: memref<?xf64>) attributes {wg_size = 8 : i64} {
  %zero = arith.constant 0.0 : f64
  %x = pirch.splat %zero : f64 -> <?x8x1xf64>
  pirch.return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %kernel = transform.structured.match ops{["pirch.kernel"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{the loops of kernel 'k' were unrolled, or not, before}}
    transform.pirch.unroll %kernel {operations = 100 : i64} : !transform.any_op
    transform.yield
  }
}

// -----

// expected-note @below {{when applied to this op}}
func.func @f() {
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %function = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{transform applied to the wrong op kind}}
    transform.pirch.prefetch %function {packs = 1 : i64} : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%kernel: !transform.any_op) {
    // expected-error @below {{expected one to four #pirch.pack as packs, got [4]}}
    transform.pirch.pack %kernel, [4] : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%kernel: !transform.any_op) {
    // expected-error @below {{expected 1 to 4096 groups in a pack, got 0}}
    transform.pirch.pack %kernel, [#pirch.pack<groups = 0, order = <ix, wg, wi>>] : !transform.any_op
    transform.yield
  }
}

// -----

// expected-error @below {{failed to parse Pirch_ScheduleAttr parameter 'packs'}}
// expected-error @below {{the form for one group at a time has packs of one group, for any call}}
pirch.kernel @k(%o: memref<?xf64>) attributes {schedule = #pirch.schedule<packs = [#pirch.pack<groups = 2, order = <ix, wg, wi>, single = true>]>, wg_size = 8 : i64} {
  pirch.return
}

// -----

// expected-error @below {{expected no less than -1 as prefetch, got -2}}
pirch.kernel @k(%o: memref<?xf64>) attributes {schedule = #pirch.schedule<prefetch = -2>, wg_size = 8 : i64} {
  pirch.return
}
