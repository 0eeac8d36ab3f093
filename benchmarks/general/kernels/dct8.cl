// dct8.cl: cosine transforms of 8 numbers for each work item, by a table of cosines
// bench: half=B kind=signals types=float,double
// bench: range x=-128:127
// pirch-run: --arg x=rand(GROUPS, WG_SIZE, 8) --arg table=rand(8, 8)
__kernel void dct8(__global REAL *x, __global const REAL *table) {
  size_t at = get_global_id(0) * 8;
  REAL in[8];
  for (int i = 0; i < 8; i++)
    in[i] = x[at + i];
  for (int k = 0; k < 8; k++) {
    REAL sum = 0;
    for (int i = 0; i < 8; i++)
      sum += in[i] * table[k * 8 + i];
    x[at + k] = sum;
  }
}
