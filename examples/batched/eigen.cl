// Eigenvalues and eigenvectors of symmetric matrices by Jacobi's method: one
// matrix per work group; work item i holds row i of the matrix and of the
// eigenvectors found so far.
//
// A step rotates neighbours in pairs, (0, 1), (2, 3), ..., and the next one
// (1, 2), (3, 4), ...; each exchanges the two of every pair as well, so that
// after WG_SIZE steps all have met. All matrices take the same steps, and are
// done once their elements beside the diagonal are negligible.
//
//   mat_a:     GROUPS x WG_SIZE x WG_SIZE, row-major, symmetric; on return
//              column j is the eigenvector of value j
//   values:    GROUPS x WG_SIZE, ascending
//   info:      GROUPS; 0, or 1 where the method has not converged, as for
//              matrices that hold a NaN or an infinity
//   max_steps: steps of both kinds that are tried; 20 for each row are plenty
//
// pirch-run: --arg mat_a=rand(GROUPS, WG_SIZE, WG_SIZE)
// pirch-run: --arg values=zeros(GROUPS, WG_SIZE) --arg info=zeros(GROUPS)
// pirch-run: --arg max_steps=20*WG_SIZE
#include "matrices.h"
#define EPSILON (sizeof(REAL) == 8 ? (REAL)DBL_EPSILON : (REAL)FLT_EPSILON)

// Rotate the pairs (start, start + 1), (start + 2, start + 3), ... and exchange
// the two of each. `row` is the work item's row of the matrix, `vec` of the
// eigenvectors.
void rotate_pairs(REAL *row, REAL *vec, int start) {
  const int item = get_local_id(0);
  bool upper = item >= start && (item - start) % 2 == 0;
  int partner = upper ? item + 1 : item - 1;
  bool paired = item >= start && partner < WG_SIZE;
  partner = paired ? partner : item;

  // Both work items of a pair compute the same rotation, from the same element
  // beside the diagonal.
  REAL mine = row[item], other = shuffle(mine, partner);
  REAL beside = row[partner], others = shuffle(beside, partner);
  REAL top = upper ? mine : other, bottom = upper ? other : mine;
  REAL off = upper ? beside : others;
  REAL theta = (bottom - top) / (2 * off);
  REAL size = fabs(theta);
  REAL t = 1 / (size + sqrt(size * size + 1));
  t = theta < 0 ? -t : t;
  t = off == 0 ? 0 : t;
  REAL c = 1 / sqrt(t * t + 1), s = t * c;

  for (int j = start; j + 1 < WG_SIZE; j += 2) {
    REAL cos = shuffle(c, j), sin = shuffle(s, j);
    REAL x = row[j], y = row[j + 1];
    row[j] = sin * x + cos * y;
    row[j + 1] = cos * x - sin * y;
    x = vec[j];
    y = vec[j + 1];
    vec[j] = sin * x + cos * y;
    vec[j + 1] = cos * x - sin * y;
  }

  REAL sign = upper ? s : -s;
  for (int j = 0; j < WG_SIZE; ++j) {
    REAL across = shuffle(row[j], partner);
    if (paired)
      row[j] = sign * row[j] + c * across;
  }
  // What is known of the results, so that no rounding error stays.
  if (paired) {
    row[partner] = 0;
    row[item] = upper ? bottom + t * off : top - t * off;
  }
}

__kernel void syev(__global REAL *restrict mat_a, __global REAL *restrict values,
                   __global int *restrict info, int max_steps) {
  const int item = get_local_id(0);
  REAL row[WG_SIZE], vec[WG_SIZE];

  // Elements of the size of 1, whose squares are numbers.
  REAL largest = 0;
  for (int j = 0; j < WG_SIZE; ++j) {
    row[j] = mat_a[A_AT(item, j)];
    vec[j] = item == j ? 1 : 0;
    largest = fmax(largest, fabs(row[j]));
  }
  largest = sub_group_reduce_max(largest);
  largest = largest > 0 ? largest : 1;
  REAL norm = 0;
  for (int j = 0; j < WG_SIZE; ++j) {
    row[j] /= largest;
    norm += row[j] * row[j];
  }
  REAL limit = EPSILON * EPSILON * sub_group_reduce_add(norm);

  bool converged = false;
  for (int step = 0; step < max_steps; ++step) {
    REAL rest = 0;
    for (int j = 0; j < WG_SIZE; ++j)
      rest += item == j ? 0 : row[j] * row[j];
    rest = sub_group_reduce_add(rest);
    converged = rest <= limit;
    // Also where `rest` is no number, which nothing would change.
    if (!(rest > limit))
      break;
    rotate_pairs(row, vec, 0);
    rotate_pairs(row, vec, 1);
  }

  REAL value = row[item] * largest;
  int rank = 0;
  for (int j = 0; j < WG_SIZE; ++j) {
    REAL other = shuffle(value, j);
    // Numbers ascend, and NaN comes behind them; equals stay in their order.
    bool before = isnan(value) ? !isnan(other) : other < value;
    bool same = isnan(value) ? isnan(other) : other == value;
    rank += before || (same && j < item) ? 1 : 0;
  }

  for (int j = 0; j < WG_SIZE; ++j)
    mat_a[A_AT(item, shuffle(rank, j))] = vec[j];
  values[get_group_id(0) * WG_SIZE + rank] = value;
  if (item == 0)
    info[get_group_id(0)] = converged ? 0 : 1;
}
