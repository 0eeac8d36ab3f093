__kernel void unknown_name(__global float *a) {
  a[get_global_id(0)] = unknown;
}
