// The product of two matrices, unrolled: WG_SIZE to the power of three terms.
__kernel void product(__global double *restrict c, __global const double *a,
                      __global const double *b) {
  size_t at = get_global_id(0) * WG_SIZE;
  double sum[WG_SIZE], row[WG_SIZE];
  for (int i = 0; i < WG_SIZE; ++i) {
    sum[i] = 0;
    row[i] = b[at + i];
  }
  for (int s = 0; s < WG_SIZE; ++s)
    for (int i = 0; i < WG_SIZE; ++i)
      sum[i] += a[at + s] * shuffle(row[i], s);
  for (int i = 0; i < WG_SIZE; ++i)
    c[at + i] = sum[i];
}
