// Backward pass of the Pade activation unit: a work item per program instance,
// of one group or of the whole batch.
#include "forms.isph"
#define COUNT 16
#define NUM 6
#define DEN 4

// The item whose inputs begin at x[at] and are SIZE apart.
static inline void item(Buffer grad_x, Buffer grad_coef, Buffer x,
                        Buffer grad_out, Buffer num, Buffer den, int at,
                        int coef_at) {
  REAL sum_a[NUM], sum_b[DEN];
  for (uniform int j = 0; j < NUM; ++j)
    sum_a[j] = 0;
  for (uniform int k = 0; k < DEN; ++k)
    sum_b[k] = 0;
  for (uniform int i = 0; i < COUNT; ++i) {
    REAL t = x[at + i * SIZE] - (REAL)0.5, g = grad_out[at + i * SIZE];
    REAL p = 0, dp = 0, q = 0, dq = 0;
    for (uniform int j = NUM - 1; j >= 0; --j) {
      dp = dp * t + p;
      p = p * t + num[j];
    }
    for (uniform int k = DEN - 1; k >= 0; --k) {
      dq = dq * t + q;
      q = q * t + den[k];
    }
    dq = dq * t + q;
    q = q * t;
    REAL sign = q < 0 ? (REAL)-1 : (REAL)1;
    REAL inverse = 1 / (1 + q * sign);
    REAL f = p * inverse, grad_p = g * inverse;
    REAL grad_q = -sign * f * grad_p;
    grad_x[at + i * SIZE] = grad_p * dp + grad_q * dq;
    REAL power = 1;
    for (uniform int j = 0; j < NUM; ++j) {
      sum_a[j] += grad_p * power;
      power *= t;
    }
    power = t;
    for (uniform int k = 0; k < DEN; ++k) {
      sum_b[k] += grad_q * power;
      power *= t;
    }
  }
  for (uniform int j = 0; j < NUM; ++j)
    grad_coef[coef_at + j * SIZE] = sum_a[j];
  for (uniform int k = 0; k < DEN; ++k)
    grad_coef[coef_at + (NUM + k) * SIZE] = sum_b[k];
}

FORM(rows) {
  for (uniform int64 g = first; g < first + count; ++g)
    foreach (lane = 0 ... SIZE)
      item(buffers[0] + g * COUNT * SIZE, buffers[1] + g * (NUM + DEN) * SIZE,
           buffers[2] + g * COUNT * SIZE, buffers[3] + g * COUNT * SIZE,
           buffers[4], buffers[5], lane, lane);
}

// Registers full of items, whatever groups they are of.
FORM(problems) {
  for (uniform int64 g = first; g < first + count; g += programCount) {
    uniform int groups =
        (uniform int)min(first + count - g, (uniform int64)programCount);
    foreach (it = 0 ... groups * SIZE) {
      int group = it / SIZE, lane = it % SIZE;
      item(buffers[0] + g * COUNT * SIZE, buffers[1] + g * (NUM + DEN) * SIZE,
           buffers[2] + g * COUNT * SIZE, buffers[3] + g * COUNT * SIZE,
           buffers[4], buffers[5], group * COUNT * SIZE + lane,
           group * (NUM + DEN) * SIZE + lane);
    }
  }
}
