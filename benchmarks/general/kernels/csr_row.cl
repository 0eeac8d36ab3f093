// csr_row.cl: a sparse matrix times a vector, a row of 1 to 40 entries to each group, summed through local memory
// bench: half=B kind=rows types=float,double
// bench: range length=1:40
// bench: range column=0:255
// pirch-run: --arg y=zeros(GROUPS) --arg value=rand(GROUPS, 40) --arg column=rand(GROUPS, 40) --arg length=rand(GROUPS) --arg x=rand(256)
__kernel void csr_row(__global REAL *y, __global const REAL *value, __global const uint *column, __global const int *length,
                      __global const REAL *x) {
  __local REAL part[WG_SIZE];
  const uint row = get_group_id(0), lid = get_local_id(0);
  const uint begin = row * 40, end = begin + clamp(length[row], 0, 40);
  REAL sum = 0;
  for (uint i = begin + lid; i < end; i += WG_SIZE)
    sum += value[i] * x[column[i] & 255];
  part[lid] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = WG_SIZE >> 1; s > 0; s >>= 1) {
    if (lid < s)
      part[lid] += part[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0)
    y[row] = part[0];
}
