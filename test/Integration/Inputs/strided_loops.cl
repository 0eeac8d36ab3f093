__kernel void usum(__global const float *a, __global float *out, uint n) {
  float s = 0;
  size_t row = get_group_id(0);
  for (uint i = get_local_id(0); i < n; i += WG_SIZE)
    s += a[row * n + i];
  s = sub_group_reduce_add(s);
  if (get_local_id(0) == 0)
    out[row] = s;
}
__kernel void scale(__global double *a, double f, int n) {
  size_t row = get_group_id(0);
  for (size_t i = get_local_id(0); i < (size_t)n; i += get_local_size(0))
    a[row * n + i] *= f;
}
__kernel void bump(__global int *a, int n) {
  int lid = get_local_id(0);
  for (int i = lid; i < n; i += WG_SIZE) {
    if (a[get_group_id(0) * n + i] > 3)
      continue;
    a[get_group_id(0) * n + i] += i;
  }
}
__kernel void find(__global const int *a, __global int *out, int n) {
  int lid = get_local_id(0);
  int best = -1;
  for (int i = lid + 1; i <= n; i += WG_SIZE) {
    if (a[get_group_id(0) * n + i - 1] == 7) { best = i; break; }
  }
  out[get_global_id(0)] = best;
}
__kernel void norm(__global const float *a, __global float *out, int n) {
  float s = 0;
  size_t row = get_group_id(0);
  for (int i = get_local_id(0); i < n; i += WG_SIZE) {
    float v = a[row * n + i];
    s += v * v;
  }
  s = sub_group_reduce_add(s);
  if (get_local_id(0) == 0)
    out[row] = sqrt(s);
}
__kernel void last(__global int *out, int n) {
  int i, j;
  for (i = get_local_id(0) + 3; i <= n; i += WG_SIZE)
    ;
  for (j = 1 - (int)get_local_id(0); j < n; j += 2 * WG_SIZE)
    ;
  out[get_global_id(0)] = i + 1000 * j;
}
__kernel void nested(__global int *a, int n) {
  size_t row = get_group_id(0) * n;
  for (int k = 0; k < 3; ++k)
    for (uint i = get_local_id(0); i < (uint)n; i += WG_SIZE)
      for (int j = get_local_id(0); j < (int)i && j < 4; j += WG_SIZE)
        a[row + i] += j + k;
}
__kernel void guarded(__global int *a, int n) {
  if (get_global_id(0) * 7 % 5 > 1)
    for (long i = get_local_id(0); n > i; i += WG_SIZE)
      a[get_group_id(0) * n + i] -= 1;
}
__kernel void mean(__global const float *a, __global float *out, int n) {
  int row = get_group_id(0), lid = get_local_id(0);
  float s = 0;
  for (int i = lid; i < n; i += get_local_size(0))
    s += a[row * n + i];
  out[get_global_id(0)] = sub_group_reduce_add(s) / max(n, 1);
}
// An enclosing loop enters each of these again with what the counter held last.
__kernel void resume(__global int *a, int n) {
  size_t row = get_group_id(0) * 37;
  int i = get_local_id(0);
  for (int k = 1; k < 4; ++k)
    for (; i < n * k / 3; i += WG_SIZE)
      a[row + i] += k;
}
__kernel void resume_after_break(__global int *a, int n) {
  size_t row = get_group_id(0) * 37;
  int i = get_local_id(0);
  for (int k = 1; k < 4; ++k)
    for (; i < n; i += WG_SIZE) {
      a[row + i] += k;
      if (a[row + i] % 3 == k % 3)
        break;
    }
}
__kernel void resume_short_steps(__global int *a, int n) {
  int i = get_local_id(0), rounds = 0;
  for (int k = 0; k < n % 5; ++k)
    for (; i < 9 * k; i += 2)
      ++rounds;
  a[get_global_id(0)] = rounds + 100 * i;
}
