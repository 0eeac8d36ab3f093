__kernel void turn(__global float *x) {
  size_t at = get_global_id(0);
  x[at] = 2 * shuffle(x[at], (get_local_id(0) + 1) % WG_SIZE);
}
