// moments.cl: mean, variance, skewness and kurtosis of rows of n numbers, a row for each group
// bench: half=B kind=rows types=float,double
// pirch-run: --arg out=zeros(GROUPS, 4) --arg x=rand(GROUPS, 200) --arg n=200
__kernel void moments(__global REAL *out, __global const REAL *x, uint n) {
  __global const REAL *row = x + get_group_id(0) * n;
  REAL sum = 0;
  for (uint i = get_local_id(0); i < n; i += get_local_size(0))
    sum += row[i];
  REAL mean = work_group_reduce_add(sum) / n;
  REAL m2 = 0, m3 = 0, m4 = 0;
  for (uint i = get_local_id(0); i < n; i += get_local_size(0)) {
    REAL d = row[i] - mean, d2 = d * d;
    m2 += d2;
    m3 += d * d2;
    m4 += d2 * d2;
  }
  m2 = work_group_reduce_add(m2) / n;
  m3 = work_group_reduce_add(m3) / n;
  m4 = work_group_reduce_add(m4) / n;
  if (get_local_id(0) == 0) {
    __global REAL *to = out + get_group_id(0) * 4;
    to[0] = mean;
    to[1] = m2;
    to[2] = m3 / (m2 * sqrt(m2));
    to[3] = m4 / (m2 * m2);
  }
}
