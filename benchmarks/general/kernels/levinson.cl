// levinson.cl: linear prediction of order 8 from nine autocorrelations, by Levinson and Durbin, a signal for each work item
// bench: half=B kind=systems types=float,double
// bench: range r=0:1
// pirch-run: --arg a=zeros(GROUPS, WG_SIZE, 8) --arg error=zeros(GROUPS, WG_SIZE) --arg r=rand(GROUPS, WG_SIZE, 9)
#define ORDER 8
__kernel void levinson(__global REAL *a, __global REAL *error, __global const REAL *r) {
  const int g = get_global_id(0);
  REAL lpc[ORDER], e = r[g * (ORDER + 1)] + 8;
  for (int i = 0; i < ORDER; i++)
    lpc[i] = 0;
  for (int i = 0; i < ORDER; i++) {
    REAL k = -r[g * (ORDER + 1) + i + 1];
    for (int j = 0; j < i; j++)
      k -= lpc[j] * r[g * (ORDER + 1) + i - j];
    k /= e;
    lpc[i] = k;
    for (int j = 0; j < i / 2; j++) {
      REAL t = lpc[j];
      lpc[j] += k * lpc[i - 1 - j];
      lpc[i - 1 - j] += k * t;
    }
    if (i & 1)
      lpc[i / 2] += lpc[i / 2] * k;
    e *= 1 - k * k;
  }
  for (int i = 0; i < ORDER; i++)
    a[g * ORDER + i] = lpc[i];
  error[g] = e;
}
