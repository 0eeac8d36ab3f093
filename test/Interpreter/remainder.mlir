// RUN: pirch-opt %s --pirch-interpret='groups=3 kernel=scale' -o /dev/null | FileCheck %s
// RUN: pirch-opt %s --pirch-pack-work-groups=wg-pack=2 --pirch-assign-lanes --pirch-interpret='groups=3 kernel=scale' -o /dev/null | FileCheck %s
// RUN: not pirch-opt %s --pirch-pack-work-groups=wg-pack=2 --pirch-interpret='groups=3 kernel=scale.missing' -o /dev/null 2>&1 | FileCheck %s --check-prefix=MISSING

// A group that fills no pack is left to the remainder kernel; packing changes
// nothing of what is computed.
// CHECK: // scale: arg0 = dense<[3.000000e+00, 6.000000e+00, 9.000000e+00]>
// MISSING: error: there is no kernel 'scale.missing'
pirch.kernel @scale(%a: memref<?xf64> {pirch.value = dense<[1.0, 2.0, 3.0]> : tensor<3xf64>},
                    %s: f64 {pirch.value = 3.0 : f64})
    attributes {wg_size = 1 : i64} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %factor = pirch.splat %s : f64 -> <?x1x1xf64>
  %x = pirch.load %a[%c0 + wg * %c1] [0] : memref<?xf64> -> <?x1x1xf64>
  %y = arith.mulf %x, %factor : !pirch.infreg<?x1x1xf64>
  pirch.store %y, %a[%c0 + wg * %c1] [0] : <?x1x1xf64>, memref<?xf64>
  pirch.return
}
