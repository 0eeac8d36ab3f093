// odd_even_sort.cl: sort rows of WG_SIZE keys in a __local array, by exchanges of neighbours in turns
// bench: half=B kind=shuffles types=float,double
// pirch-run: --arg keys=rand(GROUPS, WG_SIZE)
__kernel void odd_even_sort(__global REAL *keys) {
  __local REAL key[WG_SIZE];
  const int lid = get_local_id(0);
  key[lid] = keys[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int turn = 0; turn < WG_SIZE; turn++) {
    if ((lid & 1) == (turn & 1) && lid + 1 < WG_SIZE) {
      REAL a = key[lid], b = key[lid + 1];
      if (a > b) {
        key[lid] = b;
        key[lid + 1] = a;
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  keys[get_global_id(0)] = key[lid];
}
