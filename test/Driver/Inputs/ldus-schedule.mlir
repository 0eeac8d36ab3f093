// Three groups of ldus side by side, their items slowest; groups that do not fill a
// pack one after the other; no prefetches.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %kernel = transform.structured.match ops{["pirch.kernel"]}
      attributes{sym_name = "ldus"} in %module : (!transform.any_op) -> !transform.any_op
    transform.pirch.attach_target #pirch.generic<> to %kernel : !transform.any_op
    transform.pirch.pack %kernel, [#pirch.pack<groups = 3, order = <wi, wg, ix>>,
                                   #pirch.pack<groups = 1, order = <wg, wi, ix>>] : !transform.any_op
    transform.pirch.prefetch %kernel {packs = 0 : i64} : !transform.any_op
    transform.yield
  }
}
