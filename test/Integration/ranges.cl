// Ranges of one to three dimensions with and without global offsets: every function of a dimension, in calls that begin
// and end within rows of the grid (--threads), on every target.
// RUN: pirch-run %s --kernel=indices --wg-size=4x2 --groups=3x2,5x1,0x3,1x7 --check --threads=3
// RUN: pirch-run %s --kernel=indices --wg-size=5x3 --groups=7x5 --offset=3x9 --check --threads=4
// RUN: pirch-run %s --kernel=indices --wg-size=4x2x3 --groups=3x4x5 --offset=1x2x3 --arg d=2 --check --threads=7
// RUN: pirch-run %s --kernel=indices --wg-size=16x16 --groups=2x3 --target=generic --check
// RUN: pirch-run %s --kernel=indices --wg-size=5x3 --groups=7x5 --offset=3x9 --target=ve --check
// RUN: pirch-run %s --kernel=indices --wg-size=4x2 --groups=7x5,40x2 --target=nvvm --device=emulate --check --threads=3
// RUN: pirch-run %s --kernel=indices --wg-size=16x16 --groups=3x2 --target=nvvm --device=emulate --check
// RUN: pirch-run %s --kernel=indices --wg-size=4x2x3 --groups=3x4x5 --offset=1x2x3 --target=rocdl --check --threads=7
// RUN: pirch-run %s --kernel=indices --wg-size=4x2x3 --groups=3x4x2 --offset=1x2x3 --check --interpret=each-pass
// RUN: pirch-run %s --kernel=indices --wg-size=5x3 --groups=7x5 --check --interpret=packed --wg-pack=2
// RUN: pirch-run %s --kernel=flat -DFLAT --wg-size=8 --groups=6 --offset=5 --check --threads=2 | FileCheck %s --check-prefix=FLAT
// FLAT: flat: 6 groups of 8 work items
// FLAT: check: o: ok
// pirch-run: --arg o=zeros(GROUPS * WG_SIZE * 16) --arg d=1

__kernel void indices(__global long *o, uint d) {
  size_t at = get_global_linear_id() * 16;
  o[at] = get_global_id(0);
  o[at + 1] = get_global_id(1);
  o[at + 2] = get_local_id() * 100 + get_local_id(1);
  o[at + 3] = get_group_id(0) * 100 + get_group_id(1);
  o[at + 4] = get_num_groups(0) * 100 + get_num_groups(1);
  o[at + 5] = get_global_size(0) * 100 + get_global_size(1);
  o[at + 6] = get_global_offset(0) * 100 + get_global_offset(1);
  // Sizes of groups are constants, of dimensions that there are.
#ifdef FLAT
  char room[get_local_size(0)];
#else
  char room[get_local_size(0) * get_local_size(1)];
#endif
  o[at + 7] = sizeof room * 100 + get_enqueued_local_size(1);
  o[at + 8] = get_local_linear_id() + get_work_dim() * 10000;
  // Dimensions that only run time knows, or the unrolled loop.
  o[at + 9] = get_global_id(d) * 1000 + get_local_size(d) * 100 + get_local_id(d);
  o[at + 10] = get_group_id(d) + get_num_groups(d) * 100 + get_global_offset(d) * 10000;
  // What a range does not have has size 1 and index 0.
  o[at + 11] = get_num_groups(d + 2) + get_local_size(d + 2) + get_global_size(d + 2);
  o[at + 12] = get_group_id(d + 2) + get_global_id(d + 2) + get_global_offset(d + 2);
  for (uint i = 0; i < get_work_dim(); ++i)
    o[at + 13] = o[at + 13] * 1000 + get_global_id(i) + get_local_size(i);
  // The argument is evaluated once.
  uint next = 0;
  o[at + 14] = get_local_size(next++) + get_local_size(next++) * 100 + next * 10000;
}

// With an offset, one dimension has all extents as well.
__kernel void flat(__global long *o) {
  o[get_global_linear_id()] = get_global_id() + get_global_offset() * 100 + get_num_groups() * 10000;
}
