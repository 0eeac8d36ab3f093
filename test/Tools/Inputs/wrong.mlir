pirch.kernel @k(%a: memref<?xf64>) attributes {wg_size = 4 : i64} {
  %v = pirch.constant dense<1.0> : tensor<3x1xf64> -> !pirch.infreg<?x4x1xf64>
  pirch.return
}
