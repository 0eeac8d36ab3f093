__kernel void plane(__global float *a, int width) {
  a[get_global_id(1) * width + get_global_id(0)] *= 2;
}
__kernel __attribute__((reqd_work_group_size(16, 16, 1))) void
other(__global float *a, int width) {
  goto end;
end:
  a[get_global_id(1) * width] = 0;
}
