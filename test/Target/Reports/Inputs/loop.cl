kernel void sum(global const double *x, global double *y, int n) {
  size_t group = get_group_id(0), item = get_local_id(0);
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[(group * n + i) * 8 + item];
  y[group * 8 + item] = s;
}
