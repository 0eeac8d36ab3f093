// An element type each: loaded, computed with, exchanged and stored.

// Truth values live in registers and private arrays; in memory they are integers.
// run: 3 groups
pirch.kernel @i1_values(
    %a: memref<?xi8> {pirch.value = dense<[1, 0, 0, 0, 1, 1]> : tensor<6xi8>},
    %b: memref<?xi8> {pirch.value = dense<[1, 1, 0, 1, 0, 1]> : tensor<6xi8>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %c1 = arith.constant 1 : i32
  %first = arith.constant 0 : index
  %second = arith.constant 1 : index
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %number = memref.load %a[%at] : memref<?xi8>
  %other_number = memref.load %b[%at] : memref<?xi8>
  %x = arith.trunci %number : i8 to i1
  %y = arith.trunci %other_number : i8 to i1
  %v = memref.alloca() : memref<2xi1>
  memref.store %x, %v[%first] : memref<2xi1>
  memref.store %y, %v[%second] : memref<2xi1>
  %item = arith.index_cast %i : i64 to index
  %own = memref.load %v[%item] : memref<2xi1>
  %z = arith.xori %own, %y : i1
  %new = arith.extui %z : i1 to i8
  memref.store %new, %a[%at] : memref<?xi8>
  %shuffled = pirch.wg_shuffle %y from %c1 : i1, i32
  %last = arith.extui %shuffled : i1 to i8
  memref.store %last, %b[%at] : memref<?xi8>
  pirch.return
}
// i1_values: arg0 = dense<[0, 0, 0, 0, 1, 0]> : tensor<6xi8>
// i1_values: arg1 = dense<1> : tensor<6xi8>

// -----

// Integers of other widths live in registers, too.
// run: 3 groups
pirch.kernel @odd_widths(
    %a: memref<?xi32> {pirch.value = dense<[8388607, -8388608, 1, 16777216, -1, 5]> : tensor<6xi32>},
    %b: memref<?xi32> {pirch.value = dense<[1, -1, 7, 3, 63, 5]> : tensor<6xi32>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %c1 = arith.constant 1 : i32
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xi32>
  %y = memref.load %b[%at] : memref<?xi32>
  %x24 = arith.trunci %x : i32 to i24
  %y24 = arith.trunci %y : i32 to i24
  %sum = arith.addi %x24, %y24 : i24
  %wide = arith.extsi %sum : i24 to i32
  memref.store %wide, %a[%at] : memref<?xi32>
  %y6 = arith.trunci %y : i32 to i6
  %shuffled = pirch.wg_shuffle %y6 from %c1 : i6, i32
  %product = arith.muli %y6, %shuffled : i6
  %positive = arith.extui %product : i6 to i32
  memref.store %positive, %b[%at] : memref<?xi32>
  pirch.return
}
// odd_widths: arg0 = dense<[-8388608, 8388607, 8, 3, 62, 10]> : tensor<6xi32>
// odd_widths: arg1 = dense<[63, 1, 21, 9, 59, 25]> : tensor<6xi32>

// -----

// run: 3 groups
pirch.kernel @i8_elements(
    %a: memref<?xi8> {pirch.value = dense<[1, 127, -128, -1, 100, 50]> : tensor<6xi8>},
    %b: memref<?xi8> {pirch.value = dense<[2, 1, -1, -1, 100, 3]> : tensor<6xi8>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %c1 = arith.constant 1 : i32
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xi8>
  %y = memref.load %b[%at] : memref<?xi8>
  %z = arith.addi %x, %y : i8
  memref.store %z, %a[%at] : memref<?xi8>
  %other = pirch.wg_shuffle %y from %c1 : i8, i32
  memref.store %other, %b[%at] : memref<?xi8>
  pirch.return
}
// i8_elements: arg0 = dense<[3, -128, 127, -2, -56, 53]> : tensor<6xi8>
// i8_elements: arg1 = dense<[1, 1, -1, -1, 3, 3]> : tensor<6xi8>

// -----

// run: 3 groups
pirch.kernel @i16_elements(
    %a: memref<?xi16> {pirch.value = dense<[1, 32767, -32768, -1, 300, 50]> : tensor<6xi16>},
    %b: memref<?xi16> {pirch.value = dense<[2, 1, -1, -1, 300, 3]> : tensor<6xi16>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %c1 = arith.constant 1 : i32
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xi16>
  %y = memref.load %b[%at] : memref<?xi16>
  %z = arith.muli %x, %y : i16
  memref.store %z, %a[%at] : memref<?xi16>
  %other = pirch.wg_shuffle %y from %c1 : i16, i32
  memref.store %other, %b[%at] : memref<?xi16>
  pirch.return
}
// i16_elements: arg0 = dense<[2, 32767, -32768, 1, 24464, 150]> : tensor<6xi16>
// i16_elements: arg1 = dense<[1, 1, -1, -1, 3, 3]> : tensor<6xi16>

// -----

// run: 3 groups
pirch.kernel @i32_elements(
    %a: memref<?xi32> {pirch.value = dense<[1, 2147483647, -2147483648, -1, 70000, 50]> : tensor<6xi32>},
    %b: memref<?xi32> {pirch.value = dense<[2, 2, -1, -1, 70000, 3]> : tensor<6xi32>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %c1 = arith.constant 1 : i32
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xi32>
  %y = memref.load %b[%at] : memref<?xi32>
  %z = arith.muli %x, %y : i32
  memref.store %z, %a[%at] : memref<?xi32>
  %other = pirch.wg_shuffle %y from %c1 : i32, i32
  memref.store %other, %b[%at] : memref<?xi32>
  pirch.return
}
// i32_elements: arg0 = dense<[2, -2, -2147483648, 1, 605032704, 150]> : tensor<6xi32>
// i32_elements: arg1 = dense<[2, 2, -1, -1, 3, 3]> : tensor<6xi32>

// -----

// run: 3 groups
pirch.kernel @i64_elements(
    %a: memref<?xi64> {pirch.value = dense<[1, 9223372036854775807, -9223372036854775808, -1, 5000000000, 50]> : tensor<6xi64>},
    %b: memref<?xi64> {pirch.value = dense<[2, 2, -1, -1, 5000000000, 3]> : tensor<6xi64>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %c1 = arith.constant 1 : i32
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xi64>
  %y = memref.load %b[%at] : memref<?xi64>
  %z = arith.muli %x, %y : i64
  memref.store %z, %a[%at] : memref<?xi64>
  %other = pirch.wg_shuffle %y from %c1 : i64, i32
  memref.store %other, %b[%at] : memref<?xi64>
  pirch.return
}
// i64_elements: arg0 = dense<[2, -2, -9223372036854775808, 1, 6553255926290448384, 150]> : tensor<6xi64>
// i64_elements: arg1 = dense<[2, 2, -1, -1, 3, 3]> : tensor<6xi64>

// -----

// run: 3 groups
pirch.kernel @f16_elements(
    %a: memref<?xf16> {pirch.value = dense<[1.0, 65504.0, 0.1, -0.0, 2049.0, 3.0]> : tensor<6xf16>},
    %b: memref<?xf16> {pirch.value = dense<[2.0, 65504.0, 0.2, 0.0, 1.0, 0.00001]> : tensor<6xf16>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %c1 = arith.constant 1 : i32
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xf16>
  %y = memref.load %b[%at] : memref<?xf16>
  %z = arith.addf %x, %y : f16
  memref.store %z, %a[%at] : memref<?xf16>
  %other = pirch.wg_shuffle %y from %c1 : f16, i32
  memref.store %other, %b[%at] : memref<?xf16>
  pirch.return
}
// f16_elements: arg0 = dense<[3.000000e+00, 0x7C00, 2.998050e-01, 0.000000e+00, 2.048000e+03, 3.000000e+00]> : tensor<6xf16>
// f16_elements: arg1 = dense<[6.550400e+04, 6.550400e+04, 0.000000e+00, 0.000000e+00, 1.001360e-05, 1.001360e-05]> : tensor<6xf16>

// -----

// run: 3 groups
pirch.kernel @bf16_elements(
    %a: memref<?xbf16> {pirch.value = dense<[1.0, 3.0e38, 0.1, -0.0, 257.0, 3.0]> : tensor<6xbf16>},
    %b: memref<?xbf16> {pirch.value = dense<[2.0, 3.0e38, 0.2, 0.0, 1.0, 0.00001]> : tensor<6xbf16>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %c1 = arith.constant 1 : i32
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xbf16>
  %y = memref.load %b[%at] : memref<?xbf16>
  %z = arith.addf %x, %y : bf16
  memref.store %z, %a[%at] : memref<?xbf16>
  %other = pirch.wg_shuffle %y from %c1 : bf16, i32
  memref.store %other, %b[%at] : memref<?xbf16>
  pirch.return
}
// bf16_elements: arg0 = dense<[3.000000e+00, 0x7F80, 3.007810e-01, 0.000000e+00, 2.560000e+02, 3.000000e+00]> : tensor<6xbf16>
// bf16_elements: arg1 = dense<[3.004060e+38, 3.004060e+38, 0.000000e+00, 0.000000e+00, 1.001360e-05, 1.001360e-05]> : tensor<6xbf16>

// -----

// run: 3 groups
pirch.kernel @f32_elements(
    %a: memref<?xf32> {pirch.value = dense<[1.0, 3.0e38, 0.1, -0.0, 16777217.0, 1.0e-45]> : tensor<6xf32>},
    %b: memref<?xf32> {pirch.value = dense<[2.0, 3.0e38, 0.2, 0.0, 1.0, 1.0e-45]> : tensor<6xf32>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %c1 = arith.constant 1 : i32
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xf32>
  %y = memref.load %b[%at] : memref<?xf32>
  %z = arith.addf %x, %y : f32
  memref.store %z, %a[%at] : memref<?xf32>
  %other = pirch.wg_shuffle %y from %c1 : f32, i32
  memref.store %other, %b[%at] : memref<?xf32>
  pirch.return
}
// f32_elements: arg0 = dense<[3.000000e+00, 0x7F800000, 3.000000e-01, 0.000000e+00, 0x4B800000, 2.802600e-45]> : tensor<6xf32>
// f32_elements: arg1 = dense<[3.000000e+38, 3.000000e+38, 0.000000e+00, 0.000000e+00, 1.401300e-45, 1.401300e-45]> : tensor<6xf32>

// -----

// run: 3 groups
pirch.kernel @f64_elements(
    %a: memref<?xf64> {pirch.value = dense<[1.0, 1.7e308, 0.1, -0.0, 1.0e16, 5.0e-324]> : tensor<6xf64>},
    %b: memref<?xf64> {pirch.value = dense<[2.0, 1.7e308, 0.2, 0.0, 1.0, 5.0e-324]> : tensor<6xf64>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %c1 = arith.constant 1 : i32
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xf64>
  %y = memref.load %b[%at] : memref<?xf64>
  %z = arith.addf %x, %y : f64
  memref.store %z, %a[%at] : memref<?xf64>
  %other = pirch.wg_shuffle %y from %c1 : f64, i32
  memref.store %other, %b[%at] : memref<?xf64>
  pirch.return
}
// f64_elements: arg0 = dense<[3.000000e+00, 0x7FF0000000000000, 0.30000000000000004, 0.000000e+00, 1.000000e+16, 9.881310e-324]> : tensor<6xf64>
// f64_elements: arg1 = dense<[1.700000e+308, 1.700000e+308, 0.000000e+00, 0.000000e+00, 4.940660e-324, 4.940660e-324]> : tensor<6xf64>
