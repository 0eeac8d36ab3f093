//===- Ballots.cl - Built-ins of sub-groups whose values are ballots ------===//
//
// See SubGroups.cl. A ballot has the type uint4.
//
// The check of the sub-group's size stands at the functions' calls. In a body it
// would fail in each kernel of larger groups for which the whole prelude is
// parsed.
//
//===----------------------------------------------------------------------===//

#define OCL_BALLOT_FN                                                          \
  __attribute__((                                                              \
      diagnose_if(get_sub_group_size() > 128,                                  \
                  "a ballot has bits for at most 128 work items", "error")))   \
  OCL_FN
/* Element `word` of the ballot of the work items for which `x` holds. */
OCL_FN uint __ocl_ballot_word(int x, uint word) {
  uint item = get_sub_group_local_id();
  return sub_group_reduce_add(x != 0 && item / 32 == word ? 1u << (item % 32)
                                                         : 0u);
}
/* Element `word` of a mask with a bit for each work item below `end`. */
OCL_FN uint __ocl_mask_word(uint end, uint word) {
  return end >= 32 * word + 32 ? 0xffffffffu
         : end <= 32 * word    ? 0u
                               : (1u << (end % 32)) - 1;
}
OCL_FN uint4 __ocl_mask(uint end) {
  return (uint4)(__ocl_mask_word(end, 0u), __ocl_mask_word(end, 1u),
                 __ocl_mask_word(end, 2u), __ocl_mask_word(end, 3u));
}
OCL_FN uint4 __ocl_mask_of_all(void) {
  return __ocl_mask(get_sub_group_size());
}
OCL_BALLOT_FN uint4 sub_group_ballot(int x) {
  return (uint4)(__ocl_ballot_word(x, 0u),
                 get_sub_group_size() > 32 ? __ocl_ballot_word(x, 1u) : 0u,
                 get_sub_group_size() > 64 ? __ocl_ballot_word(x, 2u) : 0u,
                 get_sub_group_size() > 96 ? __ocl_ballot_word(x, 3u) : 0u);
}
OCL_FN int sub_group_ballot_bit_extract(uint4 ballot, uint item) {
  uint word = item / 32 == 0   ? ballot.x
              : item / 32 == 1 ? ballot.y
              : item / 32 == 2 ? ballot.z
                               : ballot.w;
  return (int)(word >> (item % 32) & 1);
}
OCL_BALLOT_FN int sub_group_inverse_ballot(uint4 ballot) {
  return sub_group_ballot_bit_extract(ballot, get_sub_group_local_id());
}
OCL_FN uint __ocl_count_bits(uint4 bits) {
  return popcount(bits.x) + popcount(bits.y) + popcount(bits.z) +
         popcount(bits.w);
}
OCL_BALLOT_FN uint sub_group_ballot_bit_count(uint4 ballot) {
  return __ocl_count_bits(ballot & __ocl_mask_of_all());
}
OCL_BALLOT_FN uint sub_group_ballot_inclusive_scan(uint4 ballot) {
  return __ocl_count_bits(ballot & __ocl_mask(get_sub_group_local_id() + 1));
}
OCL_BALLOT_FN uint sub_group_ballot_exclusive_scan(uint4 ballot) {
  return __ocl_count_bits(ballot & __ocl_mask(get_sub_group_local_id()));
}
OCL_BALLOT_FN uint sub_group_ballot_find_lsb(uint4 ballot) {
  uint4 bits = ballot & __ocl_mask_of_all();
  return bits.x   ? 31 - clz(bits.x & -bits.x)
         : bits.y ? 63 - clz(bits.y & -bits.y)
         : bits.z ? 95 - clz(bits.z & -bits.z)
                  : 127 - clz(bits.w & -bits.w);
}
OCL_BALLOT_FN uint sub_group_ballot_find_msb(uint4 ballot) {
  uint4 bits = ballot & __ocl_mask_of_all();
  return bits.w   ? 127 - clz(bits.w)
         : bits.z ? 95 - clz(bits.z)
         : bits.y ? 63 - clz(bits.y)
                  : 31 - clz(bits.x);
}
OCL_BALLOT_FN uint4 get_sub_group_lt_mask(void) {
  return __ocl_mask(get_sub_group_local_id()) & __ocl_mask_of_all();
}
OCL_BALLOT_FN uint4 get_sub_group_le_mask(void) {
  return __ocl_mask(get_sub_group_local_id() + 1) & __ocl_mask_of_all();
}
OCL_BALLOT_FN uint4 get_sub_group_gt_mask(void) {
  return ~__ocl_mask(get_sub_group_local_id() + 1) & __ocl_mask_of_all();
}
OCL_BALLOT_FN uint4 get_sub_group_ge_mask(void) {
  return ~__ocl_mask(get_sub_group_local_id()) & __ocl_mask_of_all();
}
OCL_BALLOT_FN uint4 get_sub_group_eq_mask(void) {
  return __ocl_mask(get_sub_group_local_id() + 1) &
         ~__ocl_mask(get_sub_group_local_id()) & __ocl_mask_of_all();
}
