// The functions of sub-groups that the extensions of cl_khr_subgroups add: ballots
// and their masks, votes, rotations, the first active work item.
// RUN: pirch-run %s --wg-size=8 --groups=9 --check
// RUN: pirch-run %s --wg-size=32 --groups=3 --wg-pack=2 --check
// RUN: pirch-run %s --wg-size=100 --groups=3 --target=generic --check
// RUN: pirch-run %s --wg-size=16 --groups=5 --target=ve --check
// RUN: pirch-run %s --wg-size=64 --groups=3 --target=nvvm --check
// RUN: pirch-run %s --wg-size=40 --groups=3 --target=rocdl --check
// pirch-run: --arg o=zeros(GROUPS*WG_SIZE) --arg p=zeros(GROUPS*WG_SIZE) --arg x=rand(GROUPS*WG_SIZE)
//
// A ballot of more work items than it has bits is an error.
// RUN: not pirchc %s --wg-size=129 -o %t.o 2>&1 | FileCheck %s
// CHECK: sub-groups.cl:[[#@LINE + 14]]:15: error: a ballot has bits for at most 128 work items
//
// It is no error in a kernel without ballots, for which the whole prelude is
// parsed since it has another error.
// RUN: not pirchc %S/Inputs/unknown-name.cl --wg-size=256 -o %t.o 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER-NOT: ballot
// OTHER: use of undeclared identifier 'unknown'
#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable
#if !defined(cl_khr_subgroup_ballot) || !defined(cl_khr_subgroup_non_uniform_vote) || \
    !defined(cl_khr_subgroup_rotate)
#error "an extension has no macro"
#endif
__kernel void votes(__global uint *o, __global ulong *p, __global uint *x) {
  uint v = x[get_global_id(0)], item = get_sub_group_local_id();
  uint4 odd = sub_group_ballot(v & 1);
  uint r = sub_group_ballot_bit_count(odd);
  r = r * 7 + sub_group_ballot_inclusive_scan(odd);
  r = r * 7 + sub_group_ballot_exclusive_scan(odd);
  r = r * 7 + sub_group_inverse_ballot(odd) + sub_group_ballot_bit_extract(odd, 5);
  if (sub_group_any(v & 1))
    r = r * 7 + sub_group_ballot_find_lsb(odd) + 3 * sub_group_ballot_find_msb(odd);
  if (v & 2) {
    r = r * 7 + sub_group_elect() + 2 * sub_group_broadcast_first(item);
    r = r * 7 + sub_group_non_uniform_reduce_max(v) + sub_group_ballot_bit_count(sub_group_ballot(v & 4));
    r = r * 7 + sub_group_non_uniform_all_equal(v & 3) + sub_group_non_uniform_any(v == 3);
  }
  r = r * 7 + sub_group_rotate(v, -3) + sub_group_rotate(v, 1000001);
  r = r * 7 + sub_group_clustered_rotate(v, -1, 4);
  r = r * 7 + sub_group_non_uniform_scan_exclusive_add(v) + sub_group_non_uniform_broadcast(v, 3);
  uint4 lt = get_sub_group_lt_mask(), le = get_sub_group_le_mask(), eq = get_sub_group_eq_mask(),
        gt = get_sub_group_gt_mask(), ge = get_sub_group_ge_mask();
  p[get_global_id(0)] = upsample(lt.x ^ le.y ^ eq.z ^ gt.w ^ ge.x, lt.y ^ le.z ^ eq.w ^ gt.x ^ ge.w) + eq.x + eq.y + 3 * gt.y;
  o[get_global_id(0)] = r;
}
