// Sum of a long array, one partial sum per work group. The groups go through
// the array together: a group takes ELEMS x WG_SIZE consecutive elements, ELEMS
// of them per work item, WG_SIZE apart, and goes on behind those of all the
// others. Each work item keeps ELEMS sums, so that its additions do not wait
// for each other; at the end it adds these up, and the group the sums of its
// work items. The partial sums are left to the host or to a second launch with
// one group.
//
//   partial:    GROUPS
//   array:      n elements, any number
//   num_groups: GROUPS
//
// pirch-run: --arg partial=zeros(GROUPS) --arg array=rand(GROUPS*WG_SIZE*10+3)
// pirch-run: --arg n=GROUPS*WG_SIZE*10+3 --arg num_groups=GROUPS
#ifndef REAL
#define REAL double
#endif
#define ELEMS 4

__kernel void reduce(__global REAL *restrict partial,
                     __global const REAL *restrict array, size_t n,
                     size_t num_groups) {
  REAL sum[ELEMS];
  for (int e = 0; e < ELEMS; ++e)
    sum[e] = 0;

  size_t chunk = ELEMS * WG_SIZE;
  for (size_t first = get_group_id() * chunk; first < n;
       first += num_groups * chunk)
    for (int e = 0; e < ELEMS; ++e) {
      size_t at = first + e * WG_SIZE + get_local_id();
      if (at < n)
        sum[e] += array[at];
    }

  REAL total = 0;
  for (int e = 0; e < ELEMS; ++e)
    total += sum[e];
  total = sub_group_reduce_add(total);
  if (get_local_id() == 0)
    partial[get_group_id()] = total;
}
