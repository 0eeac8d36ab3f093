pirch.kernel @double(%a: memref<?xf64>) attributes {wg_size = 8 : i64} {
  %c8 = arith.constant 8 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c8 : i64
  %at = arith.addi %row, %i : i64
  %place = arith.index_cast %at : i64 to index
  %x = memref.load %a[%place] : memref<?xf64>
  %y = arith.addf %x, %x : f64
  memref.store %y, %a[%place] : memref<?xf64>
  pirch.return
}
