// Backward pass of the learnable Pade activation unit, a neuron that learns its
// own activation function as a quotient of two polynomials:
//
//   F(x) = P(x) / Q(x),  P(x) = sum a_j x^j,  Q(x) = 1 + |A(x)|,
//   A(x) = sum b_k x^k,  j = 0..5, k = 1..4
//
// Q is at least 1, so there are no poles. Given the gradient g of the loss with
// respect to F, the gradients of x, a and b are
//
//   g (P' / Q - sign(A) A' P / Q^2),  g x^j / Q,  -g sign(A) x^k P / Q^2
//
// Item-wise: a work item takes `count` inputs of its own and sums the gradients
// of the ten coefficients, which all work items share, over these; the sums of
// the work items are left for a reduction. Consecutive work items hold
// consecutive inputs.
//
//   x, grad_out, grad_x: GROUPS x count x WG_SIZE
//   num, den:            the coefficients a_0..a_5 and b_1..b_4
//   grad_coef:           GROUPS x 10 x WG_SIZE; a_0..a_5, then b_1..b_4
//   mean:                subtracted from every input first, as the
//                        normalization in front of the unit does
//
// pirch-run: --arg grad_x=zeros(GROUPS, 16, WG_SIZE)
// pirch-run: --arg grad_coef=zeros(GROUPS, 10, WG_SIZE)
// pirch-run: --arg x=rand(GROUPS, 16, WG_SIZE)
// pirch-run: --arg grad_out=rand(GROUPS, 16, WG_SIZE)
// pirch-run: --arg num=rand(6) --arg den=rand(4) --arg mean=0.5 --arg count=16
#ifndef REAL
#define REAL double
#endif
#define NUM_TERMS 6
#define DEN_TERMS 4
#define NUM_COEFS (NUM_TERMS + DEN_TERMS)

__kernel void pade(__global REAL *restrict grad_x,
                   __global REAL *restrict grad_coef,
                   __global const REAL *restrict x,
                   __global const REAL *restrict grad_out,
                   __global const REAL *restrict num,
                   __global const REAL *restrict den, REAL mean, int count) {
  REAL a[NUM_TERMS], b[DEN_TERMS];
  REAL sum_a[NUM_TERMS], sum_b[DEN_TERMS];

  for (int j = 0; j < NUM_TERMS; ++j) {
    a[j] = num[j];
    sum_a[j] = 0;
  }
  for (int k = 0; k < DEN_TERMS; ++k) {
    b[k] = den[k];
    sum_b[k] = 0;
  }

  for (int i = 0; i < count; ++i) {
    size_t at = (get_group_id() * count + i) * WG_SIZE + get_local_id();
    REAL t = x[at] - mean;
    REAL g = grad_out[at];

    // Horner's scheme for the polynomials and, one step behind, the
    // derivatives.
    REAL p = 0, dp = 0, q = 0, dq = 0;
    for (int j = NUM_TERMS - 1; j >= 0; --j) {
      dp = dp * t + p;
      p = p * t + a[j];
    }
    for (int k = DEN_TERMS - 1; k >= 0; --k) {
      dq = dq * t + q;
      q = q * t + b[k];
    }
    // A has no constant term: one more factor x.
    dq = dq * t + q;
    q = q * t;
    REAL sign = q < 0 ? -1 : 1;

    REAL inverse = 1 / (1 + fabs(q));
    REAL f = p * inverse;
    REAL grad_p = g * inverse;
    REAL grad_q = -sign * f * grad_p;
    grad_x[at] = grad_p * dp + grad_q * dq;

    REAL power = 1;
    for (int j = 0; j < NUM_TERMS; ++j) {
      sum_a[j] += grad_p * power;
      power *= t;
    }
    power = t;
    for (int k = 0; k < DEN_TERMS; ++k) {
      sum_b[k] += grad_q * power;
      power *= t;
    }
  }

  size_t first = get_group_id() * (NUM_COEFS * WG_SIZE) + get_local_id();
  for (int j = 0; j < NUM_TERMS; ++j)
    grad_coef[first + j * WG_SIZE] = sum_a[j];
  for (int k = 0; k < DEN_TERMS; ++k)
    grad_coef[first + (NUM_TERMS + k) * WG_SIZE] = sum_b[k];
}
