// Values that change their type.

// run: 3 groups
pirch.kernel @integer_widths(
    %a: memref<?xi8> {pirch.value = dense<[1, -1, 127, -128, 0, 64]> : tensor<6xi8>},
    %b: memref<?xi64> {pirch.value = dense<[4294967296, -1, 65535, 256, 383, -129]> : tensor<6xi64>},
    %c: memref<?xi32> {pirch.value = dense<0> : tensor<6xi32>},
    %d: memref<?xi16> {pirch.value = dense<0> : tensor<6xi16>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xi8>
  %y = memref.load %b[%at] : memref<?xi64>
  %signed = arith.extsi %x : i8 to i32
  memref.store %signed, %c[%at] : memref<?xi32>
  %unsigned = arith.extui %x : i8 to i16
  memref.store %unsigned, %d[%at] : memref<?xi16>
  %cut = arith.trunci %y : i64 to i8
  memref.store %cut, %a[%at] : memref<?xi8>
  %wide = arith.extui %x : i8 to i64
  memref.store %wide, %b[%at] : memref<?xi64>
  pirch.return
}
// integer_widths: arg0 = dense<[0, -1, -1, 0, 127, 127]> : tensor<6xi8>
// integer_widths: arg1 = dense<[1, 255, 127, 128, 0, 64]> : tensor<6xi64>
// integer_widths: arg2 = dense<[1, -1, 127, -128, 0, 64]> : tensor<6xi32>
// integer_widths: arg3 = dense<[1, 255, 127, 128, 0, 64]> : tensor<6xi16>

// -----

// run: 3 groups
pirch.kernel @integers_and_floats(
    %a: memref<?xi32> {pirch.value = dense<[1, -1, 16777217, -2147483648, 0, 7]> : tensor<6xi32>},
    %b: memref<?xf32> {pirch.value = dense<[1.9, -1.9, 0.0, -0.5, 2147483520.0, 3.0]> : tensor<6xf32>},
    %c: memref<?xf64> {pirch.value = dense<0.0> : tensor<6xf64>},
    %d: memref<?xi64> {pirch.value = dense<0> : tensor<6xi64>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xi32>
  %y = memref.load %b[%at] : memref<?xf32>
  %to_integer = arith.fptosi %y : f32 to i32
  memref.store %to_integer, %a[%at] : memref<?xi32>
  %to_float = arith.sitofp %x : i32 to f32
  memref.store %to_float, %b[%at] : memref<?xf32>
  %unsigned = arith.uitofp %x : i32 to f64
  memref.store %unsigned, %c[%at] : memref<?xf64>
  %long = arith.fptosi %y : f32 to i64
  memref.store %long, %d[%at] : memref<?xi64>
  pirch.return
}
// integers_and_floats: arg0 = dense<[1, -1, 0, 0, 2147483520, 3]> : tensor<6xi32>
// integers_and_floats: arg1 = dense<[1.000000e+00, -1.000000e+00, 0x4B800000, -2.14748365E+9, 0.000000e+00, 7.000000e+00]> : tensor<6xf32>
// integers_and_floats: arg2 = dense<[1.000000e+00, 0x41EFFFFFFFE00000, 0x4170000010000000, 0x41E0000000000000, 0.000000e+00, 7.000000e+00]> : tensor<6xf64>
// integers_and_floats: arg3 = dense<[1, -1, 0, 0, 2147483520, 3]> : tensor<6xi64>

// -----

// run: 3 groups
pirch.kernel @float_widths(
    %a: memref<?xf64> {pirch.value = dense<[0.1, 1.0e300, -1.0e-320, 3.0, 16777217.0, 65520.0]> : tensor<6xf64>},
    %b: memref<?xf32> {pirch.value = dense<[0.1, 1.0e-45, -2.5, 65504.0, 1.0e10, 0.33325]> : tensor<6xf32>},
    %c: memref<?xi32> {pirch.value = dense<0> : tensor<6xi32>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xf64>
  %y = memref.load %b[%at] : memref<?xf32>
  %wide = arith.extf %y : f32 to f64
  memref.store %wide, %a[%at] : memref<?xf64>
  %short = arith.truncf %x : f64 to f32
  memref.store %short, %b[%at] : memref<?xf32>
  %bits = arith.bitcast %short : f32 to i32
  memref.store %bits, %c[%at] : memref<?xi32>
  pirch.return
}
// float_widths: arg0 = dense<[0.10000000149011612, 1.4012984643248171E-45, -2.500000e+00, 6.550400e+04, 1.000000e+10, 0.33324998617172241]> : tensor<6xf64>
// float_widths: arg1 = dense<[1.000000e-01, 0x7F800000, -0.000000e+00, 3.000000e+00, 0x4B800000, 6.552000e+04]> : tensor<6xf32>
// float_widths: arg2 = dense<[1036831949, 2139095040, -2147483648, 1077936128, 1266679808, 1199566848]> : tensor<6xi32>

// -----

// run: 3 groups
pirch.kernel @half_floats(
    %a: memref<?xf16> {pirch.value = dense<[0.1, 65504.0, -0.0, 1.0e-7, 3.0, 0x7C00]> : tensor<6xf16>},
    %b: memref<?xf32> {pirch.value = dense<[0.1, 65520.0, 2049.0, 1.0e-8, -2.5, 0x7FC00000]> : tensor<6xf32>})
    attributes {wg_size = 2 : i64} {
  %c2 = arith.constant 2 : i64
  %g = pirch.wg_index : i64
  %i = pirch.wi_index : i64
  %row = arith.muli %g, %c2 : i64
  %p = arith.addi %row, %i : i64
  %at = arith.index_cast %p : i64 to index
  %x = memref.load %a[%at] : memref<?xf16>
  %y = memref.load %b[%at] : memref<?xf32>
  %wide = arith.extf %x : f16 to f32
  memref.store %wide, %b[%at] : memref<?xf32>
  %short = arith.truncf %y : f32 to f16
  memref.store %short, %a[%at] : memref<?xf16>
  pirch.return
}
// half_floats: arg0 = dense<[9.997550e-02, 0x7C00, 2.048000e+03, 0.000000e+00, -2.500000e+00, 0x7E00]> : tensor<6xf16>
// half_floats: arg1 = dense<[0.0999755859, 6.550400e+04, -0.000000e+00, 1.1920929E-7, 3.000000e+00, 0x7F800000]> : tensor<6xf32>
