// Enumeration of small integer programs
//
//   max c'x  subject to  D x <= b,  x in {0, 1}^10,  b in R^8
//
// Item-wise: every work item holds a program of its own, all 98 coefficients,
// and tries the 1024 assignments in lockstep with the others. An assignment is
// the bits of the loop's counter, so x is the same for all work items; what
// differs is whether it is feasible and how good it is. Of equally good ones
// the first wins. Consecutive work items hold consecutive coefficients.
//
//   obj:      GROUPS x 10 x WG_SIZE, c
//   mat_d:    GROUPS x 8 x 10 x WG_SIZE, D
//   rhs:      GROUPS x 8 x WG_SIZE, b
//   slack:    added to b. D and b of [0, 1) admit hardly more than x = 0, with
//             a slack of 2 about four variables can be 1.
//   best:     GROUPS x WG_SIZE, the best objective; below 0 if nothing is
//             feasible
//   best_x:   GROUPS x WG_SIZE, its assignment, x_j in bit j
//   tries:    assignments to try, 1024 for all
//
// pirch-run: --arg best=zeros(GROUPS, WG_SIZE)
// pirch-run: --arg best_x=zeros(GROUPS, WG_SIZE)
// pirch-run: --arg obj=rand(GROUPS, 10, WG_SIZE)
// pirch-run: --arg mat_d=rand(GROUPS, 8, 10, WG_SIZE)
// pirch-run: --arg rhs=rand(GROUPS, 8, WG_SIZE) --arg slack=2 --arg tries=1024
#ifndef REAL
#define REAL double
#endif
#define VARIABLES 10
#define CONSTRAINTS 8

__kernel void enumerate(__global REAL *restrict best,
                        __global int *restrict best_x,
                        __global const REAL *restrict obj,
                        __global const REAL *restrict mat_d,
                        __global const REAL *restrict rhs, REAL slack,
                        int tries) {
  REAL c[VARIABLES], d[CONSTRAINTS][VARIABLES], b[CONSTRAINTS];

  for (int j = 0; j < VARIABLES; ++j)
    c[j] = obj[(get_group_id() * VARIABLES + j) * WG_SIZE + get_local_id()];
  for (int i = 0; i < CONSTRAINTS; ++i) {
    size_t row = get_group_id() * CONSTRAINTS + i;
    b[i] = rhs[row * WG_SIZE + get_local_id()] + slack;
    for (int j = 0; j < VARIABLES; ++j)
      d[i][j] = mat_d[(row * VARIABLES + j) * WG_SIZE + get_local_id()];
  }

  REAL most = -1;
  int most_x = 0;
  for (int bits = 0; bits < tries; ++bits) {
    REAL x[VARIABLES];
    for (int j = 0; j < VARIABLES; ++j)
      x[j] = (REAL)(bits >> j & 1);

    REAL value = 0;
    for (int j = 0; j < VARIABLES; ++j)
      value += c[j] * x[j];

    bool feasible = true;
    for (int i = 0; i < CONSTRAINTS; ++i) {
      REAL used = 0;
      for (int j = 0; j < VARIABLES; ++j)
        used += d[i][j] * x[j];
      feasible = feasible && used <= b[i];
    }

    if (feasible && value > most) {
      most = value;
      most_x = bits;
    }
  }

  size_t item = get_group_id() * WG_SIZE + get_local_id();
  best[item] = most;
  best_x[item] = most_x;
}
