// LDU factorization with static pivoting, in place, one matrix per work group
// and one row per work item. Afterwards the strict lower triangle holds L, the
// diagonal D, the strict upper triangle U (unit diagonals of L and U implied).
//
// pirch-run: --arg mat_a=rand(GROUPS, WG_SIZE, WG_SIZE)
#ifndef REAL
#define REAL double
#endif

__kernel void ldus(__global REAL *mat_a) {
  REAL row[get_local_size(0)];
  REAL pivot[get_local_size(0)];

  for (int ix = 0; ix < get_local_size(0); ix += 1)
    row[ix] = mat_a[get_group_id(0) * (get_local_size(0) * get_local_size(0)) +
                    get_local_id(0) * get_local_size(0) + ix];

  for (int s = 0; s < get_local_size(0); s += 1) {
    for (int ix = s; ix < get_local_size(0); ix += 1)
      pivot[ix] = sub_group_shuffle(row[ix], s);

    if (get_local_id(0) > s)
      row[s] = row[s] / pivot[s];

    for (int ix = s + 1; ix < get_local_size(0); ix += 1)
      if (get_local_id(0) >= s)
        row[ix] = get_local_id(0) == s ? row[ix] / pivot[s]
                                      : row[ix] - row[s] * pivot[ix];
  }

  for (int ix = 0; ix < get_local_size(0); ix += 1)
    mat_a[get_group_id(0) * (get_local_size(0) * get_local_size(0)) +
          get_local_id(0) * get_local_size(0) + ix] = row[ix];
}
