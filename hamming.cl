__kernel void hamming(__global int *best, __global const uint *x, __constant uint *code, int n) {
  int g = get_global_id(0); uint v = x[g]; int b = 0, d = 33;
  for (int i = 0; i < n; i++) { int c = popcount(v ^ code[i]); if (c < d) { d = c; b = i; } }
  best[g] = b; }
