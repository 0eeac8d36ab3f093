// RUN: pirch-opt %s --split-input-file --pirch-interpret -o /dev/null | FileCheck %s

// Rounded once: the product of 1 + 2^-23 with itself less 1 + 2^-22 is 2^-46 when
// it is fused, and 0 when it is not.
// CHECK: // fused: arg0 = dense<[2.38418579E-7, 1.42108547E-14, 0.000000e+00, 1.000000e+00]>
pirch.kernel @fused(%a: memref<?xf32> {pirch.value = dense<[0x3F800001, 0x3F800002, 5.0, 1.0]> : tensor<4xf32>})
    attributes {wg_size = 1 : i64} {
  %c0 = arith.constant 0 : i64
  %x = pirch.load %a[%c0 + wg * %c0] [0] : memref<?xf32> -> <?x1x1xf32>
  %y = pirch.load %a[%c0 + wg * %c0] [1] : memref<?xf32> -> <?x1x1xf32>
  %one = pirch.load %a[%c0 + wg * %c0] [3] : memref<?xf32> -> <?x1x1xf32>
  %minus = arith.negf %y : !pirch.infreg<?x1x1xf32>
  %fused = math.fma %x, %x, %minus : !pirch.infreg<?x1x1xf32>
  %square = arith.mulf %x, %x : !pirch.infreg<?x1x1xf32>
  %twice = arith.addf %square, %minus : !pirch.infreg<?x1x1xf32>
  %less = arith.subf %square, %one : !pirch.infreg<?x1x1xf32>
  pirch.store %less, %a[%c0 + wg * %c0] [0] : <?x1x1xf32>, memref<?xf32>
  pirch.store %fused, %a[%c0 + wg * %c0] [1] : <?x1x1xf32>, memref<?xf32>
  pirch.store %twice, %a[%c0 + wg * %c0] [2] : <?x1x1xf32>, memref<?xf32>
  pirch.return
}

// -----

// Of a number and NaN, minnumf gives the number and minimumf NaN; an ordered
// comparison with NaN does not hold.
// CHECK: // nans: arg0 = dense<[0x7FF8000000000000, 3.000000e+00, 0x7FF8000000000000, 0.000000e+00, -3.000000e+00]>
pirch.kernel @nans(%a: memref<?xf64> {pirch.value = dense<[0x7FF8000000000000, 3.0, 0.0, 1.0, -0.0]> : tensor<5xf64>})
    attributes {wg_size = 1 : i64} {
  %c0 = arith.constant 0 : i64
  %nan = pirch.load %a[%c0 + wg * %c0] [0] : memref<?xf64> -> <?x1x1xf64>
  %x = pirch.load %a[%c0 + wg * %c0] [1] : memref<?xf64> -> <?x1x1xf64>
  %zero = pirch.load %a[%c0 + wg * %c0] [4] : memref<?xf64> -> <?x1x1xf64>
  %number = arith.minnumf %nan, %x : !pirch.infreg<?x1x1xf64>
  %least = arith.minimumf %nan, %x : !pirch.infreg<?x1x1xf64>
  %holds = arith.cmpf olt, %nan, %x : !pirch.infreg<?x1x1xf64>
  %as = pirch.convert uitofp %holds : !pirch.infreg<?x1x1xi1> -> !pirch.infreg<?x1x1xf64>
  %signed = math.copysign %x, %zero : !pirch.infreg<?x1x1xf64>
  pirch.store %number, %a[%c0 + wg * %c0] [1] : <?x1x1xf64>, memref<?xf64>
  pirch.store %least, %a[%c0 + wg * %c0] [2] : <?x1x1xf64>, memref<?xf64>
  pirch.store %as, %a[%c0 + wg * %c0] [3] : <?x1x1xf64>, memref<?xf64>
  pirch.store %signed, %a[%c0 + wg * %c0] [4] : <?x1x1xf64>, memref<?xf64>
  pirch.return
}

// -----

// Halves away from zero, and to even; the root of f16, by way of f32.
// CHECK: // rounding: arg0 = dense<[-3.000000e+00, -2.000000e+00, -3.000000e+00, -2.000000e+00]>
// CHECK: // rounding: arg1 = dense<1.414060e+00>
pirch.kernel @rounding(%a: memref<?xf64> {pirch.value = dense<-2.5> : tensor<4xf64>},
                       %b: memref<?xf16> {pirch.value = dense<2.0> : tensor<1xf16>})
    attributes {wg_size = 1 : i64} {
  %c0 = arith.constant 0 : i64
  %x = pirch.load %a[%c0 + wg * %c0] [0] : memref<?xf64> -> <?x1x1xf64>
  %away = math.round %x : !pirch.infreg<?x1x1xf64>
  %even = math.roundeven %x : !pirch.infreg<?x1x1xf64>
  %down = math.floor %x : !pirch.infreg<?x1x1xf64>
  %up = math.ceil %x : !pirch.infreg<?x1x1xf64>
  pirch.store %away, %a[%c0 + wg * %c0] [0] : <?x1x1xf64>, memref<?xf64>
  pirch.store %even, %a[%c0 + wg * %c0] [1] : <?x1x1xf64>, memref<?xf64>
  pirch.store %down, %a[%c0 + wg * %c0] [2] : <?x1x1xf64>, memref<?xf64>
  pirch.store %up, %a[%c0 + wg * %c0] [3] : <?x1x1xf64>, memref<?xf64>
  %h = pirch.load %b[%c0 + wg * %c0] [0] : memref<?xf16> -> <?x1x1xf16>
  %root = math.sqrt %h : !pirch.infreg<?x1x1xf16>
  pirch.store %root, %b[%c0 + wg * %c0] [0] : <?x1x1xf16>, memref<?xf16>
  pirch.return
}

// -----

// Functions are those of the C library.
// CHECK: // library: arg0 = dense<[3.000000e+00, 8.000000e+00, 0.000000e+00, 0.78539816339744828]>
pirch.kernel @library(%a: memref<?xf64> {pirch.value = dense<[9.0, 2.0, 1.0, 3.0]> : tensor<4xf64>})
    attributes {wg_size = 1 : i64} {
  %c0 = arith.constant 0 : i64
  %nine = pirch.load %a[%c0 + wg * %c0] [0] : memref<?xf64> -> <?x1x1xf64>
  %two = pirch.load %a[%c0 + wg * %c0] [1] : memref<?xf64> -> <?x1x1xf64>
  %one = pirch.load %a[%c0 + wg * %c0] [2] : memref<?xf64> -> <?x1x1xf64>
  %three = pirch.load %a[%c0 + wg * %c0] [3] : memref<?xf64> -> <?x1x1xf64>
  %root = math.sqrt %nine : !pirch.infreg<?x1x1xf64>
  %power = math.powf %two, %three : !pirch.infreg<?x1x1xf64>
  %log = math.log %one : !pirch.infreg<?x1x1xf64>
  %angle = math.atan2 %one, %one : !pirch.infreg<?x1x1xf64>
  pirch.store %root, %a[%c0 + wg * %c0] [0] : <?x1x1xf64>, memref<?xf64>
  pirch.store %power, %a[%c0 + wg * %c0] [1] : <?x1x1xf64>, memref<?xf64>
  pirch.store %log, %a[%c0 + wg * %c0] [2] : <?x1x1xf64>, memref<?xf64>
  pirch.store %angle, %a[%c0 + wg * %c0] [3] : <?x1x1xf64>, memref<?xf64>
  pirch.return
}
