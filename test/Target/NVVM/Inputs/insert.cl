// pirch-run: --arg out=zeros(GROUPS,WG_SIZE,4) --arg at=rand(GROUPS,WG_SIZE)
__kernel void insert(__global float *out, __global const int *at) {
  float row[4] = {1, 2, 3, 4};
  row[at[get_global_id()] & 3] = 9;
  for (int ix = 0; ix < 4; ++ix)
    out[get_global_id() * 4 + ix] = row[ix];
}
