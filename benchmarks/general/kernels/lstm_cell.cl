// lstm_cell.cl: the step of an LSTM behind its matrices: four gates of WG_SIZE numbers in a row of each group
// bench: half=B kind=mathematics types=float,double
// bench: range gates=-4:4
// bench: range c=-1:1
// pirch-run: --arg h=zeros(GROUPS, WG_SIZE) --arg c=rand(GROUPS, WG_SIZE) --arg gates=rand(GROUPS, 4, WG_SIZE) --arg bias=rand(4, WG_SIZE)
REAL sigmoid(REAL x) { return (REAL)1 / ((REAL)1 + exp(-x)); }

__kernel void lstm_cell(__global REAL *h, __global REAL *c, __global const REAL *gates, __global const REAL *bias) {
  const int lid = get_local_id(0), width = get_local_size(0);
  const __global REAL *gate = gates + get_group_id(0) * 4 * width;
  REAL in = sigmoid(gate[lid] + bias[lid]);
  REAL forget = sigmoid(gate[width + lid] + bias[width + lid]);
  REAL cell = tanh(gate[2 * width + lid] + bias[2 * width + lid]);
  REAL out = sigmoid(gate[3 * width + lid] + bias[3 * width + lid]);
  REAL next = forget * c[get_global_id(0)] + in * cell;
  c[get_global_id(0)] = next;
  h[get_global_id(0)] = out * tanh(next);
}
