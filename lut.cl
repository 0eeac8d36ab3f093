__kernel void lut(__global uchar *o, __global const uchar *x, __constant uchar *t) {
  size_t g = get_global_id(0); o[g] = t[x[g]]; }
