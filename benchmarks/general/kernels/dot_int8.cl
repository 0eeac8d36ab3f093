// dot_int8.cl: a layer of a quantized network: rows of 32 weights times one vector, scaled, rounded and saturated
// bench: half=B kind=bytes
// bench: range weights=-127:127
// bench: range x=-127:127
// bench: range scale=0.002
// pirch-run: --arg y=zeros(GROUPS, WG_SIZE) --arg weights=rand(GROUPS, WG_SIZE, 32) --arg x=rand(32) --arg bias=rand(GROUPS, WG_SIZE) --arg scale=2
#define N 32
__kernel void dot_int8(__global char *y, __global const char *weights, __global const char *x,
                       __global const int *bias, float scale) {
  const int row = get_global_id(0);
  int sum = bias[row];
  for (int i = 0; i < N; i++)
    sum += weights[row * N + i] * x[i];
  y[row] = convert_char_sat_rte(sum * scale);
}
