// mlp16.cl: a network of 4 inputs, 16 hidden units with tanh and 2 outputs for each work item, all with the same weights
// bench: half=B kind=structures types=float,double
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE, 2) --arg in=rand(GROUPS, WG_SIZE, 4) --arg w1=rand(16, 4) --arg b1=rand(16) --arg w2=rand(2, 16) --arg b2=rand(2)
__kernel void mlp16(__global REAL *out, __global const REAL *in, __constant REAL *w1, __constant REAL *b1,
                    __constant REAL *w2, __constant REAL *b2) {
  const int g = get_global_id(0);
  REAL x[4], hidden[16];
  for (int i = 0; i < 4; i++)
    x[i] = in[g * 4 + i];
  for (int j = 0; j < 16; j++) {
    REAL sum = b1[j];
    for (int i = 0; i < 4; i++)
      sum += w1[j * 4 + i] * x[i];
    hidden[j] = tanh(sum);
  }
  for (int o = 0; o < 2; o++) {
    REAL sum = b2[o];
    for (int j = 0; j < 16; j++)
      sum += w2[o * 16 + j] * hidden[j];
    out[g * 2 + o] = sum;
  }
}
