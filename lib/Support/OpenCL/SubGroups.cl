//===- SubGroups.cl - Built-ins of sub-groups, and their ballots ----------===//
//
// The functions of the extensions cl_khr_subgroup_ballot,
// cl_khr_subgroup_non_uniform_vote, cl_khr_subgroup_non_uniform_arithmetic (sums,
// minima and maxima) and cl_khr_subgroup_rotate, each made of the functions that
// cl_khr_subgroups has. A work group is one sub-group, and a collective combines
// the work items that reach it: the "non-uniform" kinds compute what the others
// do. Bit i % 32 of element i / 32 of a ballot belongs to work item i.
//
//===----------------------------------------------------------------------===//

OCL_FN int sub_group_elect(void) {
  return sub_group_scan_exclusive_add(1u) == 0;
}
OCL_FN int sub_group_non_uniform_any(int x) { return sub_group_any(x); }
OCL_FN int sub_group_non_uniform_all(int x) { return sub_group_all(x); }

/* The place that `delta` names modulo the size of the group or of a cluster of
   it, whose size is a power of two. */
OCL_FN uint __ocl_rotated(int delta) {
  int size = (int)get_sub_group_size();
  return (uint)(((int)get_sub_group_local_id() + delta % size + size) % size);
}
OCL_FN uint __ocl_rotated_in(int delta, uint cluster) {
  uint item = get_sub_group_local_id();
  return (item & ~(cluster - 1)) | ((item + (uint)delta) & (cluster - 1));
}

#define OCL_ALIAS(T, NAME) OCL_FN T sub_group_non_uniform_##NAME(T x) { \
  return sub_group_##NAME(x); }
#define OCL_SUB_GROUP(T) \
  OCL_ALIAS(T, reduce_add) OCL_ALIAS(T, reduce_min) OCL_ALIAS(T, reduce_max) \
  OCL_ALIAS(T, scan_inclusive_add) OCL_ALIAS(T, scan_inclusive_min) \
  OCL_ALIAS(T, scan_inclusive_max) OCL_ALIAS(T, scan_exclusive_add) \
  OCL_ALIAS(T, scan_exclusive_min) OCL_ALIAS(T, scan_exclusive_max) \
  OCL_FN T sub_group_non_uniform_broadcast(T x, uint item) { \
    return sub_group_shuffle(x, item); } \
  OCL_FN T sub_group_broadcast_first(T x) { \
    return sub_group_shuffle( \
        x, sub_group_reduce_min(get_sub_group_local_id())); } \
  OCL_FN int sub_group_non_uniform_all_equal(T x) { \
    return sub_group_all(x == sub_group_broadcast_first(x)); } \
  OCL_FN T sub_group_rotate(T x, int delta) { \
    return sub_group_shuffle(x, __ocl_rotated(delta)); } \
  OCL_FN T sub_group_clustered_rotate(T x, int delta, uint cluster) { \
    return sub_group_shuffle(x, __ocl_rotated_in(delta, cluster)); }
OCL_SUB_GROUP(char) OCL_SUB_GROUP(uchar) OCL_SUB_GROUP(short)
OCL_SUB_GROUP(ushort) OCL_SUB_GROUP(int) OCL_SUB_GROUP(uint)
OCL_SUB_GROUP(long) OCL_SUB_GROUP(ulong) OCL_SUB_GROUP(float)
OCL_SUB_GROUP(double)
