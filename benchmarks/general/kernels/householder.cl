// householder.cl: QR of WG_SIZE x 4 matrices by reflections, a row for each work item; R and the rotated right-hand side
// bench: half=B kind=collectives types=float,double
// bench: range a=-1:1
// bench: range b=-1:1
// pirch-run: --arg r=zeros(GROUPS, 4, 4) --arg qb=zeros(GROUPS, 4) --arg a=rand(GROUPS, WG_SIZE, 4) --arg b=rand(GROUPS, WG_SIZE)
#define COLUMNS 4
__kernel void householder(__global REAL *r, __global REAL *qb, __global const REAL *a, __global const REAL *b) {
  const int lid = get_local_id(0);
  REAL row[COLUMNS], rhs = b[get_global_id(0)];
  for (int j = 0; j < COLUMNS; j++)
    row[j] = a[get_global_id(0) * COLUMNS + j];
  for (int k = 0; k < COLUMNS; k++) {
    REAL v = lid >= k ? row[k] : 0;
    REAL norm = sqrt(sub_group_reduce_add(v * v));
    REAL head = shuffle(row[k], k);
    REAL alpha = head > 0 ? -norm : norm;
    if (lid == k)
      v -= alpha;
    REAL scale = 1 / (norm * norm - alpha * head);
    for (int j = k; j < COLUMNS; j++)
      row[j] -= v * (sub_group_reduce_add(v * row[j]) * scale);
    rhs -= v * (sub_group_reduce_add(v * rhs) * scale);
  }
  if (lid < COLUMNS) {
    for (int j = 0; j < COLUMNS; j++)
      r[(get_group_id(0) * COLUMNS + lid) * COLUMNS + j] = j >= lid ? row[j] : 0;
    qb[get_group_id(0) * COLUMNS + lid] = rhs;
  }
}
