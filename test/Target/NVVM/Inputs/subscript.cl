// Reads READS elements of a private array at subscripts that are data.
// pirch-run: --arg out=zeros(GROUPS,WG_SIZE) --arg in=rand(GROUPS,WG_SIZE,16)
// pirch-run: --arg at=rand(GROUPS,WG_SIZE,READS)
__kernel void subscript(__global double *out, __global const double *in,
                        __global const int *at) {
  double row[16];
  for (int ix = 0; ix < 16; ++ix)
    row[ix] = in[get_global_id() * 16 + ix];
  double sum = 0;
  for (int read = 0; read < READS; ++read)
    sum += row[at[get_global_id() * READS + read] & 15];
  out[get_global_id()] = sum;
}
