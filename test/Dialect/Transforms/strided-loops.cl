// RUN: pirchc %s --target=generic --wg-size=4 --emit=mlir-infreg -o - | FileCheck %s
// RUN: pirchc %s --target=generic --wg-size=4 --remarks=loops -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK

// Work items that count side by side are one loop over rounds, whose counter is a
// scalar. Rounds that all work items take part in access memory without a mask.

// CHECK-LABEL: pirch.kernel @sum
// CHECK: scf.while ({{.*}}) : (!pirch.infreg<?x4x1xf32>, i64)
// CHECK: arith.cmpi slt, %[[ROUND:[a-z0-9]+]], %{{.*}} : i64
// CHECK: do
// CHECK: pirch.load %{{.*}}[%[[AT:[a-z0-9]+]] + wg * %{{.*}}] [0, 1, 2, 3] : memref
// CHECK-NOT: pirch.select
// CHECK: scf.yield
// CHECK: scf.while
// CHECK: arith.cmpi ult, {{.*}} : !pirch.infreg<?x4x1xi32>
// CHECK: pirch.load {{.*}} mask
// CHECK-NOT: pirch.gather
// REMARK: strided-loops.cl:[[@LINE+5]]:3: remark: loop at run time, as many rounds for all work items, the last one masked
// REMARK: strided-loops.cl:[[@LINE+4]]:3: remark: the last iterations, which bounds may cut short, are a loop of their own
__kernel void sum(__global const float *a, __global float *out, int n) {
  float s = 0;
  size_t row = get_group_id(0);
  for (int i = get_local_id(0); i < n; i += WG_SIZE)
    s += a[row * n + i];
  out[get_global_id(0)] = s;
}

// An unsigned counter that starts at a work item's index is never negative.
// CHECK-LABEL: pirch.kernel @unsigned_counter
// CHECK: arith.cmpi ult, %{{.*}}, %{{.*}} : i64
// CHECK-NOT: pirch.gather
// CHECK: pirch.return
__kernel void unsigned_counter(__global float *a, uint n) {
  for (uint i = get_local_id(0); i < n; i += WG_SIZE)
    a[get_group_id(0) * n + i] *= 2;
}

// Where the step is shorter than the group, nobody reads the counter after the loop.
// CHECK-LABEL: pirch.kernel @short_step
// CHECK: arith.cmpi slt, %{{[a-z0-9]+}}, %{{.*}} : i64
// CHECK-NOT: pirch.gather
// CHECK-NOT: pirch.active
// CHECK: pirch.return
__kernel void short_step(__global float *out, __global const float *a, int n) {
  float s = 0;
  for (int i = get_local_id(0); i < n; i += 2)
    s += a[i];
  out[get_global_id(0)] = s;
}

// What the counter holds after the loop differs between work items.
// CHECK-LABEL: pirch.kernel @last
// CHECK: scf.while
// CHECK: pirch.select
// CHECK: pirch.store
__kernel void last(__global int *out, int n) {
  int i;
  for (i = get_local_id(0) + 3; i <= n; i += 5)
    ;
  out[get_global_id(0)] = i;
}

// A body that changes the counter, and a bound that differs between work items,
// are masked loops.
// CHECK-LABEL: pirch.kernel @changed
// CHECK: pirch.active
// CHECK-LABEL: pirch.kernel @own_bound
// CHECK: pirch.active
__kernel void changed(__global int *a, int n) {
  for (int i = get_local_id(0); i < n; i += WG_SIZE)
    if (a[get_group_id(0) * n + i]-- > 0)
      i += 1;
}
__kernel void own_bound(__global int *a, __global const int *n) {
  for (int i = get_local_id(0); i < n[get_local_id(0)]; i += WG_SIZE)
    a[get_group_id(0) * 100 + i] += 1;
}
