// fir.cl: a filter of 16 taps over a signal
// bench: half=A kind=signals types=float,double
// bench: range x=-1:1
// pirch-run: --arg y=zeros(GROUPS, WG_SIZE) --arg x=rand(GROUPS * WG_SIZE + 16) --arg taps=rand(16) --arg n=GROUPS*WG_SIZE-5
__kernel void fir(__global REAL *y, __global const REAL *x, __global const REAL *taps, int n) {
  const int i = get_global_id(0);
  if (i < n) {
    REAL sum = 0;
    for (int k = 0; k < 16; k++)
      sum += taps[k] * x[i + k];
    y[i] = sum;
  }
}
