// Arithmetic on integers.

// run: 3 groups
pirch.kernel @division(
    %a: memref<?xi32> {pirch.value = dense<[7, -7, 7, -7, -2147483648, 2147483647]> : tensor<6xi32>},
    %b: memref<?xi32> {pirch.value = dense<[2, 2, -2, -2, 3, 10]> : tensor<6xi32>},
    %c: memref<?xi32> {pirch.value = dense<0> : tensor<6xi32>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xi32>
  %y = memref.load %b[%at] : memref<?xi32>
  %quotient = arith.divsi %x, %y : i32
  %rest = arith.remsi %x, %y : i32
  %unsigned = arith.divui %x, %y : i32
  memref.store %quotient, %a[%at] : memref<?xi32>
  memref.store %rest, %b[%at] : memref<?xi32>
  memref.store %unsigned, %c[%at] : memref<?xi32>
  pirch.return
}
// division: arg0 = dense<[3, -3, -3, 3, -715827882, 214748364]> : tensor<6xi32>
// division: arg1 = dense<[1, -1, 1, -1, -2, 7]> : tensor<6xi32>
// division: arg2 = dense<[3, 2147483644, 0, 0, 715827882, 214748364]> : tensor<6xi32>

// -----

// By zero, and of the least number by -1, as by 1: no work item may trap.
// run: 3 groups
pirch.kernel @division_that_would_trap(
    %a: memref<?xi64> {pirch.value = dense<[7, -9223372036854775808, -7, 0, 12, 12]> : tensor<6xi64>},
    %b: memref<?xi64> {pirch.value = dense<[0, -1, 0, 0, -1, 5]> : tensor<6xi64>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xi64>
  %y = memref.load %b[%at] : memref<?xi64>
  %quotient = arith.divsi %x, %y : i64
  %rest = arith.remsi %x, %y : i64
  memref.store %quotient, %a[%at] : memref<?xi64>
  memref.store %rest, %b[%at] : memref<?xi64>
  pirch.return
}
// division_that_would_trap: arg0 = dense<[7, -9223372036854775808, -7, 0, -12, 2]> : tensor<6xi64>
// division_that_would_trap: arg1 = dense<[0, 0, 0, 0, 0, 2]> : tensor<6xi64>

// -----

// run: 3 groups
pirch.kernel @bits(
    %a: memref<?xi32> {pirch.value = dense<[1, -1, 12345, -2147483648, 255, 65536]> : tensor<6xi32>},
    %b: memref<?xi32> {pirch.value = dense<[31, 4, 0, 31, 8, 15]> : tensor<6xi32>},
    %c: memref<?xi32> {pirch.value = dense<0> : tensor<6xi32>},
    %d: memref<?xi32> {pirch.value = dense<0> : tensor<6xi32>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xi32>
  %n = memref.load %b[%at] : memref<?xi32>
  %left = arith.shli %x, %n : i32
  %right = arith.shrsi %x, %n : i32
  %zeros = arith.shrui %x, %n : i32
  %and = arith.andi %right, %zeros : i32
  %xor = arith.xori %left, %zeros : i32
  %or = arith.ori %xor, %n : i32
  memref.store %left, %a[%at] : memref<?xi32>
  memref.store %right, %b[%at] : memref<?xi32>
  memref.store %and, %c[%at] : memref<?xi32>
  memref.store %or, %d[%at] : memref<?xi32>
  pirch.return
}
// bits: arg0 = dense<[-2147483648, -16, 12345, 0, 65280, -2147483648]> : tensor<6xi32>
// bits: arg1 = dense<[0, -1, 12345, -1, 0, 2]> : tensor<6xi32>
// bits: arg2 = dense<[0, 268435455, 12345, 1, 0, 2]> : tensor<6xi32>
// bits: arg3 = dense<[-2147483617, -268435441, 0, 31, 65288, -2147483633]> : tensor<6xi32>

// -----

// run: 3 groups
pirch.kernel @comparisons(
    %a: memref<?xi64> {pirch.value = dense<[1, -1, 5, 0, -9223372036854775808, 7]> : tensor<6xi64>},
    %b: memref<?xi64> {pirch.value = dense<[2, 1, 5, -1, 9223372036854775807, -7]> : tensor<6xi64>},
    %bits: memref<?xi32> {pirch.value = dense<0> : tensor<6xi32>},
    %unsigned: memref<?xi64> {pirch.value = dense<0> : tensor<6xi64>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xi64>
  %y = memref.load %b[%at] : memref<?xi64>
  %equal = arith.cmpi eq, %x, %y : i64
  %less = arith.cmpi slt, %x, %y : i64
  %below = arith.cmpi ult, %x, %y : i64
  %n0 = arith.extui %equal : i1 to i32
  %n1 = arith.extui %less : i1 to i32
  %n2 = arith.extsi %below : i1 to i32
  %ten = arith.constant 10 : i32
  %hundred = arith.constant 100 : i32
  %t1 = arith.muli %n1, %ten : i32
  %t2 = arith.muli %n2, %hundred : i32
  %s1 = arith.addi %n0, %t1 : i32
  %s2 = arith.addi %s1, %t2 : i32
  memref.store %s2, %bits[%at] : memref<?xi32>
  %least = arith.minsi %x, %y : i64
  memref.store %least, %a[%at] : memref<?xi64>
  %greatest = arith.maxui %x, %y : i64
  memref.store %greatest, %b[%at] : memref<?xi64>
  %chosen = arith.select %below, %x, %y : i64
  memref.store %chosen, %unsigned[%at] : memref<?xi64>
  pirch.return
}
// comparisons: arg0 = dense<[1, -1, 5, -1, -9223372036854775808, -7]> : tensor<6xi64>
// comparisons: arg1 = dense<[2, -1, 5, -1, -9223372036854775808, -7]> : tensor<6xi64>
// comparisons: arg2 = dense<[-90, 10, 1, -100, 10, -100]> : tensor<6xi32>
// comparisons: arg3 = dense<[1, 1, 5, 0, 9223372036854775807, 7]> : tensor<6xi64>

// -----

// Narrow integers wrap, and shift within their width.
// run: 3 groups
pirch.kernel @narrow(
    %a: memref<?xi8> {pirch.value = dense<[127, -128, 100, -1, 16, 3]> : tensor<6xi8>},
    %b: memref<?xi16> {pirch.value = dense<[32767, -32768, 300, -1, 256, 3]> : tensor<6xi16>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %three = arith.constant 3 : i8
  %nine = arith.constant 9 : i16
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xi8>
  %square = arith.muli %x, %x : i8
  %sum = arith.addi %square, %x : i8
  %shifted = arith.shrsi %sum, %three : i8
  memref.store %shifted, %a[%at] : memref<?xi8>
  %y = memref.load %b[%at] : memref<?xi16>
  %left = arith.shli %y, %nine : i16
  %quotient = arith.divui %left, %nine : i16
  memref.store %quotient, %b[%at] : memref<?xi16>
  pirch.return
}
// narrow: arg0 = dense<[-16, -16, 14, 0, 2, 1]> : tensor<6xi8>
// narrow: arg1 = dense<[7224, 0, 2503, 7224, 0, 170]> : tensor<6xi16>

// -----

// The upper half of a product, and counts of bits.
// run: 3 groups
pirch.kernel @products_and_counts(
    %a: memref<?xi32> {pirch.value = dense<[65536, -1, 12345, -2147483648, 0, 1]> : tensor<6xi32>},
    %b: memref<?xi32> {pirch.value = dense<[65536, -1, 1000000, 2, 5, 1]> : tensor<6xi32>},
    %c: memref<?xi32> {pirch.value = dense<0> : tensor<6xi32>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xi32>
  %y = memref.load %b[%at] : memref<?xi32>
  %low, %high = arith.mulsi_extended %x, %y : i32
  %ulow, %uhigh = arith.mului_extended %x, %y : i32
  memref.store %high, %b[%at] : memref<?xi32>
  memref.store %uhigh, %c[%at] : memref<?xi32>
  %leading = math.ctlz %x : i32
  %ones = math.ctpop %x : i32
  %hundred = arith.constant 100 : i32
  %hundreds = arith.muli %leading, %hundred : i32
  %counts = arith.addi %hundreds, %ones : i32
  memref.store %counts, %a[%at] : memref<?xi32>
  pirch.return
}
// products_and_counts: arg0 = dense<[1501, 32, 1806, 1, 3200, 3101]> : tensor<6xi32>
// products_and_counts: arg1 = dense<[1, 0, 2, -1, 0, 0]> : tensor<6xi32>
// products_and_counts: arg2 = dense<[1, -2, 2, 1, 0, 0]> : tensor<6xi32>

// -----

// The width of the type where no bit is set.
// run: 3 groups
pirch.kernel @trailing_zeros(
    %a: memref<?xi32> {pirch.value = dense<[65536, -1, 12344, -2147483648, 0, 1]> : tensor<6xi32>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xi32>
  %count = math.cttz %x : i32
  memref.store %count, %a[%at] : memref<?xi32>
  pirch.return
}
// trailing_zeros: arg0 = dense<[16, 0, 3, 31, 32, 0]> : tensor<6xi32>
