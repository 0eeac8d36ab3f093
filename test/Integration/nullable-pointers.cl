// Pointer variables that are null at times, and tests of them.
// RUN: pirch-run %s --check
// RUN: pirch-run %s --check --target=generic
// RUN: pirch-run %s --check --target=ve
// RUN: pirch-run %s --check --target=nvvm
// pirch-run: --wg-size=8 --groups=5 --arg a=rand(GROUPS, WG_SIZE) --arg b=rand(GROUPS, WG_SIZE) --arg n=3
__global const float *find(__global const float *p, float least, int i) {
  return p[i] > least ? p + i : 0;
}
__kernel void search(__global float *a, __global const float *b, int n) {
  int i = get_global_id(0);
  float s = 0;
  // Null for some work items.
  __global const float *p = a[i] > 0.5f ? b + i : 0;
  if (p) s += *p;
  // Null for some iterations, and tested before it is assigned to.
  __global const float *last = NULL;
  for (int k = 0; k < n + 4; ++k) {
    if (last != NULL) s += *last * 2;
    else s -= 1;
    if (b[(i + k) % 40] > 0.3f) last = b + (i + k) % 40;
    if (k == n) last = 0;
  }
  // Null for all, by a parameter.
  __global const float *mask = 0;
  if (n > 2) mask = b + 1;
  s += mask ? mask[i & 3] : 10.0f;
  // What a function returns.
  __global const float *found = find(b, 0.7f, i);
  if (!found) found = find(b, 0.4f, i);
  s += found == 0 ? 100.0f : *found;
  __global const float *copy = found;
  if (copy && s > 50) s -= *copy;
  // Of two variables, or none.
  __global const float *either = 0;
  if (i % 3 == 0) either = a + i;
  if (i % 3 == 1) either = b + i;
  s += either ? *either : 7.0f;
  a[i] = s;
}
