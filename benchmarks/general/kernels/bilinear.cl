// bilinear.cl: an image of 32 x 32 floats read between its pixels
// bench: half=B kind=gathers
// bench: range at=0:30
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE) --arg at=rand(GROUPS, WG_SIZE, 2) --arg image=rand(32, 32)
#define WIDTH 32
__kernel void bilinear(__global float *out, __global const float2 *at, __global const float *image) {
  float2 p = at[get_global_id(0)], corner = floor(p), part = p - corner;
  int x = (int)corner.x, y = (int)corner.y;
  float above = mix(image[y * WIDTH + x], image[y * WIDTH + x + 1], part.x);
  float below = mix(image[(y + 1) * WIDTH + x], image[(y + 1) * WIDTH + x + 1], part.x);
  out[get_global_id(0)] = mix(above, below, part.y);
}
