// rgb_to_hsv.cl: colours of 8-bit channels as hue in degrees, saturation and value
// bench: half=B kind=bytes
// bench: range rgba=0:255
// pirch-run: --arg hsv=zeros(GROUPS, WG_SIZE, 3) --arg rgba=rand(GROUPS, WG_SIZE, 4)
__kernel void rgb_to_hsv(__global float *hsv, __global const uchar4 *rgba) {
  const size_t g = get_global_id(0);
  uchar4 c = rgba[g];
  float r = c.x / 255.0f, gr = c.y / 255.0f, b = c.z / 255.0f;
  float most = fmax(r, fmax(gr, b)), least = fmin(r, fmin(gr, b));
  float delta = most - least, hue;
  if (delta == 0)
    hue = 0;
  else if (most == r)
    hue = 60 * ((gr - b) / delta);
  else if (most == gr)
    hue = 60 * ((b - r) / delta + 2);
  else
    hue = 60 * ((r - gr) / delta + 4);
  if (hue < 0)
    hue += 360;
  vstore3((float3)(hue, most > 0 ? delta / most : 0, most), g, hsv);
}
