// Null pointers that helper functions take, and tests of pointers.
// RUN: pirch-run %s --check
// RUN: pirch-run %s --check --target=generic
// RUN: pirch-run %s --check --target=nvvm
// pirch-run: --wg-size=8 --groups=5 --arg a=rand(GROUPS, WG_SIZE) --arg b=rand(GROUPS, WG_SIZE)
float get(__global const float *p, float *q, size_t i) {
  if (q) *q += 1;
  return p ? p[i] : q != 0 && *q > 0 ? 2.0f : 3.0f;
}
// What follows a return that is always taken is not compiled: here an access
// through the pointer that the call leaves out.
void put(float x, float *here, __global float *there) {
  if (here) {
    *here = x;
    return;
  }
  *there = x;
}
__kernel void pick(__global float *a, __global const float *b) {
  size_t i = get_global_id(0);
  float c = 0;
  float s = get(b, &c, i) + get(NULL, &c, i) + get(0, NULL, i);
  bool has = b;
  if (!a) s = 1;
  if (a == NULL || !has) s = 2;
  put(s + c, &s, NULL);
  put(s, 0, a + i);
}
