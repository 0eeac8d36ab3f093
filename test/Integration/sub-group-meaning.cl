// Ballots, rotations and the first active work item, beside loops over a `__local` array:
// the oracle has the text of these functions from the compiler, so that comparing with it
// would not show an error in their meaning. A work item stores 0 where all agree.
// RUN: pirchc %s --wg-size=8 -o %t.o --header=%t.h
// RUN: clang-22 -DWG_SIZE=8 -include %t.h %S/Inputs/sub_group_meaning.c %t.o -o %t && %t
// RUN: pirchc %s --wg-size=33 -o %t.o --header=%t.h
// RUN: clang-22 -DWG_SIZE=33 -include %t.h %S/Inputs/sub_group_meaning.c %t.o -o %t && %t
// RUN: pirchc %s --wg-size=100 -o %t.o --header=%t.h
// RUN: clang-22 -DWG_SIZE=100 -include %t.h %S/Inputs/sub_group_meaning.c %t.o -o %t && %t
__kernel void meaning(__global int *o, __global const int *x) {
  __local int v[WG_SIZE];
  int l = get_local_id(0), bad = 0, count = 0, before = 0, first = -1, last = -1, firstActive = -1;
  v[l] = x[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < WG_SIZE; k++) {
    if (v[k] & 1) { count++; if (k < l) before++; if (first < 0) first = k; last = k; }
    if ((v[k] & 2) && firstActive < 0) firstActive = k;
  }
  uint4 b = sub_group_ballot(v[l] & 1);
  for (int k = 0; k < WG_SIZE; k++) bad += sub_group_ballot_bit_extract(b, k) != (v[k] & 1);
  bad += (sub_group_ballot_bit_count(b) != count) * 100 + (sub_group_ballot_exclusive_scan(b) != before) * 200;
  bad += (sub_group_ballot_inclusive_scan(b) != before + (v[l] & 1)) * 400 + (sub_group_inverse_ballot(b) != (v[l] & 1)) * 800;
  if (first >= 0) bad += (sub_group_ballot_find_lsb(b) != first) * 1600 + (sub_group_ballot_find_msb(b) != last) * 3200;
  if (v[l] & 2) bad += (sub_group_elect() != (l == firstActive)) * 6400 + (sub_group_broadcast_first(l) != firstActive) * 12800;
  bad += (sub_group_rotate(v[l], 3) != v[(l + 3) % WG_SIZE]) * 25600 + (sub_group_rotate(v[l], -1) != v[(l + WG_SIZE - 1) % WG_SIZE]) * 51200;
  if (WG_SIZE % 4 == 0) bad += (sub_group_clustered_rotate(v[l], 1, 4) != v[l / 4 * 4 + (l + 1) % 4]) * 102400;
  bad += (sub_group_ballot_bit_count(get_sub_group_lt_mask()) != l) + (sub_group_ballot_bit_count(get_sub_group_ge_mask()) != WG_SIZE - l);
  bad += (sub_group_ballot_find_lsb(get_sub_group_eq_mask()) != l) + (sub_group_ballot_bit_count(get_sub_group_gt_mask()) != WG_SIZE - 1 - l) + (sub_group_ballot_bit_count(get_sub_group_le_mask()) != l + 1);
  o[get_global_id(0)] = bad;
}
