// argmax_rows.cl: where each row has its greatest element, the first of equals
// bench: half=A kind=rows types=float,double
// bench: range x=-1:1
// pirch-run: --arg out=zeros(GROUPS) --arg x=rand(GROUPS, 300) --arg n=300
__kernel void argmax_rows(__global int *out, __global const REAL *x, int n) {
  const int row = get_group_id(0);
  REAL best = -INFINITY;
  int where = 0;
  for (int i = get_local_id(0); i < n; i += get_local_size(0)) {
    REAL v = x[row * n + i];
    if (v > best) {
      best = v;
      where = i;
    }
  }
  for (int offset = get_local_size(0) / 2; offset > 0; offset /= 2) {
    REAL other = sub_group_shuffle_xor(best, offset);
    int at = sub_group_shuffle_xor(where, offset);
    if (other > best || (other == best && at < where)) {
      best = other;
      where = at;
    }
  }
  if (get_local_id(0) == 0)
    out[row] = where;
}
