pirch.kernel @k(%a: memref<?xi64>) attributes {wg_size = 4 : i64} {
  %i = pirch.wi_index : i64
  %at = arith.index_cast %i : i64 to index
  memref.store %i, %a[%at] : memref<?xi64>
  pirch.return
}
