// A variable that one of several iterations side by side writes: later
// statements read what that lane wrote, in iterations after it and behind the
// loop.
// RUN: pirchc %s --wg-size=2 --emit=mlir-infreg | FileCheck %s
// RUN: pirchc %s --wg-size=2 --emit=mlir-infreg --remarks=loops -o /dev/null 2>&1 | FileCheck %s --check-prefix=SETS

// CHECK-LABEL: @last
// CHECK: %[[SUM:.*]] = arith.addf %{{.*}} : !pirch.infreg<?x2x3xf64>
// CHECK: %[[S:.*]] = pirch.reorder %[[SUM]] [2] : <?x2x3xf64> -> <?x2x1xf64>
// CHECK: pirch.store %[[S]]
// SETS: shared-scalar.cl:[[#@LINE+5]]:{{.*}} index sets {{\[\[}}0, 1, 2]]
__kernel void last(__global const double *in, __global double *out) {
  double s = in[get_global_id(0)];
  double t[3] = {1, 2, 3};

  for (int i = 0; i < 3; ++i)
    if (i == 2)
      s = t[i] + in[get_global_id(0)];
  out[get_global_id(0)] = s;
}
