// Loops too long to unroll stay loops, where their subscripts allow it.
// RUN: pirchc %s --wg-size=4 --emit=mlir-infreg --remarks=loops -o - 2>&1 | FileCheck %s

__kernel void k(__global double *y) {
  double x = y[get_global_id()], w[4], sum = 0;
  // CHECK-DAG: long-loops.cl:[[#@LINE+1]]:{{.*}} loop at run time, the same for all work items
  for (int round = 0; round < 30000; ++round) {
    // CHECK-DAG: long-loops.cl:[[#@LINE+1]]:{{.*}} vectorized loop, index sets {{\[}}[0, 1, 2, 3]]
    for (int ix = 0; ix < 4; ++ix)
      w[ix] = x * round + ix;
    sum += w[round > 7 ? 1 : 2];
  }
  // CHECK-DAG: long-loops.cl:[[#@LINE+1]]:{{.*}} vectorized loop, index sets {{\[\[}}0, 1, 2], [3, 4, 5]
  for (int step = 0; step < 40; ++step)
    w[step % 4] += w[(step + 1) % 4];
  y[get_global_id()] = sum + w[3];
}
