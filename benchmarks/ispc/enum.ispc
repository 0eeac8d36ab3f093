// Enumeration of 0/1 programs: a work item per program instance, of one group
// or of as many as fill the instances.
#include "forms.isph"
#define VARIABLES 10
#define CONSTRAINTS 8
#define TRIES (1 << VARIABLES)

// The item whose numbers are SIZE apart from `at`: of the objective, of the
// right-hand side and of the matrix.
static inline void item(Buffer best, uniform int32 *uniform best_x, Buffer obj,
                        Buffer matrix, Buffer rhs, int at, int obj_at,
                        int rhs_at, int matrix_at) {
  REAL c[VARIABLES], d[CONSTRAINTS][VARIABLES], b[CONSTRAINTS];
  for (uniform int j = 0; j < VARIABLES; ++j)
    c[j] = obj[obj_at + j * SIZE];
  for (uniform int i = 0; i < CONSTRAINTS; ++i) {
    b[i] = rhs[rhs_at + i * SIZE] + 2;
    for (uniform int j = 0; j < VARIABLES; ++j)
      d[i][j] = matrix[matrix_at + (i * VARIABLES + j) * SIZE];
  }
  REAL most = -1;
  int most_x = 0;
  for (uniform int bits = 0; bits < TRIES; ++bits) {
    REAL value = 0;
    for (uniform int j = 0; j < VARIABLES; ++j)
      value += c[j] * (uniform REAL)(bits >> j & 1);
    bool better = value > most;
    for (uniform int i = 0; i < CONSTRAINTS; ++i) {
      REAL used = 0;
      for (uniform int j = 0; j < VARIABLES; ++j)
        used += d[i][j] * (uniform REAL)(bits >> j & 1);
      better = better & used <= b[i];
    }
    most = better ? value : most;
    most_x = better ? bits : most_x;
  }
  best[at] = most;
  best_x[at] = most_x;
}

FORM(rows) {
  for (uniform int64 g = first; g < first + count; ++g)
    foreach (lane = 0 ... SIZE)
      item(buffers[0] + g * SIZE,
           (uniform int32 *uniform)buffers[1] + g * SIZE,
           buffers[2] + g * VARIABLES * SIZE,
           buffers[3] + g * CONSTRAINTS * VARIABLES * SIZE,
           buffers[4] + g * CONSTRAINTS * SIZE, lane, lane, lane, lane);
}

FORM(problems) {
  for (uniform int64 g = first; g < first + count; g += programCount) {
    uniform int groups =
        (uniform int)min(first + count - g, (uniform int64)programCount);
    foreach (it = 0 ... groups * SIZE) {
      int group = it / SIZE, lane = it % SIZE;
      item(buffers[0] + g * SIZE,
           (uniform int32 *uniform)buffers[1] + g * SIZE,
           buffers[2] + g * VARIABLES * SIZE,
           buffers[3] + g * CONSTRAINTS * VARIABLES * SIZE,
           buffers[4] + g * CONSTRAINTS * SIZE, it,
           group * VARIABLES * SIZE + lane, group * CONSTRAINTS * SIZE + lane,
           group * CONSTRAINTS * VARIABLES * SIZE + lane);
    }
  }
}
