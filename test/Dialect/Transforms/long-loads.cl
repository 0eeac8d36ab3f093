// A loop that takes the elements of an array one after the other is unrolled even
// where it is long, so that each subscript is known; one of the same length
// without subscripts stays a loop.
// RUN: pirchc %s --wg-size=4 --emit=mlir-infreg --remarks=loops -o /dev/null 2>&1 | FileCheck %s

__kernel void k(__global double *y) {
  double x = y[get_global_id()], sum = 0, w[4];
  // CHECK: long-loads.cl:[[#@LINE+1]]:{{.*}} vectorized loop, index sets {{\[}}[0, 1, 2, 3]]
  for (int ix = 0; ix < 4; ++ix)
    w[ix] = x + ix;
  // CHECK: long-loads.cl:[[#@LINE+1]]:{{.*}} unrolled loop, 1500 iterations
  for (int step = 0; step < 1500; ++step)
    sum = sum * x + w[step % 4];
  // CHECK: long-loads.cl:[[#@LINE+1]]:{{.*}} loop at run time, the same for all work items
  for (int step = 0; step < 1500; ++step)
    sum = sum * x + (step % 4 + step % 3);
  y[get_global_id()] = sum;
}
