__kernel void poly(__global float *y, __global const float *x, __global const int *deg, __global const float *c) {
  int g = get_global_id(0); int n = deg[g] & 7; float s = 0, v = x[g];
  for (int i = n; i >= 0; i--) s = s * v + c[i];
  y[g] = s; }
