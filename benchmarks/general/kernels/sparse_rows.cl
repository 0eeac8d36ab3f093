// sparse_rows.cl: a sparse matrix with 12 to 24 entries a row times a vector, a group for each row, its sum by a tree in a __local array
// bench: half=B kind=gathers types=float,double
// bench: range columns=0:1023
// bench: range lengths=12:24
// pirch-run: --arg y=zeros(GROUPS) --arg lengths=rand(GROUPS) --arg columns=rand(GROUPS, 24) --arg values=rand(GROUPS, 24) --arg x=rand(1024)
#define ROOM 24
__kernel void sparse_rows(__global REAL *y, __global const int *lengths, __global const int *columns,
                       __global const REAL *values, __global const REAL *x) {
  __local REAL part[WG_SIZE];
  const int row = get_group_id(0), lid = get_local_id(0);
  REAL sum = 0;
  for (int k = lid; k < lengths[row]; k += WG_SIZE)
    sum += values[row * ROOM + k] * x[columns[row * ROOM + k]];
  part[lid] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = WG_SIZE / 2; s > 0; s >>= 1) {
    if (lid < s)
      part[lid] += part[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0)
    y[row] = part[0];
}
