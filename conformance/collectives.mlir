// Votes, reductions and scans over the work items of a group.

// run: 3 groups
pirch.kernel @votes(
    %a: memref<?xi32> {pirch.value = dense<[1, 0, 1, 1, 0, 0]> : tensor<6xi32>},
    %any: memref<?xi32> {pirch.value = dense<-1> : tensor<6xi32>},
    %all: memref<?xi32> {pirch.value = dense<-1> : tensor<6xi32>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %zero = arith.constant 0 : i32
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xi32>
  %set = arith.cmpi ne, %x, %zero : i32
  %some = pirch.any %set : i1
  %each = pirch.all %set : i1
  %n = arith.extui %some : i1 to i32
  %m = arith.extui %each : i1 to i32
  memref.store %n, %any[%at] : memref<?xi32>
  memref.store %m, %all[%at] : memref<?xi32>
  pirch.return
}
// votes: arg1 = dense<[1, 1, 1, 1, 0, 0]> : tensor<6xi32>
// votes: arg2 = dense<[0, 0, 1, 1, 0, 0]> : tensor<6xi32>

// -----

// In a branch: those that take part vote.
// run: 3 groups
pirch.kernel @votes_in_a_branch(
    %a: memref<?xi32> {pirch.value = dense<[1, 2, 0, 2, 0, 0, 2, 1, 2, 1, 1, 1]> : tensor<12xi32>})
    attributes {wg_size = 4 : i64} {
  %c4 = arith.constant 4 : i64
  %zero = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  %ten = arith.constant 10 : i32
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c4 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xi32>
  %nonzero = arith.cmpi ne, %x, %zero : i32
  scf.if %nonzero {
    %is_two = arith.cmpi eq, %x, %two : i32
    %some = pirch.any %is_two : i1
    %each = pirch.all %is_two : i1
    %n = arith.extui %some : i1 to i32
    %m = arith.extui %each : i1 to i32
    %tens = arith.muli %n, %ten : i32
    %both = arith.addi %tens, %m : i32
    memref.store %both, %a[%at] : memref<?xi32>
  }
  pirch.return
}
// votes_in_a_branch: arg0 = dense<[10, 10, 0, 10, 0, 0, 10, 10, 10, 10, 10, 10]> : tensor<12xi32>

// -----

// run: 2 groups
pirch.kernel @integer_reductions(
    %a: memref<?xi32> {pirch.value = dense<[5, -3, 12, 7, 2147483647, 1, -1, 6]> : tensor<8xi32>},
    %r: memref<?xi32> {pirch.value = dense<0> : tensor<18xi32>})
    attributes {wg_size = 4 : i64} {
  %c4 = arith.constant 4 : i64
  %c9 = arith.constant 9 : i64
  %1 = arith.constant 1 : index
  %2 = arith.constant 2 : index
  %3 = arith.constant 3 : index
  %4 = arith.constant 4 : index
  %5 = arith.constant 5 : index
  %6 = arith.constant 6 : index
  %7 = arith.constant 7 : index
  %8 = arith.constant 8 : index
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c4 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xi32>
  %results = arith.muli %g, %c9 : i64
  %at0 = arith.index_cast %results : i64 to index
  %add = pirch.reduce add %x : i32
  memref.store %add, %r[%at0] : memref<?xi32>
  %mul = pirch.reduce mul %x : i32
  %at1 = arith.addi %at0, %1 : index
  memref.store %mul, %r[%at1] : memref<?xi32>
  %minsi = pirch.reduce minsi %x : i32
  %at2 = arith.addi %at0, %2 : index
  memref.store %minsi, %r[%at2] : memref<?xi32>
  %maxsi = pirch.reduce maxsi %x : i32
  %at3 = arith.addi %at0, %3 : index
  memref.store %maxsi, %r[%at3] : memref<?xi32>
  %minui = pirch.reduce minui %x : i32
  %at4 = arith.addi %at0, %4 : index
  memref.store %minui, %r[%at4] : memref<?xi32>
  %maxui = pirch.reduce maxui %x : i32
  %at5 = arith.addi %at0, %5 : index
  memref.store %maxui, %r[%at5] : memref<?xi32>
  %and = pirch.reduce and %x : i32
  %at6 = arith.addi %at0, %6 : index
  memref.store %and, %r[%at6] : memref<?xi32>
  %or = pirch.reduce or %x : i32
  %at7 = arith.addi %at0, %7 : index
  memref.store %or, %r[%at7] : memref<?xi32>
  %xor = pirch.reduce xor %x : i32
  %at8 = arith.addi %at0, %8 : index
  memref.store %xor, %r[%at8] : memref<?xi32>
  pirch.return
}
// integer_reductions: arg1 = dense<[21, -1260, -3, 12, 5, -3, 4, -1, -13, -2147483643, 6, -1, 2147483647, 1, -1, 0, -1, -2147483641]> : tensor<18xi32>

// -----

// In a tree, ((0 + 4) + 2) + (1 + 3): of 1e16 and four ones the sum of two is not lost.
// One after the other, everything is. The least value is NaN only where all are.
// run: 3 groups
pirch.kernel @float_reductions(
    %a: memref<?xf64> {pirch.value = dense<[1.0e16, 1.0, 1.0, 1.0, 1.0,
                                            0x7FF8000000000000, 2.0, -3.0, 0.5, 0x7FF8000000000000,
                                            0.1, 0.2, 0.3, 0.4, 0.5]> : tensor<15xf64>},
    %tree: memref<?xf64> {pirch.value = dense<0.0> : tensor<15xf64>},
    %ordered: memref<?xf64> {pirch.value = dense<0.0> : tensor<15xf64>},
    %least: memref<?xf64> {pirch.value = dense<0.0> : tensor<15xf64>},
    %greatest: memref<?xf64> {pirch.value = dense<0.0> : tensor<15xf64>})
    attributes {wg_size = 5 : i64} {
  %c5 = arith.constant 5 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c5 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xf64>
  %0 = pirch.reduce add %x : f64
  memref.store %0, %tree[%at] : memref<?xf64>
  %1 = pirch.reduce add %x {ordered} : f64
  memref.store %1, %ordered[%at] : memref<?xf64>
  %2 = pirch.reduce minf %x : f64
  memref.store %2, %least[%at] : memref<?xf64>
  %3 = pirch.reduce maxf %x : f64
  memref.store %3, %greatest[%at] : memref<?xf64>
  pirch.return
}
// float_reductions: arg1 = dense<[0x4341C37937E08001, 0x4341C37937E08001, 0x4341C37937E08001, 0x4341C37937E08001, 0x4341C37937E08001, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 1.500000e+00, 1.500000e+00, 1.500000e+00, 1.500000e+00, 1.500000e+00]> : tensor<15xf64>
// float_reductions: arg2 = dense<[1.000000e+16, 1.000000e+16, 1.000000e+16, 1.000000e+16, 1.000000e+16, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 1.500000e+00, 1.500000e+00, 1.500000e+00, 1.500000e+00, 1.500000e+00]> : tensor<15xf64>
// float_reductions: arg3 = dense<[1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, -3.000000e+00, -3.000000e+00, -3.000000e+00, -3.000000e+00, -3.000000e+00, 1.000000e-01, 1.000000e-01, 1.000000e-01, 1.000000e-01, 1.000000e-01]> : tensor<15xf64>
// float_reductions: arg4 = dense<[1.000000e+16, 1.000000e+16, 1.000000e+16, 1.000000e+16, 1.000000e+16, 2.000000e+00, 2.000000e+00, 2.000000e+00, 2.000000e+00, 2.000000e+00, 5.000000e-01, 5.000000e-01, 5.000000e-01, 5.000000e-01, 5.000000e-01]> : tensor<15xf64>

// -----

// In a branch: those that take part are combined, and get the result.
// run: 3 groups
pirch.kernel @reduction_in_a_branch(
    %a: memref<?xi32> {pirch.value = dense<[1, -2, 3, -4, 5, 6, 7, 8, -1, -1, -1, 9]> : tensor<12xi32>})
    attributes {wg_size = 4 : i64} {
  %c4 = arith.constant 4 : i64
  %zero = arith.constant 0 : i32
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c4 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xi32>
  %positive = arith.cmpi sgt, %x, %zero : i32
  scf.if %positive {
    %sum = pirch.reduce add %x : i32
    memref.store %sum, %a[%at] : memref<?xi32>
  }
  pirch.return
}
// reduction_in_a_branch: arg0 = dense<[4, -2, 4, -4, 26, 26, 26, 26, -1, -1, -1, 9]> : tensor<12xi32>

// -----

// run: 3 groups
pirch.kernel @scans(
    %a: memref<?xi32> {pirch.value = dense<[4, 3, 2, -1, -2, -3, 100, 0, 7]> : tensor<9xi32>},
    %in: memref<?xi32> {pirch.value = dense<0> : tensor<9xi32>},
    %ex: memref<?xi32> {pirch.value = dense<0> : tensor<9xi32>},
    %least: memref<?xi32> {pirch.value = dense<0> : tensor<9xi32>},
    %product: memref<?xi32> {pirch.value = dense<0> : tensor<9xi32>})
    attributes {wg_size = 3 : i64} {
  %c3 = arith.constant 3 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c3 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xi32>
  %0 = pirch.scan add inclusive %x : i32
  memref.store %0, %in[%at] : memref<?xi32>
  %1 = pirch.scan add exclusive %x : i32
  memref.store %1, %ex[%at] : memref<?xi32>
  %2 = pirch.scan minsi exclusive %x : i32
  memref.store %2, %least[%at] : memref<?xi32>
  %3 = pirch.scan mul exclusive %x : i32
  memref.store %3, %product[%at] : memref<?xi32>
  pirch.return
}
// scans: arg1 = dense<[4, 7, 9, -1, -3, -6, 100, 100, 107]> : tensor<9xi32>
// scans: arg2 = dense<[0, 4, 7, 0, -1, -3, 0, 100, 100]> : tensor<9xi32>
// scans: arg3 = dense<[2147483647, 4, 3, 2147483647, -1, -2, 2147483647, 100, 0]> : tensor<9xi32>
// scans: arg4 = dense<[1, 4, 12, 1, -1, 2, 1, 100, 0]> : tensor<9xi32>

// -----

// run: 2 groups
pirch.kernel @float_scans(
    %a: memref<?xf64> {pirch.value = dense<[1.0e16, 1.0, 1.0, 1.0, 1.0, 0.1, 0.2, 0.3, 0.4, 0.5]> : tensor<10xf64>},
    %tree: memref<?xf64> {pirch.value = dense<0.0> : tensor<10xf64>},
    %ordered: memref<?xf64> {pirch.value = dense<0.0> : tensor<10xf64>},
    %greatest: memref<?xf64> {pirch.value = dense<0.0> : tensor<10xf64>})
    attributes {wg_size = 5 : i64} {
  %c5 = arith.constant 5 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c5 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xf64>
  %0 = pirch.scan add inclusive %x : f64
  memref.store %0, %tree[%at] : memref<?xf64>
  %1 = pirch.scan add inclusive %x {ordered} : f64
  memref.store %1, %ordered[%at] : memref<?xf64>
  %2 = pirch.scan maxf exclusive %x : f64
  memref.store %2, %greatest[%at] : memref<?xf64>
  pirch.return
}
// float_scans: arg1 = dense<[1.000000e+16, 1.000000e+16, 1.000000e+16, 0x4341C37937E08001, 0x4341C37937E08002, 1.000000e-01, 0.30000000000000004, 0.60000000000000009, 1.000000e+00, 1.500000e+00]> : tensor<10xf64>
// float_scans: arg2 = dense<[1.000000e+16, 1.000000e+16, 1.000000e+16, 1.000000e+16, 1.000000e+16, 1.000000e-01, 0.30000000000000004, 0.60000000000000009, 1.000000e+00, 1.500000e+00]> : tensor<10xf64>
// float_scans: arg3 = dense<[0xFFF0000000000000, 1.000000e+16, 1.000000e+16, 1.000000e+16, 1.000000e+16, 0xFFF0000000000000, 1.000000e-01, 2.000000e-01, 3.000000e-01, 4.000000e-01]> : tensor<10xf64>

// -----

// In a branch: what comes before are those that take part.
// run: 2 groups
pirch.kernel @scan_in_a_branch(
    %a: memref<?xi64> {pirch.value = dense<[1, 0, 3, 4, 0, 6, 0, 8]> : tensor<8xi64>})
    attributes {wg_size = 4 : i64} {
  %c4 = arith.constant 4 : i64
  %zero = arith.constant 0 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c4 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xi64>
  %set = arith.cmpi ne, %x, %zero : i64
  scf.if %set {
    %before = pirch.scan add exclusive %x : i64
    memref.store %before, %a[%at] : memref<?xi64>
  }
  pirch.return
}
// scan_in_a_branch: arg0 = dense<[0, 0, 1, 4, 0, 0, 0, 6]> : tensor<8xi64>
