// A variable of one iteration that some lanes write holds a value for each iteration:
// where the condition is known, and where it is not.
// RUN: pirchc %s --wg-size=2 --emit=mlir-infreg -o - | FileCheck %s
// RUN: pirch-run %s --target=generic --wg-size=2 --groups=5 --check
// pirch-run: --arg in=rand(GROUPS, WG_SIZE, 4) --arg out=zeros(GROUPS, WG_SIZE, 4)

// CHECK-LABEL: @k
// CHECK: %[[V:.*]] = pirch.load {{.*}} -> <?x2x4xf64>
// CHECK: %[[D:.*]] = arith.addf %[[V]], %[[V]]
// CHECK: %[[T:.*]] = pirch.merge %[[D]] into %[[V]] lanes ["0000" x 1, "1111" x 1]
// CHECK: %[[P:.*]] = arith.cmpf ogt, %[[T]]
// CHECK: %[[N:.*]] = arith.negf %[[T]]
// CHECK: %[[S:.*]] = pirch.select %[[P]], %[[N]], %[[T]]
// CHECK: pirch.constant dense<{{\[}}[1.000000e+00, 1.000000e+00, 5.000000e+00, 5.000000e+00], [1.000000e+00, 1.000000e+00, 5.000000e+00, 5.000000e+00]]>
__kernel void k(__global const double *in, __global double *out) {
  size_t at = get_global_id(0) * 4;
  for (int ix = 0; ix < 4; ++ix) {
    double t = in[at + ix], factor = 1;
    if (get_local_id(0) > 0)
      t = t + t;
    if (t > 0.5)
      t = -t;
    if (ix > 1)
      factor = 5;
    out[at + ix] = t * factor;
  }
}
