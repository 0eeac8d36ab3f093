// Both sides of a choice are computed where that does no harm; calls, divisions,
// assignments and reads of memory stay where the choice leads.
// RUN: pirchc %s --wg-size=2 --emit=mlir-workitem -o - | FileCheck %s
// RUN: pirch-run %s --kernel=all --target=generic --wg-size=2 --groups=5 --check
// pirch-run: --arg out=rand(GROUPS, WG_SIZE, 4) --arg n=3

// CHECK-LABEL: @harmless
// CHECK-NOT: scf.if
// CHECK: arith.select
// CHECK-NOT: scf.if
__kernel void harmless(__global int *o, int a, int b) { o[0] = a > 0 ? a + b : b * 2; }

// CHECK-LABEL: @calls
// CHECK: scf.if
// CHECK: math.sqrt
__kernel void calls(__global float *o, float a) { o[0] = a > 0 ? sqrt(a) : a; }

// CHECK-LABEL: @divides
// CHECK: scf.if
// CHECK: arith.divsi
__kernel void divides(__global int *o, int a, int b) { o[0] = b != 0 ? a / b : a; }

// CHECK-LABEL: @reads
// CHECK: scf.if
// CHECK: memref.load
__kernel void reads(__global int *o, int a) { o[0] = a > 0 ? o[a] : a; }

// CHECK-LABEL: @reads_component
// CHECK: scf.if
// CHECK: memref.load
__kernel void reads_component(__global float *o, __global const float4 *p, int a) {
  o[0] = a > 0 ? p->x : 1.0f;
}

// CHECK-LABEL: @assigns
// CHECK: scf.if
__kernel void assigns(__global int *o, int a) {
  int x = 0;
  o[0] = a > 0 ? (x = a) : 7;
  o[1] = x;
}

// CHECK-LABEL: @all
__kernel void all(__global double *out, int n) {
  size_t at = get_global_id(0) * 4;
  int lid = get_local_id(0), x = 1, y = 2;
  double v = out[at];
  if (v > 0.5 && (x = lid + 5) > 5)
    y = x + n;
  out[at] = lid > 0 ? sqrt(v) : -v;
  out[at + 1] = (lid > 0 ? x++ : y--) + 10 * x + 100 * y;
  out[at + 2] = n / (lid > 0 ? lid : 3);
  out[at + 3] = lid < n ? out[at + 3] + 1 : 0;
}
