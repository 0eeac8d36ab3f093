// Fletcher-Reeves on Rosenbrock functions: a function per program instance;
// the functions of all groups are in a row.
#include "forms.isph"
#define STEPS 20
#define HALVINGS 10

static inline REAL rosenbrock(REAL a, REAL b, REAL x, REAL y) {
  REAL u = a - x, v = y - x * x;
  return u * u + b * (v * v);
}

FORM(rows) {
  uniform int64 items = (uniform int64)scalars[1], begin = first * SIZE;
  Buffer point_x = buffers[0] + begin, point_y = buffers[0] + items + begin;
  Buffer value = buffers[1] + begin;
  Buffer param_a = buffers[2] + begin, param_b = buffers[2] + items + begin;
  foreach (it = 0 ... (uniform int)(count * SIZE)) {
    REAL a = param_a[it], b = param_b[it], x = point_x[it], y = point_y[it];
    REAL f = rosenbrock(a, b, x, y), dir_x = 0, dir_y = 0, norm = 0;
    for (uniform int step = 0; step < STEPS; ++step) {
      REAL v = y - x * x;
      REAL grad_x = -2 * (a - x) - 4 * b * x * v, grad_y = 2 * b * v;
      REAL new_norm = grad_x * grad_x + grad_y * grad_y;
      REAL beta = norm > 0 ? new_norm / norm : (REAL)0;
      dir_x = beta * dir_x - grad_x;
      dir_y = beta * dir_y - grad_y;
      uniform REAL length = 1;
      REAL best = 0, best_f = f;
      for (uniform int k = 0; k < HALVINGS; ++k) {
        REAL there = rosenbrock(a, b, x + length * dir_x, y + length * dir_y);
        best = there < best_f ? length : best;
        best_f = there < best_f ? there : best_f;
        length *= (uniform REAL)0.5;
      }
      x += best * dir_x;
      y += best * dir_y;
      f = best_f;
      norm = best > 0 ? new_norm : (REAL)0;
    }
    point_x[it] = x;
    point_y[it] = y;
    value[it] = f;
  }
}
