// half_axpby.cl: y = a x + b y on numbers that memory holds in 16 bits
// bench: half=B kind=updates
// bench: range x=0:15360
// bench: range y=0:15360
// pirch-run: --arg y=rand(GROUPS, WG_SIZE) --arg x=rand(GROUPS, WG_SIZE) --arg a=0.5 --arg b=0.25
__kernel void half_axpby(__global ushort *y, __global const ushort *x, float a, float b) {
  const size_t i = get_global_id(0);
  float value = a * vload_half(i, (const __global half *)x) + b * vload_half(i, (__global half *)y);
  vstore_half(value, i, (__global half *)y);
}
