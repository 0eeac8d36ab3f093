// floyd_warshall.cl: shortest ways in small dense graphs of WG_SIZE nodes, in place
// bench: half=A kind=graphs types=float,double
// pirch-run: --arg d=rand(GROUPS, WG_SIZE, WG_SIZE)
__kernel void floyd_warshall(__global REAL *d) {
  const size_t at = get_global_id(0) * WG_SIZE;
  REAL row[WG_SIZE];
  for (int j = 0; j < WG_SIZE; j++)
    row[j] = d[at + j];
  for (int k = 0; k < WG_SIZE; k++) {
    REAL first = row[k];
    for (int j = 0; j < WG_SIZE; j++)
      row[j] = fmin(row[j], first + shuffle(row[j], k));
  }
  for (int j = 0; j < WG_SIZE; j++)
    d[at + j] = row[j];
}
