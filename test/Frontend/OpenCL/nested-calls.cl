// An argument may be a call of the function that it is given to: the outer
// call's parameters keep their values.
// RUN: pirch-run %s --wg-size=4 --groups=8 --check | FileCheck %s
// pirch-run: --arg x=rand(GROUPS, WG_SIZE)
// CHECK: check: x: ok, 32 elements
double difference(double a, double b) { return a - 2 * b; }
__global double *later(__global double *p, int by) { return p + by; }

__kernel void nested(__global double *x) {
  size_t at = get_global_id(0);
  double y = difference(x[at], difference(3, difference(x[at], 5)));
  *later(later(x, 0), at) = difference(difference(y, 1), y);
}
