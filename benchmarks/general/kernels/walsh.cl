// walsh.cl: the fast Walsh-Hadamard transform of 2 WG_SIZE numbers of each group in a __local array
// bench: half=B kind=shuffles types=float,double
// pirch-run: --arg x=rand(GROUPS, 2, WG_SIZE)
__kernel void walsh(__global REAL *x) {
  __local REAL work[2 * WG_SIZE];
  const int lid = get_local_id(0);
  __global REAL *row = x + 2 * WG_SIZE * get_group_id(0);
  work[lid] = row[lid];
  work[lid + WG_SIZE] = row[lid + WG_SIZE];
  for (int step = 1; step <= WG_SIZE; step <<= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int low = lid & (step - 1), pair = 2 * (lid - low) + low;
    REAL a = work[pair], b = work[pair + step];
    work[pair] = a + b;
    work[pair + step] = a - b;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  row[lid] = work[lid];
  row[lid + WG_SIZE] = work[lid + WG_SIZE];
}
