typedef struct { float x; int n; } item;
__kernel void sums(__global const float *a, __global item *b, int n, float f) {
  int g = get_global_id(0);
  for (int i = 0; i < n; ++i) b[g].x += a[g * n + i] * f;
  b[g].n = n;
}
__kernel void race(__global int *a) {
  a[get_global_id(0) + 1] += a[get_global_id(0)] + 1;
}
__kernel void far(__global const int *a, __global int *b) {
  b[(a[get_global_id(0)] + 1) * (1 << 28)] = 1;
}
