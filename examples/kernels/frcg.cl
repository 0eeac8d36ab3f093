// Minimization by Fletcher and Reeves's conjugate gradients, a fixed number of
// steps, of the Rosenbrock family
//
//   f(x, y) = (a - x)^2 + b (y - x^2)^2
//
// Item-wise: every work item holds a function (a, b) and a point (x, y) of its
// own. The line search is minimal: it evaluates f at step lengths 1, 1/2, 1/4,
// ... and moves to the best of these points, or stays if none beats the present
// one, and then starts anew along the gradient. So f never grows and every
// result is finite, and the work items stay in lockstep.
//
//   point:      2 x GROUPS x WG_SIZE, all x, then all y; start points, on
//               return the points reached
//   value:      GROUPS x WG_SIZE, f there
//   param:      2 x GROUPS x WG_SIZE, all a, then all b
//   items:      GROUPS x WG_SIZE
//   steps, halvings: of the method, of each line search
//
// pirch-run: --arg point=rand(2, GROUPS, WG_SIZE)
// pirch-run: --arg param=rand(2, GROUPS, WG_SIZE)
// pirch-run: --arg value=zeros(GROUPS, WG_SIZE) --arg items=GROUPS*WG_SIZE
// pirch-run: --arg steps=20 --arg halvings=10
#ifndef REAL
#define REAL double
#endif

REAL rosenbrock(REAL a, REAL b, REAL x, REAL y) {
  REAL u = a - x, v = y - x * x;
  return u * u + b * (v * v);
}

__kernel void frcg(__global REAL *restrict point, __global REAL *restrict value,
                   __global const REAL *restrict param, size_t items, int steps,
                   int halvings) {
  size_t item = get_group_id() * WG_SIZE + get_local_id();
  REAL a = param[item], b = param[items + item];
  REAL x = point[item], y = point[items + item];

  REAL f = rosenbrock(a, b, x, y);
  REAL dir_x = 0, dir_y = 0, norm = 0;

  for (int step = 0; step < steps; ++step) {
    REAL v = y - x * x;
    REAL grad_x = -2 * (a - x) - 4 * b * x * v;
    REAL grad_y = 2 * b * v;
    REAL new_norm = grad_x * grad_x + grad_y * grad_y;

    // norm is 0 at the start, after a search that found nothing, and where the
    // gradient has vanished: the direction is the steepest descent's.
    REAL beta = norm > 0 ? new_norm / norm : 0;
    dir_x = beta * dir_x - grad_x;
    dir_y = beta * dir_y - grad_y;

    REAL length = 1, best = 0, best_f = f;
    for (int k = 0; k < halvings; ++k) {
      REAL there = rosenbrock(a, b, x + length * dir_x, y + length * dir_y);
      if (there < best_f) {
        best_f = there;
        best = length;
      }
      length *= 0.5;
    }

    x += best * dir_x;
    y += best * dir_y;
    f = best_f;
    norm = best > 0 ? new_norm : 0;
  }

  point[item] = x;
  point[items + item] = y;
  value[item] = f;
}
