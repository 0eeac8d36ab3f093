// Helpers that return early, expanded in a loop at run time, take time and memory
// in proportion to their number: no pass merges equal blocks for ever, each time
// with more arguments.

// RUN: ulimit -v 4000000 && pirch-run %s --target=nvvm --wg-size=1 --groups=2 \
// RUN:   --wg-pack=3 --check --arg "row=zeros(18)" --arg "data=rand(6)" --arg n=7
void turn(__global long *row, double limit, int q) {
  if (limit >= limit)
    return;
  for (int k = 3; k >= 0; --k) {
    __global long *at = row + get_global_id(0) * 3 + 2;
    at[0] = max((ulong)rotate((uint)q, (uint)q), (ulong)(at[0] + k));
    row[get_global_id(0) * 3 + (k + 1) % 3] = q * q - 7;
  }
}
double pick(double x, int m) {
  if (get_local_id(0) & 1) {
    m += m;
  } else {
    m = 0;
  }
  if (x > 0.1)
    x = 2 * x;
  return x * 2.5;
}
__kernel void nest(__global long *restrict row, __global double *restrict data,
                   int n) {
  size_t at = get_global_id(0);
  int lid = get_local_id(0);
  double x = data[at];
  int i = row[at * 3] & 3;
  do {
    turn(row, pick(x, row[at * 3 + 1]), n);
    turn(row, x, lid >= 3 ? 10 : lid);
  } while (--i > 0);
  data[at] = x;
}
