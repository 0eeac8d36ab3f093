// pirch-run: --arg x=zeros(GROUPS, WG_SIZE)
__kernel void halve(__global float *x) {
  float y = x[get_global_id(0)];
  while (y < 1.0f)
    y *= 0.5f;
  x[get_global_id(0)] = y;
}
