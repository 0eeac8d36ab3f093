// pirch-run: --arg x=rand(GROUPS, WG_SIZE) --arg y=zeros(GROUPS * WG_SIZE)
// pirch-run: --arg factor=2.5 --wg-size=4 --arg other=1
#ifndef OFFSET
#define OFFSET 0
#endif

__kernel void scale(__global const float *x, __global float *y, float factor) {
  y[get_global_id(0)] = factor * x[get_global_id(0) + OFFSET];
}

__kernel void count(__global int *counts, int n) {
  counts[get_global_id()] += n;
}
