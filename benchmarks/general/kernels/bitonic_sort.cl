// bitonic_sort.cl: sort rows of WG_SIZE keys, a key for each work item
// bench: half=A kind=shuffles types=float,double
// pirch-run: --arg keys=rand(GROUPS, WG_SIZE)
__kernel void bitonic_sort(__global REAL *keys) {
  const int lid = get_local_id(0);
  REAL key = keys[get_global_id(0)];
  for (int k = 2; k <= WG_SIZE; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) {
      REAL other = sub_group_shuffle_xor(key, j);
      bool ascending = (lid & k) == 0, low = (lid & j) == 0;
      key = ascending == low ? fmin(key, other) : fmax(key, other);
    }
  keys[get_global_id(0)] = key;
}
