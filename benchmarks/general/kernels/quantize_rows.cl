// quantize_rows.cl: rows of 128 numbers as 8-bit integers and a scale, which the greatest magnitude of the row gives
// bench: half=B kind=rows
// bench: range x=-4:4
// pirch-run: --arg q=zeros(GROUPS, 128) --arg scales=zeros(GROUPS) --arg x=rand(GROUPS, 128)
#define WIDTH 128
__kernel void quantize_rows(__global char *q, __global float *scales, __global const float *x) {
  const int row = get_group_id(0), lid = get_local_id(0);
  float top = 0;
  for (int i = lid; i < WIDTH; i += get_local_size(0))
    top = fmax(top, fabs(x[row * WIDTH + i]));
  top = sub_group_reduce_max(top);
  float inverse = top > 0 ? 127 / top : 0;
  for (int i = lid; i < WIDTH; i += get_local_size(0))
    q[row * WIDTH + i] = convert_char_sat_rte(x[row * WIDTH + i] * inverse);
  if (lid == 0)
    scales[row] = top / 127;
}
