// Loops over the elements of rows, one row to a work item; see row_loops.py.

#define ROW 40

// Rows lie `n` apart, which is known at run time.
__kernel void dot(__global float *out, __global const float *a, __global const float *x, int n) {
  int i = get_global_id(0);
  float sum = 0;
  for (int j = 0; j < n; j++)
    sum += a[i * n + j] * x[j];
  out[i] = sum;
}

// Two passes over a row through a pointer; the second writes it in place.
__kernel void centre(__global double *a, int n) {
  size_t i = get_global_id(0);
  __global double *row = a + i * n;
  double sum = 0;
  for (int j = 0; j < n; j++)
    sum += row[j];
  for (int j = 0; j < n; j++)
    row[j] = row[j] * 2 - sum;
}

// The bound is within the loop; elements of one byte become sums of two.
__kernel void prefix(__global short *out, __global const uchar *a, int n) {
  int i = get_global_id(0);
  short sum = 0;
  for (int j = 0; j <= n - 1; j++) {
    sum += a[i * n + j];
    out[i * n + j] = sum;
  }
}

// Neighbours in a row: accesses at several places of an iteration.
__kernel void differences(__global float *out, __global const float *a, uint n) {
  const uint i = get_global_id(0);
  for (uint j = 1; j < n; ++j)
    out[i * n + j] = a[i * n + j] - a[i * n + j - 1];
}

// Rows of work items overlap, and each element is what the last iteration wrote: the
// barrier keeps the iterations of all work items apart.
__kernel void overlap(__global int *out, __global const int *a, int n) {
  int group = get_group_id(0) * ROW * 33, l = get_local_id(0), apart = n > 8 ? 2 : -n + 5;
  for (int j = 0; j < n; j++) {
    out[group + l * apart + j + 33 * 5] = a[group + l + j] + 10 * j;
    barrier(1);
  }
}

// Each iteration needs what the one before it has stored.
__kernel void recurrence(__global float *a, int n) {
  int i = get_global_id(0);
  for (int j = 1; j < n; j++)
    a[i * n + j] = a[i * n + j] + 0.5f * a[i * n + j - 1];
}

// The sum of a row's place and the counter wraps around: of work item 0 it begins below 0.
__kernel void wraps(__global float *out, __global const float *a, uint n) {
  uint i = get_local_id(0);
  __global const float *mine = a + get_group_id(0) * ROW * 33;
  float sum = 0;
  for (uint j = 4; j < n; j++)
    sum = sum * 0.5f + mine[(i * ROW - 4u) + j];
  out[get_global_id(0)] = sum;
}

// Rows lie a constant apart; the second is read backwards, the third every other element.
__kernel void apart(__global float *out, __global const float *a, int n) {
  size_t at = get_global_id(0) * ROW;
  float sum = 0, other = 0, third = 0;
  for (int j = 0; j < n; j++) {
    sum += a[at + j] * a[at + j + 1];
    other = other * 0.5f + a[at + n - j];
    third = fmax(third, a[at + 2 * j % ROW]);
  }
  for (long j = 0; j < n; j++)
    out[at + j] = sum + other * third;
}

// What an index array says where rows begin.
__kernel void chosen(__global double *out, __global const double *a, __global const int *first, int n) {
  int i = get_global_id(0);
  double most = -1;
  int where = -1;
  for (int j = 0; j < n; j++) {
    double value = a[first[i] + j];
    if (value > most) {
      most = value;
      where = j;
    }
  }
  out[i] = most + where;
}
