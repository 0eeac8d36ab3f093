// Arithmetic on floats: IEEE 754, rounded to nearest even, bit for bit.

// run: 3 groups
pirch.kernel @arithmetic_f64(
    %a: memref<?xf64> {pirch.value = dense<[1.0, 0.1, 1.0e308, -0.0, 5.0e-324, 3.0]> : tensor<6xf64>},
    %b: memref<?xf64> {pirch.value = dense<[3.0, 0.2, 1.0e308, 0.0, 2.0, 0.0]> : tensor<6xf64>},
    %c: memref<?xf64> {pirch.value = dense<0.0> : tensor<6xf64>},
    %d: memref<?xf64> {pirch.value = dense<0.0> : tensor<6xf64>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xf64>
  %y = memref.load %b[%at] : memref<?xf64>
  %sum = arith.addf %x, %y : f64
  %difference = arith.subf %x, %y : f64
  %product = arith.mulf %x, %y : f64
  %quotient = arith.divf %x, %y : f64
  memref.store %sum, %a[%at] : memref<?xf64>
  memref.store %difference, %b[%at] : memref<?xf64>
  memref.store %product, %c[%at] : memref<?xf64>
  memref.store %quotient, %d[%at] : memref<?xf64>
  pirch.return
}
// arithmetic_f64: arg0 = dense<[4.000000e+00, 0.30000000000000004, 0x7FF0000000000000, 0.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<6xf64>
// arithmetic_f64: arg1 = dense<[-2.000000e+00, -1.000000e-01, 0.000000e+00, -0.000000e+00, -2.000000e+00, 3.000000e+00]> : tensor<6xf64>
// arithmetic_f64: arg2 = dense<[3.000000e+00, 0.020000000000000004, 0x7FF0000000000000, -0.000000e+00, 9.881310e-324, 0.000000e+00]> : tensor<6xf64>
// arithmetic_f64: arg3 = dense<[0.33333333333333331, 5.000000e-01, 1.000000e+00, 0x7FF8000000000000, 0.000000e+00, 0x7FF0000000000000]> : tensor<6xf64>

// -----

// run: 3 groups
pirch.kernel @arithmetic_f32(
    %a: memref<?xf32> {pirch.value = dense<[1.0, 0.1, 1.0e38, -0.0, 1.0e-45, 3.0]> : tensor<6xf32>},
    %b: memref<?xf32> {pirch.value = dense<[3.0, 0.2, 1.0e38, 0.0, 0.5, 0.0]> : tensor<6xf32>},
    %c: memref<?xf32> {pirch.value = dense<0.0> : tensor<6xf32>},
    %d: memref<?xf32> {pirch.value = dense<0.0> : tensor<6xf32>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xf32>
  %y = memref.load %b[%at] : memref<?xf32>
  %sum = arith.addf %x, %y : f32
  %difference = arith.subf %x, %y : f32
  %product = arith.mulf %x, %y : f32
  %quotient = arith.divf %x, %y : f32
  memref.store %sum, %a[%at] : memref<?xf32>
  memref.store %difference, %b[%at] : memref<?xf32>
  memref.store %product, %c[%at] : memref<?xf32>
  memref.store %quotient, %d[%at] : memref<?xf32>
  pirch.return
}
// arithmetic_f32: arg0 = dense<[4.000000e+00, 3.000000e-01, 2.000000e+38, 0.000000e+00, 5.000000e-01, 3.000000e+00]> : tensor<6xf32>
// arithmetic_f32: arg1 = dense<[-2.000000e+00, -1.000000e-01, 0.000000e+00, -0.000000e+00, -5.000000e-01, 3.000000e+00]> : tensor<6xf32>
// arithmetic_f32: arg2 = dense<[3.000000e+00, 0.0200000014, 0x7F800000, -0.000000e+00, 0.000000e+00, 0.000000e+00]> : tensor<6xf32>
// arithmetic_f32: arg3 = dense<[0.333333343, 5.000000e-01, 1.000000e+00, 0x7FC00000, 2.802600e-45, 0x7F800000]> : tensor<6xf32>

// -----

// The square of 1 + 2^-23 less 1 + 2^-22: 2^-46 with one rounding, 0 with two. A
// product and a sum become one operation only where the kernel says so.
// run: 3 groups
pirch.kernel @fused(
    %a: memref<?xf32> {pirch.value = dense<[0x3F800001, 1.5, 0x3F800001, 2.0, 3.0, 0x3F800001]> : tensor<6xf32>},
    %b: memref<?xf32> {pirch.value = dense<[0xBF800002, 1.0, 0xBF800002, 1.0, 1.0, 0xBF800002]> : tensor<6xf32>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xf32>
  %y = memref.load %b[%at] : memref<?xf32>
  %once = math.fma %x, %x, %y : f32
  %square = arith.mulf %x, %x : f32
  %twice = arith.addf %square, %y : f32
  memref.store %once, %a[%at] : memref<?xf32>
  memref.store %twice, %b[%at] : memref<?xf32>
  pirch.return
}
// fused: arg0 = dense<[1.42108547E-14, 3.250000e+00, 1.42108547E-14, 5.000000e+00, 1.000000e+01, 1.42108547E-14]> : tensor<6xf32>
// fused: arg1 = dense<[0.000000e+00, 3.250000e+00, 0.000000e+00, 5.000000e+00, 1.000000e+01, 0.000000e+00]> : tensor<6xf32>

// -----

// Of a number and NaN: the number by minnumf, NaN by a comparison and select.
// run: 3 groups
pirch.kernel @nans(
    %a: memref<?xf32> {pirch.value = dense<[0x7FC00000, 1.0, 0x7FC00000, -1.0, 2.0, 0x7F800000]> : tensor<6xf32>},
    %b: memref<?xf32> {pirch.value = dense<[1.0, 0x7FC00000, 0x7FC00000, 1.0, 2.0, 0xFF800000]> : tensor<6xf32>},
    %c: memref<?xi32> {pirch.value = dense<0> : tensor<6xi32>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xf32>
  %y = memref.load %b[%at] : memref<?xf32>
  %ordered = arith.cmpf olt, %x, %y : f32
  %unordered = arith.cmpf ult, %x, %y : f32
  %differ = arith.cmpf une, %x, %y : f32
  %n0 = arith.extui %ordered : i1 to i32
  %n1 = arith.extui %unordered : i1 to i32
  %n2 = arith.extui %differ : i1 to i32
  %c1 = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %s1 = arith.shli %n1, %c1 : i32
  %s2 = arith.shli %n2, %two : i32
  %1 = arith.ori %n0, %s1 : i32
  %2 = arith.ori %1, %s2 : i32
  memref.store %2, %c[%at] : memref<?xi32>
  %number = arith.minnumf %x, %y : f32
  %selected = arith.select %ordered, %x, %y : f32
  memref.store %number, %a[%at] : memref<?xf32>
  memref.store %selected, %b[%at] : memref<?xf32>
  pirch.return
}
// nans: arg0 = dense<[1.000000e+00, 1.000000e+00, 0x7FC00000, -1.000000e+00, 2.000000e+00, 0xFF800000]> : tensor<6xf32>
// nans: arg1 = dense<[1.000000e+00, 0x7FC00000, 0x7FC00000, -1.000000e+00, 2.000000e+00, 0xFF800000]> : tensor<6xf32>
// nans: arg2 = dense<[6, 6, 6, 7, 0, 4]> : tensor<6xi32>

// -----

// run: 3 groups
pirch.kernel @rounding(
    %a: memref<?xf64> {pirch.value = dense<[2.5, -2.5, 0.5, -0.5, 1.0e300, 3.7]> : tensor<6xf64>},
    %b: memref<?xf64> {pirch.value = dense<0.0> : tensor<6xf64>},
    %c: memref<?xf64> {pirch.value = dense<0.0> : tensor<6xf64>},
    %d: memref<?xf64> {pirch.value = dense<0.0> : tensor<6xf64>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xf64>
  %down = math.floor %x : f64
  %up = math.ceil %x : f64
  %even = math.roundeven %x : f64
  %toward_zero = math.trunc %x : f64
  memref.store %down, %a[%at] : memref<?xf64>
  memref.store %up, %b[%at] : memref<?xf64>
  memref.store %even, %c[%at] : memref<?xf64>
  memref.store %toward_zero, %d[%at] : memref<?xf64>
  pirch.return
}
// rounding: arg0 = dense<[2.000000e+00, -3.000000e+00, 0.000000e+00, -1.000000e+00, 1.000000e+300, 3.000000e+00]> : tensor<6xf64>
// rounding: arg1 = dense<[3.000000e+00, -2.000000e+00, 1.000000e+00, -0.000000e+00, 1.000000e+300, 4.000000e+00]> : tensor<6xf64>
// rounding: arg2 = dense<[2.000000e+00, -2.000000e+00, 0.000000e+00, -0.000000e+00, 1.000000e+300, 4.000000e+00]> : tensor<6xf64>
// rounding: arg3 = dense<[2.000000e+00, -2.000000e+00, 0.000000e+00, -0.000000e+00, 1.000000e+300, 3.000000e+00]> : tensor<6xf64>

// -----

// run: 3 groups
pirch.kernel @signs_and_roots(
    %a: memref<?xf64> {pirch.value = dense<[2.0, -0.0, 1.0e-308, 9.0, -1.0, 0x7FF0000000000000]> : tensor<6xf64>},
    %b: memref<?xf64> {pirch.value = dense<[-1.0, 1.0, -0.0, 0.0, 3.0, -5.0]> : tensor<6xf64>},
    %c: memref<?xf64> {pirch.value = dense<0.0> : tensor<6xf64>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xf64>
  %y = memref.load %b[%at] : memref<?xf64>
  %root = math.sqrt %x : f64
  %signed = math.copysign %x, %y : f64
  %absolute = math.absf %y : f64
  %negative = arith.negf %absolute : f64
  memref.store %root, %a[%at] : memref<?xf64>
  memref.store %signed, %b[%at] : memref<?xf64>
  memref.store %negative, %c[%at] : memref<?xf64>
  pirch.return
}
// signs_and_roots: arg0 = dense<[1.4142135623730951, -0.000000e+00, 9.9999999999999997E-155, 3.000000e+00, 0xFFF8000000000000, 0x7FF0000000000000]> : tensor<6xf64>
// signs_and_roots: arg1 = dense<[-2.000000e+00, 0.000000e+00, -9.999999999999999E-309, 9.000000e+00, 1.000000e+00, 0xFFF0000000000000]> : tensor<6xf64>
// signs_and_roots: arg2 = dense<[-1.000000e+00, -1.000000e+00, -0.000000e+00, -0.000000e+00, -3.000000e+00, -5.000000e+00]> : tensor<6xf64>

// -----

// Functions are those of docs/Math.md, the same on every target.
// run: 3 groups
pirch.kernel @functions(
    %a: memref<?xf64> {pirch.value = dense<[0.5, 1.0, 2.0, 10.0, 0.001, 3.0]> : tensor<6xf64>},
    %b: memref<?xf64> {pirch.value = dense<0.0> : tensor<6xf64>},
    %c: memref<?xf32> {pirch.value = dense<[0.5, 1.0, 2.0, 10.0, 0.001, 3.0]> : tensor<6xf32>},
    %d: memref<?xf32> {pirch.value = dense<0.0> : tensor<6xf32>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xf64>
  %exp = math.exp %x : f64
  %log = math.log %x : f64
  memref.store %exp, %a[%at] : memref<?xf64>
  memref.store %log, %b[%at] : memref<?xf64>
  %y = memref.load %c[%at] : memref<?xf32>
  %sin = math.sin %y : f32
  %pow = math.powf %y, %sin : f32
  memref.store %sin, %c[%at] : memref<?xf32>
  memref.store %pow, %d[%at] : memref<?xf32>
  pirch.return
}
// functions: arg0 = dense<[1.6487212707001282, 2.7182818284590451, 7.3890560989306504, 22026.465794806714, 1.0010005001667084, 20.085536923187668]> : tensor<6xf64>
// functions: arg1 = dense<[-0.69314718055994529, 0.000000e+00, 0.69314718055994529, 2.3025850929940459, -6.9077552789821368, 1.0986122886681098]> : tensor<6xf64>
// functions: arg2 = dense<[0.47942555, 0.841470957, 0.909297406, -0.54402113, 9.99999931E-4, 1.411200e-01]> : tensor<6xf32>
// functions: arg3 = dense<[0.717263162, 1.000000e+00, 1.87813067, 0.285745144, 9.931160e-01, 1.16770017]> : tensor<6xf32>
