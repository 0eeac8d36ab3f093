// Partial pivoting for lu.cl and inverse.cl. Up to 16 rows, work items hold a
// row of the matrix each, in private arrays, and code for all of its elements is
// unrolled. Larger matrices are in a tile of `__local` memory, where an exchange
// of rows is two of loads and stores, and the loops stay loops.

#if WG_SIZE <= 16
#define IN_TILE 0
#else
#define IN_TILE 1
#endif

// The work item, from `k` on, whose element is the largest in magnitude, and
// the first of these if there are several; `k` where it holds a NaN.
int find_pivot(REAL x, int k) {
  REAL largest = shuffle(fabs(x), k);
  int pivot = k;
  for (int i = k + 1; i < WG_SIZE; ++i) {
    REAL size = shuffle(fabs(x), i);
    pivot = size > largest ? i : pivot;
    largest = size > largest ? size : largest;
  }
  return pivot;
}

// Exchange the rows of work items `k` and `pivot`, which is not before `k`.
void exchange_rows(REAL *row, int count, int k, int pivot) {
  const int item = get_local_id(0);
#ifdef SHUFFLE_ROWS
  // For machines on which reading a work item chosen at run time is one
  // instruction, as it is on GPUs.
  for (int j = 0; j < count; ++j) {
    REAL mine = row[j], below = shuffle(mine, pivot), above = shuffle(mine, k);
    if (item >= k)
      row[j] = item == k ? below : item == pivot ? above : mine;
  }
#else
  REAL above[WG_SIZE], below[WG_SIZE];
  for (int j = 0; j < count; ++j)
    above[j] = below[j] = shuffle(row[j], k);
  for (int i = k + 1; i < WG_SIZE; ++i)
    for (int j = 0; j < count; ++j) {
      REAL other = shuffle(row[j], i);
      below[j] = pivot == i ? other : below[j];
    }
  for (int j = 0; j < count; ++j) {
    if (item == k)
      row[j] = below[j];
    if (item > k)
      row[j] = item == pivot ? above[j] : row[j];
  }
#endif
}

// The same choice as find_pivot's, of elements that are in memory: work item i
// has element i, `mine`, and `head` is element k.
int find_pivot_of_column(REAL mine, REAL head, int k) {
  const int item = get_local_id(0);
  REAL size = item < k ? -1 : fabs(mine);
  REAL largest = sub_group_reduce_max(size);
  int pivot = sub_group_reduce_min(size == largest ? item : WG_SIZE);
  return pivot == WG_SIZE || isnan(head) ? k : pivot;
}
