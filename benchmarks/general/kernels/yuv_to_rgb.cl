// yuv_to_rgb.cl: pairs of pixels that share their colour (Y0 U Y1 V) to red, green and blue
// bench: half=B kind=bytes
// bench: range yuv=0:255
// pirch-run: --arg rgb=zeros(GROUPS, WG_SIZE, 6) --arg yuv=rand(GROUPS, WG_SIZE, 4)
uchar saturate(int x) { return (uchar)clamp(x, 0, 255); }

__kernel void yuv_to_rgb(__global uchar *rgb, __global const uchar *yuv) {
  int g = get_global_id(0);
  int u = yuv[4 * g + 1] - 128, v = yuv[4 * g + 3] - 128;
  int red = 409 * v + 128, green = -100 * u - 208 * v + 128, blue = 516 * u + 128;
  for (int p = 0; p < 2; p++) {
    int y = 298 * (yuv[4 * g + 2 * p] - 16);
    rgb[6 * g + 3 * p] = saturate((y + red) >> 8);
    rgb[6 * g + 3 * p + 1] = saturate((y + green) >> 8);
    rgb[6 * g + 3 * p + 2] = saturate((y + blue) >> 8);
  }
}
