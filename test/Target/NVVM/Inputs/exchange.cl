#ifndef REAL
#define REAL float
#endif
// Everybody adds what work item 2 holds; elements of one's own array only change
// their names.
__kernel void k(__global REAL *restrict a) {
  const size_t wi = get_local_id(0);
  const size_t at = (get_group_id(0) * WG_SIZE + wi) * 2;
  REAL x[2];
  x[0] = a[at + 1];
  x[1] = a[at];
  a[at] = x[0] + shuffle(x[1], 2);
}
