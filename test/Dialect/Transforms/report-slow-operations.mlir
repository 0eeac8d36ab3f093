// RUN: pirch-opt %s --pirch-report-slow-operations \
// RUN:   --remarks-filter-missed=pirch --remark-format=emitRemark \
// RUN:   --split-input-file --verify-diagnostics -o /dev/null

!row = !pirch.infreg<1x8x1xf32, #pirch.lanes<wg, wi, ix>>
module {
  pirch.kernel @through_memory(%x: memref<?xf32>) 
      attributes {wg_size = 8 : i64, wg_pack = 1 : i64, target = #pirch.avx512<>} {
    %zero = arith.constant 0 : i64
    %eight = arith.constant 8 : i64
    %row = pirch.load %x[%zero + wg * %eight] [0, 1, 2, 3, 4, 5, 6, 7]
      : memref<?xf32> -> !row
    // expected-remark@below {{values of other work items are brought together through memory}}
    %other = pirch.wg_permute %row [1, 0, 3, 2, 5, 4, 7, 6] {reorders = #pirch.reorders<gather>} : !row -> !row
    pirch.store %other, %x[%zero + wg * %eight] [0, 1, 2, 3, 4, 5, 6, 7]
      : !row, memref<?xf32>
    pirch.return
  }
}

// -----

// expected-error@below {{has no target or no pack; choose them first}}
pirch.kernel @unpacked(%x: memref<?xf32>) attributes {wg_size = 8 : i64} {
  pirch.return
}
