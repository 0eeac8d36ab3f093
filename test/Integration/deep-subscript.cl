// A subscript computed by many operations that each use the last one twice: to
// look at every way through them would take as long as there are powers of two.
// RUN: pirchc %s --wg-size=8 --wg-pack=1 -o %t.o
// RUN: pirchc %s --wg-size=8 --wg-pack=4 -o %t.o
__kernel void once(__global double *restrict out,
                   __global const double *restrict in, size_t n) {
  size_t t = n;
  for (int k = 0; k < 60; ++k)
    t = t * t + 3;
  size_t at = t + get_group_id() * WG_SIZE + get_local_id();
  out[at] = in[at] + 1;
}

__kernel void in_loop(__global double *restrict out,
                      __global const double *restrict in, size_t n) {
  double sum = 0;
  for (size_t at = get_group_id() * WG_SIZE; at < n; at += n) {
    size_t t = at;
    for (int k = 0; k < 60; ++k)
      t = t * t + 3;
    sum += in[t + get_local_id()];
  }
  out[get_group_id() * WG_SIZE + get_local_id()] = sum;
}
