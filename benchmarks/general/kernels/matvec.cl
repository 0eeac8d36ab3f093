// matvec.cl: a matrix times a vector, a row for each group
// bench: half=A kind=rows types=float,double
// bench: range a=-1:1
// pirch-run: --arg y=zeros(GROUPS) --arg a=rand(GROUPS, 256) --arg x=rand(256) --arg columns=256
__kernel void matvec(__global REAL *y, __global const REAL *a, __global const REAL *x, int columns) {
  __global const REAL *row = a + get_group_id(0) * columns;
  REAL sum = 0;
  for (int j = get_local_id(0); j < columns; j += WG_SIZE)
    sum += row[j] * x[j];
  for (int offset = WG_SIZE / 2; offset > 0; offset /= 2)
    sum += sub_group_shuffle_xor(sum, offset);
  if (get_local_id(0) == 0)
    y[get_group_id(0)] = sum;
}
