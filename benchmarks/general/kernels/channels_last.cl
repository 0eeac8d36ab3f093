// channels_last.cl: images with three planes as pixels with three channels
// bench: half=B kind=tiles
// pirch-run: --arg pixels=zeros(GROUPS+100, WG_SIZE) --arg planes=rand(GROUPS+100, WG_SIZE) --arg plane=256
__kernel void channels_last(__global float *pixels, __global const float *planes, int plane) {
  const int i = get_global_id(0);
  const int channel = i % 3, pixel = i / 3 % plane, image = i / (3 * plane);
  pixels[i] = planes[(image * 3 + channel) * plane + pixel];
}
